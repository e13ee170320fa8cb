import type { Json } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import { unifiedDiff } from './diff.ts'
import { decodePatch, decodeWhole, stepBack, WHOLE_EVERY } from './encode.ts'
import {
  applyPatch,
  compare,
  createPatch,
  type Difference,
  isJsonArray,
  isJsonRecord,
  pointerPart,
} from './json-patch.ts'
import type { ItemTables } from '../known-tables.ts'
import { normalize } from '../stage/normalize.ts'

/** A document as it was. */
export interface DocumentThen {
  version: number
  since: Date
  /** Undefined for the present one. */
  until: Date | undefined
  document: Json
}

/** A version of a document, without the document. */
export interface VersionEntry {
  version: number
  since: Date
  until: Date | undefined
  /** The change that began it, and who made it. */
  changeId: string | undefined
  by: string | undefined
}

/** Who last changed the value at a path. */
export interface Blame extends Omit<VersionEntry, 'until'> {
  /** JSON Pointer of a value that is no list and no object, or of an empty one. */
  path: string
}

/** With its keys in order. */
function inOrder(document: Json): Json {
  const normal = normalize(document)
  if (!normal.ok) throw new Error(`A stored document ${normal.failure}`)
  return JSON.parse(normal.value.text)
}

const presentDocument = (pool: Pool, configId: string) =>
  tablesOn<ItemTables>(pool)
    .selectFrom('core.config_item_bodies')
    .select(['version', 'changed_at', 'config'])
    .where('config_id', '=', configId)
    .executeTakeFirst()

/**
 * Finds the document of an item as it was at a time.
 * @param time undefined for now
 * @returns undefined where the item had none then, or it is no longer kept
 */
export async function documentAt(
  pool: Pool,
  configId: string,
  time?: Date,
): Promise<DocumentThen | undefined> {
  const present = await presentDocument(pool, configId)
  if (present === undefined) return undefined
  if (time === undefined || time >= present.changed_at)
    return {
      version: present.version,
      since: present.changed_at,
      until: undefined,
      document: inOrder(present.config),
    }
  const ofItem = tablesOn<ItemTables>(pool)
    .selectFrom('core.config_versions')
    .where('config_id', '=', configId)
  const endedAfter = ofItem
    .select('version')
    .where('until', '>', time)
    .orderBy('until')
    .orderBy('version')
    .limit(1)
  const rows = await ofItem
    .select(['version', 'since', 'until', 'whole', 'body'])
    .where('version', '<', present.version)
    .where('version', '>=', endedAfter)
    .orderBy('version')
    // One of so many is whole, or the present document is nearer.
    .limit(WHOLE_EVERY + 1)
    .execute()
  const [then] = rows
  if (then === undefined || then.since > time) return undefined
  const nearest = rows.findIndex(({ whole }) => whole)
  const chain = rows.slice(0, nearest === -1 ? rows.length : nearest + 1)
  const document = chain.reduceRight<Json>(stepBack, inOrder(present.config))
  return { version: then.version, since: then.since, until: then.until, document: inOrder(document) }
}

type VersionRow = Columns<'core.config_versions', 'version' | 'since' | 'change_id'> & {
  /** Null for the present one. */
  until: Date | null
  by: string | null
}

/** Lists the versions of a document, the newest first. */
export async function versions(pool: Pool, configId: string, limit = 1_000): Promise<VersionEntry[]> {
  // The change that ended a version began the one after it.
  const { rows } = await pool.query<VersionRow>(sql`
    with versions as (
      select version, since, until, change_id from core.config_versions where config_id = ${configId}
      union all
      select version, changed_at, null, null from core.config_item_bodies where config_id = ${configId}
    )
    select versions.version, versions.since, versions.until, before.change_id,
      coalesce(people.name, change.external_created_by) as by
    from versions
    left join versions as before on before.version = versions.version - 1
    left join core.config_changes as change on change.id = before.change_id
    left join core.people on people.id = change.created_by
    order by versions.version desc limit ${limit}`)
  return rows.map((row) => ({
    version: row.version,
    since: row.since,
    until: row.until ?? undefined,
    changeId: row.change_id ?? undefined,
    by: row.by ?? undefined,
  }))
}

