import { DOCUMENT_SOURCE } from '@binnacle/contract/catalog'
import type { Json } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import { diffDocuments, type DocumentDiff } from '../documents/diff.ts'
import { encodeVersion } from '../documents/encode.ts'
import { fingerprint } from '../changes/fingerprint.ts'
import { attributeNames, attributesOf } from '../attributes.ts'
import type { ItemTables } from '../known-tables.ts'
import { indexable, problemOf } from '../limits.ts'
import { normalize, type NormalDocument, storableText } from './normalize.ts'
import type { ByHand, DroppedChange, ItemInput, RuledChange } from '../input.ts'
import { bytes, insertTexts, rowText } from '../rows.ts'
import { changeColumns } from './stage-rows.ts'
import { addDrop, addFault, type StagingContext } from './staged.ts'

/** Finds items with the name of the scraper that has them, if that is another one that is in use. */
const findStored = (client: ClientBase, ids: readonly string[], scraperId: string) =>
  tablesOn(client)
    .selectFrom('core.config_items as items')
    .leftJoin('core.config_item_bodies as bodies', 'bodies.config_id', 'items.id')
    .leftJoin('core.config_scrapers as owners', (owner) =>
      owner
        .onRef('owners.id', '=', 'items.scraper_id')
        .on('owners.id', '<>', scraperId)
        .on('owners.deleted_at', 'is', null)
        .on('items.deleted_at', 'is', null),
    )
    .select(({ eb }) => [
      'items.id',
      'items.type',
      'items.hash',
      eb('items.deleted_at', 'is not', null).as('deleted'),
      'bodies.hash as config_hash',
      'bodies.version',
      'owners.name as owner',
      'items.manual',
    ])
    .where('items.id', '=', anyOf(ids))
    .execute()

type StoredItem = Awaited<ReturnType<typeof findStored>>[number]

/** Columns of the staging table: what an item says of itself, and what a run decides. */
const itemColumns = [
  ...attributeNames, 'id', 'same', 'deleted_at', 'delete_reason', 'hash', 'parents', 'ignores_diff',
] // prettier-ignore
const documentColumns = ['id', 'config', 'hash', 'base_hash', 'version_whole', 'version_body']
const edgeColumns = [
  'item_id', 'external_id', 'type', 'name', 'namespace', 'labels', 'scraper', 'agent', 'relation', 'incoming', 'by',
] // prettier-ignore

function sameHash(one: Buffer | null | undefined, other: Buffer | undefined): boolean {
  return one !== null && one !== undefined && other !== undefined && one.equals(other)
}

/** An item, and what of it differs from what is stored, in its normal form. */
interface NormalItem {
  item: ItemInput
  /** Undefined where neither they nor the document nor what is said of its deletion differ. */
  attributes: NormalDocument | undefined
  config: NormalDocument | undefined
}

/**
 * Compares an item with the stored one. Of what is equal, no text is kept.
 * @returns why it cannot be stored, if it cannot
 */
function compareItem(item: ItemInput, known: StoredItem | undefined): NormalItem | string {
  const attributes = normalize(attributesOf(item))
  if (!attributes.ok) return `It ${attributes.failure}`
  const document = item.config === undefined ? undefined : normalize(item.config)
  if (document?.ok === false) return `Its document ${document.failure}`
  const config = sameHash(known?.config_hash, document?.value.hash) ? undefined : document?.value
  const same =
    known !== undefined &&
    !known.deleted &&
    item.deletedAt === undefined &&
    config === undefined &&
    sameHash(known.hash, attributes.value.hash)
  return { item, attributes: same ? undefined : attributes.value, config }
}

function parse(text: string): Json {
  return JSON.parse(text)
}

function edgeRows({ id, related }: ItemInput): string[] {
  return related.map((edge) =>
    rowText({
      item_id: id,
      external_id: edge.externalId === '' ? undefined : storableText(edge.externalId),
      type: edge.type,
      name: edge.name,
      namespace: edge.namespace,
      labels: edge.labels,
      scraper: edge.scraper,
      agent: edge.agent,
      relation: edge.relation ?? '',
      incoming: edge.incoming ?? false,
      by: edge.by,
    }),
  )
}

async function loadDocuments(client: ClientBase, ids: readonly string[]): Promise<Map<string, Json>> {
  if (ids.length === 0) return new Map()
  const bodies = await tablesOn<ItemTables>(client)
    .selectFrom('core.config_item_bodies')
    .select(['config_id', 'config'])
    .where('config_id', '=', anyOf(ids))
    .execute()
  return new Map(bodies.map(({ config_id: id, config }) => [id, config]))
}

