import type { ClientBase } from 'pg'
import type { RunMode } from './decide.ts'
import type { StagingContext } from './staged.ts'
import { sawWhole } from './sweep.ts'

const writeAll = `
  insert into core.config_analysis as stored
    (config_id, scraper_id, external_id, analyzer, analysis_type, severity, summary, message, analysis, source, status,
     first_observed, last_observed)
  select distinct on (config_id, analyzer, external_id)
    config_id, $1, external_id, analyzer, type, severity, summary, message, details, source, 'open', $2, $2
  from staged_insights
  where exists (select from core.config_items as items where items.id = staged_insights.config_id)
  on conflict (config_id, analyzer, external_id) do update
  set scraper_id = excluded.scraper_id, analysis_type = excluded.analysis_type, severity = excluded.severity,
    summary = excluded.summary, message = excluded.message, analysis = excluded.analysis, source = excluded.source,
    last_observed = excluded.last_observed,
    -- Somebody does not want to see it.
    status = case when stored.status = 'silenced' then stored.status else excluded.status end
  returning stored.config_id, stored.analyzer, (select type from core.config_items where id = stored.config_id) as type`

/** Open insights of the scraper that the run did not show, by what they are about. */
const unseen = `
  select distinct items.type, items.scope, items.scraper_id is not distinct from $1 as own
  from core.config_analysis as insight join core.config_items as items on items.id = insight.config_id
  where insight.scraper_id = $1 and insight.status = 'open' and insight.last_observed < $2`

const resolve = `
  update core.config_analysis as insight set status = 'resolved'
  from core.config_items as items
  join unnest($3::text[], $4::text[], $5::boolean[]) as whole (type, scope, own)
    on whole.type = items.type and whole.scope = items.scope
  where items.id = insight.config_id and insight.scraper_id = $1 and insight.status = 'open'
    and insight.last_observed < $2 and (items.scraper_id is not distinct from $1) = whole.own
  returning insight.config_id, insight.analyzer`

/** Forgets insights of items that people do not want to hear of. */
const ignore = `
  with ignored as (
    delete from staged_insights as told using core.config_item_notes as notes
    where notes.config_id = told.config_id and notes.ignored_at is not null returning told.analyzer
  )
  select count(*)::int as count from ignored`

/** SQL that counts the open insights of items again. */
export const countInsights = `
  insert into core.config_item_stats as stats (config_id, open_analysis)
  select item.id, coalesce((
    select jsonb_object_agg(counted.analysis_type, counted.count)
    from (
      select analysis_type, count(*) from core.config_analysis
      where config_id = item.id and status = 'open' group by analysis_type
    ) as counted
  ), '{}')
  from unnest($1::uuid[]) as item (id)
  on conflict (config_id) do update set open_analysis = excluded.open_analysis`

interface ItemAnalyzer {
  config_id: string
  analyzer: string
}

/** The values of filters become counts to add, as those of items. */
const countAnalyzers = `
  insert into staged_facets (kind, key, value, count)
  select 'analyzer', '', told.analyzer, (
    select count(*) from core.config_analysis as insight where insight.analyzer = told.analyzer and insight.status = 'open'
  ) - coalesce((
    select count from core.config_facets as facets
    where facets.kind = 'analyzer' and facets.key = '' and facets.value = told.analyzer
  ), 0)
  from unnest($1::text[]) as told (analyzer)`

async function countTouched(client: ClientBase, touched: readonly ItemAnalyzer[]): Promise<void> {
  if (touched.length === 0) return
  await client.query(countInsights, [[...new Set(touched.map(({ config_id: id }) => id))].sort()])
  await client.query(countAnalyzers, [[...new Set(touched.map(({ analyzer }) => analyzer))].sort()])
}

async function writeTold(
  client: ClientBase,
  scraperId: string,
  { now }: RunMode,
): Promise<readonly (ItemAnalyzer & { type: string })[]> {
  await client.query(ignore)
  const { rows } = await client.query<ItemAnalyzer & { type: string }>(writeAll, [scraperId, now])
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
  if (mode.sweeps && staged.complete.length > 0 && staged.moreFaults === 0) {
    const open = await client.query<{ type: string; scope: string; own: boolean }>(unseen, [id, mode.now])
    const sawAll =
      staged.hidden.length === 0 &&
      staged.complete.some((part) => part.type === undefined && part.scope === undefined)
    const whole = open.rows.filter(({ type, scope, own }) =>
      own ? sawWhole(staged.complete, staged.hidden, type, scope) : sawAll,
    )
    const over = await client.query<ItemAnalyzer>(resolve, [
      id,
      mode.now,
      whole.map(({ type }) => type),
      whole.map(({ scope }) => scope),
      whole.map(({ own }) => own),
    ])
    touched.push(...over.rows)
  }
  await countTouched(client, touched)
  const types = new Map<string, number>()
  for (const { type } of reported) types.set(type, (types.get(type) ?? 0) + 1)
  return types
}
