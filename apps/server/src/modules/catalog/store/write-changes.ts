import type { Json } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import { v7 } from 'uuid'
import type { RunMode } from './decide.ts'
import {
  type ChangeKey,
  type Group,
  groupChanges,
  GROUP_WINDOW,
  type GroupedChanges,
  LONGEST_GROUP,
  type NewChange,
} from './grouping.ts'
import type { Difference } from './json-patch.ts'
import { bytes, insertTexts, rowText } from './rows.ts'
import type { Drops } from './stage.ts'

/** Changes that are grouped at once. */
const PAGE = 500
const DAY = 86_400_000

/** What publishing knows of a stored change, for events and counts. */
export interface WrittenChange {
  id: string
  configId: string
  type: string
}

export interface WrittenChanges {
  stored: number
  grouped: number
  /** The same by type of the item. */
  types: ReadonlyMap<string, { stored: number; grouped: number }>
}

// The health of an item has changed, or it is there again.
const addStatusChanges = `
  insert into staged_changes (config_id, type, severity, source, summary, at, fingerprint, digest)
  select id, told.type, told.severity, 'health', description, $1::timestamptz,
    substring(sha256(convert_to(told.type, 'UTF8')) for 16), ''
  from staged_items
  join (values
    ('healthy', 'Healthy', 'info'), ('unhealthy', 'Unhealthy', 'medium'), ('warning', 'Warning', 'low'),
    ('unknown', 'HealthUnknown', 'info')
  ) as told (health, type, severity) on told.health = coalesce(staged_items.health, 'unknown')
  where does in ('update', 'restore') and not same
    and coalesce(staged_items.health, 'unknown') <> coalesce(health_before, 'unknown')
  union all
  select id, 'Restored', 'info', 'catalog', null, $1::timestamptz, null, '' from staged_items where does = 'restore'`

const takeOrphans = `
  with orphans as (
    delete from staged_changes as change
    where config_id is null or not exists (select from core.config_items as items where items.id = change.config_id)
    returning type, item_external_id, item_type
  )
  select type, concat_ws(' ', item_type, left(item_external_id, 200)) as because, item_type, count(*)::int as count
  from orphans group by 1, 2, 3 order by count desc, 1, 2, 3 limit 2000`

const takeIgnored = `
  with ignored as (
    delete from staged_changes as change using core.config_item_notes as notes
    where notes.config_id = change.config_id and notes.ignored_at is not null returning change.config_id, change.type
  )
  select ignored.type, 'item ' || left(coalesce(items.name, ''), 200) as because, items.type as item_type,
    count(*)::int as count
  from ignored left join core.config_items as items on items.id = ignored.config_id group by 1, 2, 3`

const openCursor = `
  declare staged_changes_in_order no scroll cursor for
  select change.config_id, change.external_id, change.type, change.severity, change.source, change.summary, change.by,
    people.id as created_by, least(coalesce(change.at, $now), $now) as at, change.fingerprint, change.diff,
    change.patches, change.details, change.changed, change.digest, change.of_document, items.type as item_type
  from staged_changes as change
  join core.config_items as items on items.id = change.config_id
  left join core.people on people.email = lower(change.by) and people.deleted_at is null
  order by 9, change.number`

interface StagedChange {
  config_id: string
  external_id: string | null
  type: string
  severity: string | null
  source: string | null
  summary: string | null
  by: string | null
  created_by: string | null
  at: Date
  fingerprint: Buffer | null
  diff: string | null
  patches: Json | null
  details: Json | null
  changed: Difference[] | null
  digest: string
  of_document: boolean
  item_type: string
}

function newChange(row: StagedChange): NewChange {
  return {
    configId: row.config_id,
    externalId: row.external_id ?? undefined,
    itemType: row.item_type,
    type: row.type,
    severity: row.severity ?? undefined,
    source: row.source ?? undefined,
    summary: row.summary ?? undefined,
    createdBy: row.created_by ?? undefined,
    by: row.created_by === null ? (row.by ?? undefined) : undefined,
    at: row.at,
    fingerprint: row.fingerprint ?? undefined,
    diff: row.diff ?? undefined,
    patches: row.patches ?? undefined,
    details: row.details ?? undefined,
    changed: row.changed ?? undefined,
    digest: row.digest,
    ofDocument: row.of_document,
  }
}

interface KeyRow {
  config_id: string
  external_change_id: string
  change_id: string
  digest: string
}

interface GroupRow {
  id: string
  config_id: string
  fingerprint: Buffer | null
  first_observed: Date
  created_at: Date
  count: number
}

