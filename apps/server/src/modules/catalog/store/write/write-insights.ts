import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { RunMode } from '../decide/decide.ts'
import type { StagingContext } from '../stage/staged.ts'
import { sawAll } from '../decide/missing-items.ts'

const writeAll = (scraperId: string, now: Date): Sql => sql`
  insert into core.config_analysis as stored
    (config_id, scraper_id, external_id, analyzer, analysis_type, severity, summary, message, analysis, source, status,
     first_observed, last_observed)
  select distinct on (config_id, analyzer, external_id)
    config_id, ${scraperId}, external_id, analyzer, type, severity, summary, message, details, source, 'open', ${now}, ${now}
  from staged_insights
  where exists (select from core.config_items as items where items.id = staged_insights.config_id)
  on conflict (config_id, analyzer, external_id) do update
  set scraper_id = excluded.scraper_id, analysis_type = excluded.analysis_type, severity = excluded.severity,
    summary = excluded.summary, message = excluded.message, analysis = excluded.analysis, source = excluded.source,
    last_observed = excluded.last_observed,
    -- Somebody does not want to see it.
    status = case when stored.status = 'silenced' then stored.status else excluded.status end
  returning stored.config_id, stored.analyzer, (select type from core.config_items where id = stored.config_id) as type`

/** What open insights of the scraper are about that the run did not show. */
const findUnseen = (client: ClientBase, scraperId: string, now: Date) =>
  tablesOn(client)
    .selectFrom('core.config_analysis as insight')
    .innerJoin('core.config_items as items', 'items.id', 'insight.config_id')
    .select([
      'items.type',
      'items.scope',
      fragment<boolean>`items.scraper_id is not distinct from ${scraperId}`.as('own'),
    ])
    .distinct()
    .where('insight.scraper_id', '=', scraperId)
    .where('insight.status', '=', fragment.lit('open'))
    .where('insight.last_observed', '<', now)
    .execute()

type Unseen = Awaited<ReturnType<typeof findUnseen>>[number]

const resolve = (scraperId: string, now: Date, whole: readonly Unseen[]): Sql => sql`
  update core.config_analysis as insight set status = 'resolved'
  from core.config_items as items
  join unnest(
    ${whole.map(({ type }) => type)}::text[], ${whole.map(({ scope }) => scope)}::text[],
    ${whole.map(({ own }) => own)}::boolean[]
  ) as whole (type, scope, own) on whole.type = items.type and whole.scope = items.scope
  where items.id = insight.config_id and insight.scraper_id = ${scraperId} and insight.status = 'open'
    and insight.last_observed < ${now} and (items.scraper_id is not distinct from ${scraperId}) = whole.own
  returning insight.config_id, insight.analyzer`

/** Forgets insights of items that people do not want to hear of. */
const ignore = `
  delete from staged_insights as told using core.config_item_notes as notes
  where notes.config_id = told.config_id and notes.ignored_at is not null`

// In the order of the ids, so that two runs wait for each other and never stop each other.
const inOrder = (values: readonly string[]): string[] => [...new Set(values)].sort()

/** SQL that counts the open insights of items again. */
export const countInsights = (ids: readonly string[]): Sql => sql`
  insert into core.config_item_stats as stats (config_id, open_analysis)
  select item.id, coalesce((
    select jsonb_object_agg(counted.analysis_type, counted.count)
    from (
      select analysis_type, count(*) from core.config_analysis
      where config_id = item.id and status = 'open' group by analysis_type
    ) as counted
  ), '{}')
  from unnest(${inOrder(ids)}::uuid[]) as item (id)
  on conflict (config_id) do update set open_analysis = excluded.open_analysis`

type ItemAnalyzer = Columns<'core.config_analysis', 'config_id' | 'analyzer'>
type ToldInsight = ItemAnalyzer & Columns<'core.config_items', 'type'>

/** The values of filters become counts to add, as those of items. */
const countAnalyzers = (analyzers: readonly string[]): Sql => sql`
  insert into staged_facets (kind, key, value, count)
  select 'analyzer', '', told.analyzer, (
    select count(*) from core.config_analysis as insight where insight.analyzer = told.analyzer and insight.status = 'open'
  ) - coalesce((
    select count from core.config_facets as facets
    where facets.kind = 'analyzer' and facets.key = '' and facets.value = told.analyzer
  ), 0)
  from unnest(${inOrder(analyzers)}::text[]) as told (analyzer)`

async function countTouched(client: ClientBase, touched: readonly ItemAnalyzer[]): Promise<void> {
  if (touched.length === 0) return
  await client.query(countInsights(touched.map(({ config_id: id }) => id)))
  await client.query(countAnalyzers(touched.map(({ analyzer }) => analyzer)))
}

async function writeTold(
  client: ClientBase,
  scraperId: string,
  { now }: RunMode,
): Promise<readonly ToldInsight[]> {
  await client.query(ignore)
  const { rows } = await client.query<ToldInsight>(writeAll(scraperId, now))
  return rows
}

/**
 * Writes the insights of a run, and resolves those that it no longer shows where it saw everything.
 * @returns how many it found, by type of the items
 */
export async function writeInsights(
  client: ClientBase,
  staged: StagingContext,
  mode: RunMode,
): Promise<ReadonlyMap<string, number>> {
  const { id } = staged.scraper
  const reported = staged.counts.insights === 0 ? [] : await writeTold(client, id, mode)
  const touched: ItemAnalyzer[] = [...reported]
  if (mode.detectsDeletions && staged.complete.length > 0 && staged.moreFaults === 0) {
    const open = await findUnseen(client, id, mode.now)
    const isComplete =
      staged.hidden.length === 0 &&
      staged.complete.some((part) => part.type === undefined && part.scope === undefined)
    const over = open.filter(({ type, scope, own }) =>
      own ? sawAll(staged.complete, staged.hidden, type, scope) : isComplete,
    )
    const resolved = await client.query<ItemAnalyzer>(resolve(id, mode.now, over))
    touched.push(...resolved.rows)
  }
  await countTouched(client, touched)
  const types = new Map<string, number>()
  for (const { type } of reported) types.set(type, (types.get(type) ?? 0) + 1)
  return types
}
