import type { Json } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import { v7 } from 'uuid'
import { loadGroups, loadKeys } from '../changes/change-groups.ts'
import { writePage } from '../changes/change-pages.ts'
import type { RunMode } from '../decide/decide.ts'
import type { Drops } from '../stage/drops.ts'
import { groupChanges, type GroupedChanges, type NewChange } from '../changes/grouping.ts'
import type { Difference } from '../documents/json-patch.ts'

/** Changes that are grouped at once. */
const PAGE = 500

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
  /** When the newest change happened that its source gave a time, by item. */
  newest: ReadonlyMap<string, Date>
  /** Ids of changes of documents, the last of each item, by item. */
  ofDocuments: ReadonlyMap<string, string>
}

// The health of an item has changed, or it is there again.
const addStatusChanges = `
  insert into staged_changes (config_id, type, severity, source, summary, fingerprint, digest)
  select id, told.type, told.severity, 'health', description,
    substring(sha256(convert_to(told.type, 'UTF8')) for 16), ''
  from staged_items
  join (values
    ('healthy', 'Healthy', 'info'), ('unhealthy', 'Unhealthy', 'medium'), ('warning', 'Warning', 'low'),
    ('unknown', 'HealthUnknown', 'info')
  ) as told (health, type, severity) on told.health = coalesce(staged_items.health, 'unknown')
  where does in ('update', 'restore') and not same
    and coalesce(staged_items.health, 'unknown') <> coalesce(health_before, 'unknown')
  union all
  select id, 'Restored', 'info', 'catalog', null, null, '' from staged_items where does = 'restore'`

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

/** A cursor has no parameters. */
const openCursor = (now: string): string => `
  declare staged_changes_in_order no scroll cursor for
  select change.config_id, change.external_id, change.type, change.severity, change.source, change.summary, change.by,
    people.id as created_by, least(coalesce(change.at, '${now}'::timestamptz), '${now}'::timestamptz) as at, change.at is not null as timed,
    change.fingerprint, change.diff, change.patches, change.details, change.changed, change.digest, change.of_document, items.type as item_type
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
  timed: boolean
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
    isTimed: row.timed,
    fingerprint: row.fingerprint ?? undefined,
    diff: row.diff ?? undefined,
    patches: row.patches ?? undefined,
    details: row.details ?? undefined,
    changed: row.changed ?? undefined,
    digest: row.digest,
    ofDocument: row.of_document,
  }
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
  await client.query(addStatusChanges)
  await takeDropped(client, drops)
  await client.query(openCursor(now.toISOString()))
  let [stored, grouped] = [0, 0]
  const types = new Map<string, { stored: number; grouped: number }>()
  const newest = new Map<string, Date>()
  const ofDocuments = new Map<string, string>()
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
    // The earliest first.
    for (const { change, changeId } of page.occurrences) {
      if (change.isTimed) newest.set(change.configId, change.at)
      if (change.ofDocument) ofDocuments.set(change.configId, changeId)
    }
  }
  await client.query('close staged_changes_in_order')
  return { stored, grouped, types, newest, ofDocuments }
}