async function loadKeys(client: ClientBase, changes: readonly NewChange[]): Promise<ChangeKey[]> {
  const named = changes.filter(({ externalId }) => externalId !== undefined)
  if (named.length === 0) return []
  const { rows } = await client.query<KeyRow>(
    `select keys.config_id, keys.external_change_id, keys.change_id, keys.digest from core.config_change_keys as keys
     join unnest($1::uuid[], $2::text[]) as told (config_id, external_change_id)
       on told.config_id = keys.config_id and told.external_change_id = keys.external_change_id`,
    [named.map(({ configId }) => configId), named.map(({ externalId }) => externalId)],
  )
  return rows.map((row) => ({
    configId: row.config_id,
    externalId: row.external_change_id,
    changeId: row.change_id,
    digest: row.digest,
  }))
}

const groupColumns =
  'groups.id, groups.config_id, groups.fingerprint, groups.first_observed, groups.created_at, groups.count'

async function loadGroups(
  client: ClientBase,
  changes: readonly NewChange[],
  keys: readonly ChangeKey[],
): Promise<Group[]> {
  const alike = changes.filter(({ fingerprint }) => fingerprint !== undefined)
  const times = alike.map(({ at }) => at.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const { rows } = await client.query<GroupRow>(
    `select ${groupColumns} from core.config_changes as groups where groups.id = any ($1)
     union
     select ${groupColumns} from unnest($2::uuid[], $3::bytea[]) as told (config_id, fingerprint)
     join core.config_changes as groups
       on groups.config_id = told.config_id and groups.fingerprint = told.fingerprint
       and groups.created_at >= $4 and groups.first_observed <= $5 and groups.id >= core.id_at($6)
     order by created_at, id`,
    [
      keys.map(({ changeId }) => changeId),
      alike.map(({ configId }) => configId),
      alike.map(({ fingerprint }) => fingerprint),
      new Date(alike.length === 0 ? 0 : first - GROUP_WINDOW),
      new Date(alike.length === 0 ? 0 : last + GROUP_WINDOW),
      new Date(alike.length === 0 ? 0 : first - 2 * LONGEST_GROUP),
    ],
  )
  return rows.map((row) => ({
    id: row.id,
    configId: row.config_id,
    fingerprint: row.fingerprint ?? undefined,
    first: row.first_observed,
    last: row.created_at,
    count: row.count,
  }))
}

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

const updateGroups = `
  update core.config_changes as groups
  set external_change_id = fresh.external_change_id, external_created_by = fresh.external_created_by,
    severity = fresh.severity, source = fresh.source, summary = fresh.summary, created_by = fresh.created_by,
    first_observed = fresh.first_observed, created_at = fresh.created_at, count = fresh.count
  from jsonb_populate_recordset(null::core.config_changes, $1::jsonb) as fresh where groups.id = fresh.id`

const updateBodies = `
  update core.config_change_bodies as bodies
  set diff = fresh.diff, patches = fresh.patches, details = fresh.details
  from jsonb_populate_recordset(null::core.config_change_bodies, $1::jsonb) as fresh
  where bodies.change_id = fresh.change_id`

const groupColumnNames = [
  'id', 'config_id', 'external_change_id', 'external_created_by', 'change_type', 'severity', 'source', 'summary',
  'created_by', 'first_observed', 'created_at', 'count', 'fingerprint',
] // prettier-ignore

const writeKeys = `
  insert into core.config_change_keys (config_id, external_change_id, change_id, digest, seen_at)
  select told.*, $5 from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) as told
  on conflict (config_id, external_change_id) do update
  set change_id = excluded.change_id, digest = excluded.digest, seen_at = excluded.seen_at`

const countDaily = `
  insert into core.config_change_daily as daily (config_id, day, count)
  select * from unnest($1::uuid[], $2::date[], $3::int[])
  on conflict (config_id, day) do update set count = daily.count + excluded.count`

const countStats = `
  insert into core.config_item_stats as stats (config_id, changes_7d, changes_30d)
  select told.* from unnest($1::uuid[], $2::int[], $3::int[]) as told (config_id, week, month)
  join core.config_items as items on items.id = told.config_id
  order by told.config_id
  on conflict (config_id) do update
  set changes_7d = stats.changes_7d + excluded.changes_7d, changes_30d = stats.changes_30d + excluded.changes_30d`

// The version that a change of the document ended.
const nameVersions = `
  update core.config_versions as versions set change_id = told.change_id
  from unnest($1::uuid[], $2::uuid[]) as told (config_id, change_id)
  join staged_items as item on item.id = told.config_id and item.version_body is not null
  join core.config_item_bodies as bodies on bodies.config_id = told.config_id
  where versions.config_id = told.config_id and versions.version = bodies.version - 1 and versions.change_id is null`

async function writeCounts(client: ClientBase, { occurrences }: GroupedChanges, now: Date): Promise<void> {
  const days = new Map<string, { configId: string; day: string; count: number }>()
  const items = new Map<string, { week: number; month: number }>()
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
  await client.query(countDaily, [
    daily.map(({ configId }) => configId),
    daily.map(({ day }) => day),
    daily.map(({ count }) => count),
  ])
  await client.query(countStats, [
    [...items.keys()],
    [...items.values()].map(({ week }) => week),
    [...items.values()].map(({ month }) => month),
  ])
}

async function writePage(client: ClientBase, page: GroupedChanges, now: Date): Promise<void> {
  const [fresh, more] = [page.groups.filter(({ isNew }) => isNew), page.groups.filter(({ isNew }) => !isNew)]
  await insertTexts(client, 'core.config_changes', groupColumnNames, fresh.map(groupText))
  await insertTexts(
    client,
    'core.config_change_bodies',
    ['change_id', 'diff', 'patches', 'details'],
    fresh.map(bodyText),
  )
  if (more.length > 0) {
    await client.query(updateGroups, [`[${more.map(groupText).join(',')}]`])
    await client.query(updateBodies, [`[${more.map(bodyText).join(',')}]`])
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
  if (page.keys.length > 0)
    await client.query(writeKeys, [
      page.keys.map(({ configId }) => configId),
      page.keys.map(({ externalId }) => externalId),
      page.keys.map(({ changeId }) => changeId),
      page.keys.map(({ digest }) => digest),
      now,
    ])
  const diffs = page.occurrences.filter(({ change }) => change.ofDocument)
  if (diffs.length > 0)
    await client.query(nameVersions, [
      diffs.map(({ change }) => change.configId),
      diffs.map(({ changeId }) => changeId),
    ])
  if (page.occurrences.length > 0) await writeCounts(client, page, now)
}

/** Adds up what a page stored, by type of the items. Every occurrence begins a group or joins one. */
function countByType(
  types: Map<string, { stored: number; grouped: number }>,
  { groups, occurrences }: GroupedChanges,
): void {
  const of = (type: string) => {
    const known = types.get(type) ?? { stored: 0, grouped: 0 }
    types.set(type, known)
    return known
  }
  for (const { change } of occurrences) of(change.itemType).grouped += 1
  for (const { change, isNew } of groups)
    if (isNew) {
      of(change.itemType).stored += 1
      of(change.itemType).grouped -= 1
    }
}

/** Counts changes that no item has, and those of items that people do not want to hear of. */
async function takeDropped(client: ClientBase, drops: Drops): Promise<void> {
  type Row = { type: string; because: string; item_type: string | null; count: number }
  const orphans = await client.query<Row>(takeOrphans)
  for (const { type, because, count, item_type: itemType } of orphans.rows)
    drops.add('orphaned', type, because, count, itemType ?? undefined)
  const ignored = await client.query<Row>(takeIgnored)
  for (const { type, because, count, item_type: itemType } of ignored.rows)
    drops.add('ignored', type, because, count, itemType ?? undefined)
}

/**
 * Stores the changes of a run, those that are alike as occurrences of one.
 * @param onPage is told of each group that is new or has another occurrence
 */
export async function writeChanges(
  client: ClientBase,
  { now }: RunMode,
  drops: Drops,
  onPage: (groups: readonly (WrittenChange & { isNew: boolean })[]) => Promise<void>,
): Promise<WrittenChanges> {
  await client.query(addStatusChanges, [now])
  await takeDropped(client, drops)
  // A cursor has no parameters.
  await client.query(openCursor.replaceAll('$now', `'${now.toISOString()}'::timestamptz`))
  let [stored, grouped] = [0, 0]
  const types = new Map<string, { stored: number; grouped: number }>()
  for (;;) {
    const { rows } = await client.query<StagedChange>(`fetch ${PAGE} from staged_changes_in_order`)
    if (rows.length === 0) break
    const changes = rows.map(newChange)
    const keys = await loadKeys(client, changes)
    const page = groupChanges(changes, await loadGroups(client, changes, keys), keys, (at) =>
      v7({ msecs: at.getTime() }),
    )
    await writePage(client, page, now)
    await onPage(
      page.groups.map(({ id, configId, change, isNew }) => ({ id, configId, type: change.type, isNew })),
    )
    stored += page.stored
    grouped += page.grouped
    countByType(types, page)
  }
  await client.query('close staged_changes_in_order')
  return { stored, grouped, types }
}