/** Why an item is not to be written, if it is not. */
function refusalOf(stored: StoredItem | undefined, { byHand }: StagingContext): string | undefined {
  if (stored === undefined) return undefined
  if (stored.owner !== null) return `The scraper ${stored.owner} has an item with the same id`
  const isManual = byHand !== undefined
  if (stored.manual === isManual) return undefined
  return isManual
    ? 'A scraper has found an item with the same id'
    : 'An item that was added manually has the same id'
}

/** Forgets what a run said of items before: the last it says is what counts. */
async function replaceStaged(
  client: ClientBase,
  staged: StagingContext,
  items: readonly ItemInput[],
): Promise<void> {
  const ids = items.map(({ id }) => id)
  const { rows } = await client.query<{ id: string; type: string }>(
    sql`delete from staged_items where id = any (${ids}) returning id, type`,
  )
  if (rows.length === 0) return
  const again = rows.map(({ id }) => id)
  await client.query(sql`delete from staged_documents where id = any (${again})`)
  await client.query(sql`delete from staged_names where id = any (${again})`)
  await client.query(sql`delete from staged_edges where item_id = any (${again})`)
  await client.query(sql`delete from staged_changes where config_id = any (${again})`)
  const types = new Map(items.map(({ id, type, name }) => [id, { type, name }]))
  for (const { id, type } of rows) {
    const now = types.get(id)
    if (now !== undefined && now.type !== type)
      addFault(staged, {
        kind: 'item-fault',
        message: `An item of type ${type} has the same id`,
        item: now.name,
        type: now.type,
      })
  }
}

/** Rows of a batch, by the table that gathers them. */
interface BatchRows {
  items: string[]
  documents: string[]
  names: string[]
  edges: string[]
  changes: string[]
}

/** A change of a document, as the rules of its spec want it. */
async function documentChange(
  { changeRules }: ItemInput,
  document: NormalDocument,
  { summary, text, patch, changed }: DocumentDiff,
): Promise<RuledChange | DroppedChange> {
  if (changeRules === undefined)
    return { kind: 'ruled', type: 'diff', severity: undefined, summary, deletes: false }
  return changeRules({ summary, diff: text, patch, changed, document: parse(document.text) })
}

function documentChangeRow(
  id: string,
  { type, severity, summary, deletes }: RuledChange,
  { text, patch, changed }: DocumentDiff,
  byHand: ByHand | undefined,
): string {
  return rowText({
    config_id: id,
    type: indexable(storableText(type)),
    severity,
    summary: storableText(summary),
    source: DOCUMENT_SOURCE,
    by: byHand?.email,
    fingerprint: bytes(fingerprint(type, patch)),
    diff: text,
    patches: patch,
    changed,
    digest: '',
    deletes,
    of_document: true,
  })
}

/** Adds a change for each document of an item that differs from the one before it. */
async function addChanges(
  rows: BatchRows,
  staged: StagingContext,
  item: ItemInput,
  documents: readonly NormalDocument[],
): Promise<void> {
  if (item.ignoresDiff) return
  for (const [place, document] of documents.entries()) {
    const before = documents[place - 1]
    const diff = before && diffDocuments(before.value, document.value)
    if (diff === undefined) continue
    const change = await documentChange(item, document, diff)
    if (change.kind === 'dropped') addDrop(staged, change)
    else rows.changes.push(documentChangeRow(item.id, change, diff, staged.byHand))
  }
}

/** The document that another one replaces, as it is kept. */
function versionRow(before: NormalDocument | undefined, after: NormalDocument, version: number | null) {
  if (before === undefined || before.hash.equals(after.hash)) return {}
  const { whole, body } = encodeVersion(version ?? 1, before, after.value)
  return { version_whole: whole, version_body: bytes(body) }
}

/**
 * Adds the rows of an item. One that is unchanged has short ones.
 * @param before the stored document, and those that were told before its last one
 */