/** Stands for a value of the present document while it is traced back. */
class Leaf {
  readonly path: string
  version: number | undefined

  constructor(path: string) {
    this.path = path
  }
}

/** A tree like a document, with a leaf for each value. */
function shadowOf(value: Json, path: string, leaves: Leaf[]): unknown {
  if (isJsonArray(value) && value.length > 0)
    return value.map((inner, place) => shadowOf(inner, path + pointerPart(place), leaves))
  if (isJsonRecord(value) && Object.keys(value).length > 0)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, shadowOf(inner, path + pointerPart(key), leaves)]),
    )
  const leaf = new Leaf(path)
  leaves.push(leaf)
  return leaf
}

function assign(gone: unknown, version: number): void {
  if (gone instanceof Leaf) gone.version ??= version
  else if (typeof gone === 'object' && gone !== null)
    for (const inner of Object.values(gone)) assign(inner, version)
}

/** Versions that are read at once. */
const PAGE = 200

/**
 * Finds which version last touched each value of the present document. It goes back through the patches with a tree of
 * marks in place of the values: what a patch takes away came with the version after it.
 */
export async function blame(pool: Pool, configId: string): Promise<Blame[]> {
  const present = await presentDocument(pool, configId)
  if (present === undefined) return []
  const leaves: Leaf[] = []
  let document = inOrder(present.config)
  let shadow = shadowOf(document, '', leaves)
  let oldest = present.version
  for (;;) {
    const rows = await tablesOn(pool)
      .selectFrom('core.config_versions')
      .select(['version', 'whole', 'body'])
      .where('config_id', '=', configId)
      .where('version', '<', oldest)
      .orderBy('version', 'desc')
      .limit(PAGE)
      .execute()
    for (const { version, whole, body } of rows) {
      const patch = whole ? createPatch(document, decodeWhole(body)) : decodePatch(body)
      // Both trees keep the values of a patch, so each has its own.
      shadow = applyPatch(shadow, structuredClone(patch), (gone) => assign(gone, version + 1))
      document = whole ? decodeWhole(body) : stepBack(document, { whole, body })
      oldest = version
    }
    if (rows.length < PAGE || leaves.every(({ version }) => version !== undefined)) break
  }
  const known = new Map((await versions(pool, configId, 1_000_000)).map((entry) => [entry.version, entry]))
  return leaves.flatMap((leaf) => {
    const entry = known.get(leaf.version ?? oldest)
    if (entry === undefined) return []
    const { version, since, changeId, by } = entry
    return [{ path: leaf.path, version, since, changeId, by }]
  })
}

/** What two documents differ in. */
export interface DocumentDifference {
  from: DocumentThen
  to: DocumentThen
  /** Unified diff; empty where they are equal. */
  diff: string
  changed: readonly Difference[]
}

/** A document of an item at a time. */
export interface DocumentPoint {
  configId: string
  /** Undefined for now. */
  at: Date | undefined
}

/**
 * Compares the documents of any two items or times.
 * @returns `missing` where one of them is not there
 */
export async function difference(
  pool: Pool,
  from: DocumentPoint,
  to: DocumentPoint,
): Promise<DocumentDifference | { missing: 'from' | 'to' }> {
  const before = await documentAt(pool, from.configId, from.at)
  if (before === undefined) return { missing: 'from' }
  const after = await documentAt(pool, to.configId, to.at)
  if (after === undefined) return { missing: 'to' }
  const changed = [...compare(before.document, after.document)]
  return {
    from: before,
    to: after,
    changed,
    diff: changed.length === 0 ? '' : unifiedDiff(before.document, after.document),
  }
}
