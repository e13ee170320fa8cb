import { DAY } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { GroupedChanges } from './grouping.ts'
import { bytes, insertTexts, rowText } from '../rows.ts'

/** A group as its row. */
function groupText({
  id,
  configId,
  first,
  last,
  count,
  fingerprint,
  change,
}: GroupedChanges['groups'][number]): string {
  return rowText({
    id,
    config_id: configId,
    external_change_id: change.externalId,
    external_created_by: change.by,
    change_type: change.type,
    severity: change.severity,
    source: change.source,
    summary: change.summary,
    created_by: change.createdBy,
    first_observed: first.toISOString(),
    created_at: last.toISOString(),
    count,
    fingerprint: fingerprint && bytes(fingerprint),
  })
}

function bodyText({ id, change: { diff, patches, details } }: GroupedChanges['groups'][number]): string {
  return rowText({ change_id: id, diff, patches, details })
}

const updateGroups = (rows: string): Sql => sql`
  update core.config_changes as groups
  set external_change_id = fresh.external_change_id, external_created_by = fresh.external_created_by,
    severity = fresh.severity, source = fresh.source, summary = fresh.summary, created_by = fresh.created_by,
    first_observed = fresh.first_observed, created_at = fresh.created_at, count = fresh.count,
    stored_at = clock_timestamp()
  from jsonb_populate_recordset(null::core.config_changes, ${rows}::jsonb) as fresh where groups.id = fresh.id`

const updateBodies = (rows: string): Sql => sql`
  update core.config_change_bodies as bodies
  set diff = fresh.diff, patches = fresh.patches, details = fresh.details
  from jsonb_populate_recordset(null::core.config_change_bodies, ${rows}::jsonb) as fresh
  where bodies.change_id = fresh.change_id`

const groupColumnNames = [
  'id', 'config_id', 'external_change_id', 'external_created_by', 'change_type', 'severity', 'source', 'summary',
  'created_by', 'first_observed', 'created_at', 'count', 'fingerprint',
] // prettier-ignore

const writeKeys = (keys: GroupedChanges['keys'], now: Date): Sql => sql`
  insert into core.config_change_keys (config_id, external_change_id, change_id, digest, seen_at)
  select told.*, ${now} from unnest(
    ${keys.map(({ configId }) => configId)}::uuid[], ${keys.map(({ externalId }) => externalId)}::text[],
    ${keys.map(({ changeId }) => changeId)}::uuid[], ${keys.map(({ digest }) => digest)}::text[]
  ) as told
  on conflict (config_id, external_change_id) do update
  set change_id = excluded.change_id, digest = excluded.digest, seen_at = excluded.seen_at`

interface DailyCount {
  configId: string
  /** As `2026-11-28`. */
  day: string
  count: number
}

const countDaily = (daily: readonly DailyCount[]): Sql => sql`
  insert into core.config_change_daily as daily (config_id, day, count)
  select * from unnest(
    ${daily.map(({ configId }) => configId)}::uuid[], ${daily.map(({ day }) => day)}::date[],
    ${daily.map(({ count }) => count)}::int[]
  )
  on conflict (config_id, day) do update set count = daily.count + excluded.count`

/** Changes of an item in the last 7 and 30 days. */
interface RecentCounts {
  week: number
  month: number
}

const countStats = (items: ReadonlyMap<string, RecentCounts>): Sql => sql`
  insert into core.config_item_stats as stats (config_id, changes_7d, changes_30d)
  select told.* from unnest(
    ${[...items.keys()]}::uuid[], ${[...items.values()].map(({ week }) => week)}::int[],
    ${[...items.values()].map(({ month }) => month)}::int[]
  ) as told (config_id, week, month)
  join core.config_items as items on items.id = told.config_id
  order by told.config_id
  on conflict (config_id) do update
  set changes_7d = stats.changes_7d + excluded.changes_7d, changes_30d = stats.changes_30d + excluded.changes_30d`

async function writeCounts(client: ClientBase, { occurrences }: GroupedChanges, now: Date): Promise<void> {
  const days = new Map<string, DailyCount>()
  const items = new Map<string, RecentCounts>()
  for (const { change } of occurrences) {
    const day = change.at.toISOString().slice(0, 10)
    const key = `${change.configId} ${day}`
    const known = days.get(key)
    if (known === undefined) days.set(key, { configId: change.configId, day, count: 1 })
    else known.count += 1
    const age = now.getTime() - change.at.getTime()
    const sums = items.get(change.configId) ?? { week: 0, month: 0 }
    items.set(change.configId, {
      week: sums.week + (age <= 7 * DAY ? 1 : 0),
      month: sums.month + (age <= 30 * DAY ? 1 : 0),
    })
  }
  const daily = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted)
  await client.query(countDaily(daily))
  await client.query(countStats(items))
}

/** Writes a page of grouped changes, with what is counted of them. */
export async function writePage(client: ClientBase, page: GroupedChanges, now: Date): Promise<void> {
  const [fresh, more] = [page.groups.filter(({ isNew }) => isNew), page.groups.filter(({ isNew }) => !isNew)]
  await insertTexts(client, 'core.config_changes', groupColumnNames, fresh.map(groupText))
  await insertTexts(
    client,
    'core.config_change_bodies',
    ['change_id', 'diff', 'patches', 'details'],
    fresh.map(bodyText),
  )
  if (more.length > 0) {
    await client.query(updateGroups(`[${more.map(groupText).join(',')}]`))
    await client.query(updateBodies(`[${more.map(bodyText).join(',')}]`))
  }
  await insertTexts(
    client,
    'core.config_change_occurrences',
    ['change_id', 'at', 'number', 'summary', 'by', 'changed'],
    page.occurrences.map(({ changeId, number, change }) =>
      rowText({
        change_id: changeId,
        at: change.at.toISOString(),
        number,
        summary: change.summary,
        by: change.by ?? change.createdBy,
        changed: change.changed,
      }),
    ),
  )
  if (page.keys.length > 0) await client.query(writeKeys(page.keys, now))
  if (page.occurrences.length > 0) await writeCounts(client, page, now)
}