async function addRows(
  rows: BatchRows,
  staged: StagingContext,
  normal: NormalItem,
  known: StoredItem | undefined,
  before: { stored?: NormalDocument | undefined; earlier: readonly NormalDocument[] },
): Promise<void> {
  const { item, attributes, config } = normal
  const last = config ?? before.stored
  await addChanges(
    rows,
    staged,
    item,
    [before.stored, ...before.earlier, last].filter((one) => one !== undefined),
  )
  const { id, type, scope } = item
  const same = attributes === undefined
  for (const name of new Set(item.externalIds))
    rows.names.push(rowText({ external_id: storableText(name), type, id }))
  rows.edges.push(...edgeRows(item))
  const parents = item.parents.map((parent) => ({
    externalId: storableText(parent.externalId),
    type: parent.type,
  }))
  if (attributes === undefined) {
    rows.items.push(rowText({ id, same, external_id: [], type, scope, parents, ignores_diff: false }))
    return
  }
  const decided = rowText({
    id,
    same,
    deleted_at: item.deletedAt?.toISOString(),
    delete_reason: item.deleteReason,
    hash: bytes(attributes.hash),
    parents,
    ignores_diff: item.ignoresDiff,
  })
  rows.items.push(`${attributes.text.slice(0, -1)},${decided.slice(1)}`)
  if (config === undefined) return
  rows.documents.push(
    rowText(
      {
        id,
        hash: bytes(config.hash),
        ...(known?.config_hash ? { base_hash: bytes(known.config_hash) } : {}),
        ...versionRow(before.stored, config, known?.version ?? null),
      },
      { field: 'config', text: config.text },
    ),
  )
}

/** Items that go on under another id, because they were joined with what they were before. */
async function findJoined(
  client: ClientBase,
  items: readonly ItemInput[],
): Promise<ReadonlyMap<string, string>> {
  const joins = await tablesOn(client)
    .selectFrom('core.config_item_joins')
    .select(['joined_id', 'config_id'])
    .where('joined_id', '=', anyOf(items.map(({ id }) => id)))
    .execute()
  return new Map(joins.map(({ joined_id: from, config_id: to }) => [from, to]))
}

/** Gathers items. The last that is said of one is stored; a followed source changed it each time that it told it. */
export async function stageItems(
  client: ClientBase,
  staged: StagingContext,
  given: readonly ItemInput[],
): Promise<void> {
  if (given.length === 0) return
  const storable = given.filter((item) => {
    const problem = problemOf(item)
    if (problem !== undefined)
      addFault(staged, { kind: 'item-fault', message: problem, item: item.name, type: item.type })
    return problem === undefined
  })
  const joined = await findJoined(client, storable)
  const byId = Map.groupBy(
    storable.map((item) => {
      const id = joined.get(item.id) ?? item.id
      return id === item.id ? item : { ...item, id }
    }),
    ({ id }) => id,
  )
  const items = [...byId.values()].flatMap((each) => each.slice(-1))
  await replaceStaged(client, staged, items)
  const ids = items.map(({ id }) => id)
  const found = await findStored(client, ids, staged.scraper.id)
  const stored = new Map(found.map((row) => [row.id, row]))
  /** What was told of an item before its last document, where each counts. */
  const earlierOf = ({ id }: ItemInput): readonly NormalDocument[] =>
    staged.keepsEach
      ? (byId.get(id) ?? []).slice(0, -1).flatMap(({ config }) => {
          const document = config === undefined ? undefined : normalize(config)
          return document?.ok === true ? [document.value] : []
        })
      : []
  const rows: BatchRows = { items: [], documents: [], names: [], edges: [], changes: [] }
  const changed: NormalItem[] = []
  // One after the other, so that of a document only its row is kept: most of the time of a large run would else go into
  // the collection of garbage.
  for (const item of items) {
    const known = stored.get(item.id)
    const result = refusalOf(known, staged) ?? compareItem(item, known)
    if (typeof result === 'string')
      addFault(staged, { kind: 'item-fault', message: result, item: item.name, type: item.type })
    else if (known?.config_hash && (result.config !== undefined || earlierOf(item).length > 0))
      changed.push(result)
    else await addRows(rows, staged, result, known, { earlier: earlierOf(item) })
  }
  const documents = await loadDocuments(
    client,
    changed.map(({ item }) => item.id),
  )
  for (const each of changed) {
    const document = documents.get(each.item.id)
    const before = document === undefined ? undefined : normalize(document)
    await addRows(rows, staged, each, stored.get(each.item.id), {
      stored: before?.ok === true ? before.value : undefined,
      earlier: earlierOf(each.item),
    })
  }
  await insertTexts(client, 'staged_items', itemColumns, rows.items)
  await insertTexts(client, 'staged_documents', documentColumns, rows.documents)
  await insertTexts(client, 'staged_names', ['external_id', 'type', 'id'], rows.names)
  await insertTexts(client, 'staged_edges', edgeColumns, rows.edges)
  await insertTexts(client, 'staged_changes', changeColumns, rows.changes)
}
