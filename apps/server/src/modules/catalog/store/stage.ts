import { createHash } from 'node:crypto'
import type { Json } from '@binnacle/plugin-kit/core'
import type { ItemReference, ScrapeFault } from '@binnacle/plugin-kit/scrapers'
import type { ClientBase } from 'pg'
import { diffDocuments, type DocumentDiff } from './diff.ts'
import { encodeVersion } from './encode.ts'
import { fingerprint } from './fingerprint.ts'
import { indexable, problemOf } from './limits.ts'
import { normalize, type NormalDocument, storableText } from './normalize.ts'
import type {
  ByHand,
  DroppedChange,
  ItemFault,
  Ready,
  ReadyChange,
  ReadyDeletion,
  ReadyInsight,
  ReadyItem,
  RuledChange,
  ScraperIdentity,
} from './ready.ts'
import { bytes, insertTexts, rowText } from './rows.ts'
import type { Partition } from './sweep.ts'

/** Faults that a run keeps. Further ones are counted. */
const MOST_FAULTS = 1_000
/** Different reasons for dropping changes that a run keeps. Further ones are counted together. */
const MOST_DROPS = 1_000
const OTHERS = 'others'

/** Changes that are not kept, for one reason. */
export interface Drop {
  reason: 'ignored' | 'excluded' | 'orphaned'
  type: string
  because: string
  count: number
}

/** Changes that are not kept, by reason. */
export class Drops {
  readonly #byReason = new Map<string, Drop>()
  readonly #byItemType = new Map<string, Map<Drop['reason'], number>>()

  add(reason: Drop['reason'], type: string, because: string, count = 1, itemType?: string): void {
    if (itemType !== undefined) this.#count(itemType, reason, count)
    const key = (named: string) => JSON.stringify([reason, type, named])
    const isRoom = this.#byReason.size < MOST_DROPS || this.#byReason.has(key(because))
    const named = isRoom ? because : OTHERS
    const known = this.#byReason.get(key(named))
    if (known === undefined) this.#byReason.set(key(named), { reason, type, because: named, count })
    else known.count += count
  }

  #count(itemType: string, reason: Drop['reason'], count: number): void {
    const counts = this.#byItemType.get(itemType) ?? new Map<Drop['reason'], number>()
    counts.set(reason, (counts.get(reason) ?? 0) + count)
    this.#byItemType.set(itemType, counts)
  }

  copy(): Drops {
    const copy = new Drops()
    for (const { reason, type, because, count } of this.all) copy.add(reason, type, because, count)
    for (const { itemType, reason, count } of this.byItemType) copy.#count(itemType, reason, count)
    return copy
  }

  /** Counts by the type of the item, as far as it is known. */
  get byItemType(): readonly { itemType: string; reason: Drop['reason']; count: number }[] {
    return [...this.#byItemType].flatMap(([itemType, counts]) =>
      [...counts].map(([reason, count]) => ({ itemType, reason, count })),
    )
  }

  get all(): readonly Drop[] {
    return [...this.#byReason.values()]
  }
}

/** What a run gathers beside the rows of its tables. */
export interface Staged {
  scraper: ScraperIdentity
  /** The person who writes, where no scraper does. */
  byHand: ByHand | undefined
  complete: Partition[]
  faults: (ScrapeFault | ItemFault)[]
  /** Faults beside those. */
  moreFaults: number
  /** What the faults hide. */
  hidden: Partition[]
  drops: Drops
}

/** Begins to gather. */
export function newStaged(scraper: ScraperIdentity, byHand?: ByHand): Staged {
  return { scraper, byHand, complete: [], faults: [], moreFaults: 0, hidden: [], drops: new Drops() }
}

/** The scraper that what is gathered belongs to; null for what a person writes. */
export function scraperOf({ scraper, byHand }: Pick<Staged, 'scraper' | 'byHand'>): string | null {
  return byHand === undefined ? scraper.id : null
}

/** Keeps a fault, or counts it. */
export function addFault(staged: Staged, fault: ScrapeFault | ItemFault): void {
  if (staged.faults.length < MOST_FAULTS) staged.faults.push(fault)
  else staged.moreFaults += 1
}

interface StoredItem {
  id: string
  type: string
  hash: Buffer | null
  config_hash: Buffer | null
  version: number | null
  deleted: boolean
  /** Name of the scraper that has it, if that is another one that is in use. */
  owner: string | null
  /** Whether a person made it. */
  manual: boolean
}

const findStored = `
  select items.id, items.type, items.hash, items.deleted_at is not null as deleted, bodies.hash as config_hash,
    bodies.version, owners.name as owner, items.manual
  from core.config_items as items
  left join core.config_item_bodies as bodies on bodies.config_id = items.id
  left join core.config_scrapers as owners
    on owners.id = items.scraper_id and owners.id <> $2 and owners.deleted_at is null and items.deleted_at is null
  where items.id = any ($1)`

const itemColumns = [
  'id', 'same', 'external_id', 'type', 'config_class', 'name', 'description', 'icon', 'status', 'health', 'ready',
  'labels', 'tags', 'properties', 'source', 'scope', 'created_at', 'deleted_at', 'delete_reason', 'hash', 'parents',
  'ignores_diff', 'config', 'config_hash', 'base_hash', 'version_whole', 'version_body',
] // prettier-ignore
const edgeColumns = [
  'item_id', 'external_id', 'type', 'name', 'namespace', 'labels', 'scraper', 'agent', 'relation', 'incoming', 'by',
] // prettier-ignore
export const changeColumns = [
  'config_id', 'item_external_id', 'item_type', 'external_id', 'type', 'severity', 'source', 'summary', 'by', 'at',
  'fingerprint', 'diff', 'patches', 'details', 'changed', 'digest', 'deletes', 'of_document',
] // prettier-ignore
const insightColumns = [
  'item_external_id', 'item_type', 'external_id', 'analyzer', 'type', 'severity', 'summary', 'message', 'source',
  'details',
] // prettier-ignore

/** What an item says of itself beside its document, in the form that lists read. */
function attributesOf(item: ReadyItem) {
  return {
    external_id: [...new Set(item.externalIds)],
    type: item.type,
    config_class: item.class,
    name: item.name,
    description: item.description,
    icon: item.icon,
    status: item.status,
    health: item.health,
    ready: item.ready,
    labels: item.labels,
    tags: item.tags,
    properties: item.properties,
    source: item.source,
    scope: item.scope,
    created_at: item.createdAt?.toISOString(),
  }
}

/** An item whose parts have their normal form. */
interface NormalItem {
  item: ReadyItem
  attributes: NormalDocument
  config: NormalDocument | undefined
}

function normalizeItem(item: ReadyItem): NormalItem | string {
  const attributes = normalize(attributesOf(item))
  if (!attributes.ok) return `It ${attributes.failure}`
  if (item.config === undefined) return { item, attributes: attributes.value, config: undefined }
  const config = normalize(item.config)
  return config.ok
    ? { item, attributes: attributes.value, config: config.value }
    : `Its document ${config.failure}`
}

/** JSON of a value that others made, as PostgreSQL can store it. Undefined where it cannot be stored. */
function jsonOf(value: Json | undefined): unknown {
  if (value === undefined) return undefined
  const normal = normalize(value)
  return normal.ok ? JSON.parse(normal.value.text) : undefined
}

function parse(text: string): Json {
  return JSON.parse(text)
}

/** Compares a document with the stored one, for the change and the version that follow. */
function compareWithStored(normal: NormalItem, stored: StoredItem, config: Json) {
  const before = normalize(config)
  if (!before.ok || normal.config === undefined) return undefined
  const [old, fresh] = [parse(before.value.text), parse(normal.config.text)]
  const diff = diffDocuments(old, fresh)
  return diff && { diff, version: encodeVersion(stored.version ?? 1, old, fresh) }
}

/** A change of a document, as the rules of its spec want it. */
async function documentChange(
  { item, config }: NormalItem,
  { summary, text, patch, changed }: DocumentDiff,
): Promise<RuledChange | DroppedChange> {
  if (item.changeRules === undefined || config === undefined)
    return { kind: 'ruled', type: 'diff', severity: undefined, summary, deletes: false }
  return item.changeRules({ summary, diff: text, patch, changed, document: parse(config.text) })
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
    source: 'diff',
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

function edgeRows({ id, related }: ReadyItem): string[] {
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
  const { rows } = await client.query<{ id: string; config: Json }>(
    'select config_id as id, config from core.config_item_bodies where config_id = any ($1)',
    [ids],
  )
  return new Map(rows.map(({ id, config }) => [id, config]))
}

function sameHash(one: Buffer | null | undefined, other: Buffer | undefined): boolean {
  return one !== null && one !== undefined && other !== undefined && one.equals(other)
}

/** Why an item is not to be written, if it is not. */
function refusalOf(stored: StoredItem | undefined, { byHand }: Staged): string | undefined {
  if (stored === undefined) return undefined
  if (stored.owner !== null) return `The scraper ${stored.owner} has an item with the same id`
  const isManual = byHand !== undefined
  if (stored.manual === isManual) return undefined
  return isManual ? 'A scraper has found an item with the same id' : 'An item made by hand has the same id'
}

/** Forgets what a run said of items before: the last it says is what counts. */
async function replaceStaged(client: ClientBase, staged: Staged, items: readonly ReadyItem[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  const { rows } = await client.query<{ id: string; type: string }>(
    'delete from staged_items where id = any ($1) returning id, type',
    [ids],
  )
  if (rows.length === 0) return
  const again = rows.map(({ id }) => id)
  await client.query('delete from staged_names where id = any ($1)', [again])
  await client.query('delete from staged_edges where item_id = any ($1)', [again])
  await client.query('delete from staged_changes where config_id = any ($1)', [again])
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

/** Items that go on under another id, because they were joined with what they were before. */
async function findJoined(
  client: ClientBase,
  items: readonly ReadyItem[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ joined_id: string; config_id: string }>(
    'select joined_id, config_id from core.config_item_joins where joined_id = any ($1)',
    [items.map(({ id }) => id)],
  )
  return new Map(rows.map(({ joined_id: from, config_id: to }) => [from, to]))
}

async function stageItems(client: ClientBase, staged: Staged, given: readonly ReadyItem[]): Promise<void> {
  if (given.length === 0) return
  const storable = given.filter((item) => {
    const problem = problemOf(item)
    if (problem !== undefined)
      addFault(staged, { kind: 'item-fault', message: problem, item: item.name, type: item.type })
    return problem === undefined
  })
  const joined = await findJoined(client, storable)
  const items = [
    ...new Map(
      storable.map((item) => {
        const id = joined.get(item.id) ?? item.id
        return [id, id === item.id ? item : { ...item, id }]
      }),
    ).values(),
  ]
  await replaceStaged(client, staged, items)
  const found = await client.query<StoredItem>(findStored, [items.map(({ id }) => id), staged.scraper.id])
  const stored = new Map(found.rows.map((row) => [row.id, row]))
  const normal = items.flatMap((item) => {
    const refusal = refusalOf(stored.get(item.id), staged)
    const result = refusal ?? normalizeItem(item)
    if (typeof result !== 'string') return [result]
    addFault(staged, { kind: 'item-fault', message: result, item: item.name, type: item.type })
    return []
  })
  const changed = normal.filter(({ item, config }) => {
    const hash = stored.get(item.id)?.config_hash
    return hash && config !== undefined && !hash.equals(config.hash)
  })
  const documents = await loadDocuments(
    client,
    changed.map(({ item }) => item.id),
  )
  const rows: string[] = []
  const names: string[] = []
  const edges: string[] = []
  const changes: string[] = []
  for (const each of normal) {
    const { item, attributes, config } = each
    const known = stored.get(item.id)
    const keepsConfig = config === undefined || sameHash(known?.config_hash, config.hash)
    const same =
      known !== undefined &&
      !known.deleted &&
      item.deletedAt === undefined &&
      keepsConfig &&
      sameHash(known.hash, attributes.hash)
    for (const name of new Set(item.externalIds))
      names.push(rowText({ external_id: storableText(name), type: item.type, id: item.id }))
    edges.push(...edgeRows(item))
    const parents = item.parents.map(({ externalId, type }) => ({
      externalId: storableText(externalId),
      type,
    }))
    if (same) {
      rows.push(
        rowText({
          id: item.id,
          same,
          external_id: [],
          type: item.type,
          scope: item.scope,
          parents,
          ignores_diff: false,
        }),
      )
      continue
    }
    const document = documents.get(item.id)
    const comparison =
      document === undefined || known === undefined ? undefined : compareWithStored(each, known, document)
    if (comparison !== undefined && !item.ignoresDiff) {
      const change = await documentChange(each, comparison.diff)
      if (change.kind === 'dropped') staged.drops.add(...dropOf(change))
      else changes.push(documentChangeRow(item.id, change, comparison.diff, staged.byHand))
    }
    const row = {
      ...JSON.parse(attributes.text),
      id: item.id,
      same,
      deleted_at: item.deletedAt?.toISOString(),
      delete_reason: item.deleteReason,
      hash: bytes(attributes.hash),
      parents,
      ignores_diff: item.ignoresDiff,
      ...(keepsConfig ? {} : { config_hash: bytes(config.hash) }),
      ...(known?.config_hash ? { base_hash: bytes(known.config_hash) } : {}),
      ...(comparison === undefined
        ? {}
        : { version_whole: comparison.version.whole, version_body: bytes(comparison.version.body) }),
    }
    rows.push(rowText(row, keepsConfig ? undefined : { field: 'config', text: config.text }))
  }
  await insertTexts(client, 'staged_items', itemColumns, rows)
  await insertTexts(client, 'staged_names', ['external_id', 'type', 'id'], names)
  await insertTexts(client, 'staged_edges', edgeColumns, edges)
  await insertTexts(client, 'staged_changes', changeColumns, changes)
}

function changeRow(change: ReadyChange): string {
  const details = jsonOf(change.details)
  const patches = jsonOf(change.patches)
  const content = change.patches ?? change.details ?? change.summary ?? ''
  const digest = createHash('sha256')
    .update(JSON.stringify([change.at, details]))
    .digest('base64url')
  return rowText({
    item_external_id: storableText(change.item.externalId),
    item_type: change.item.type,
    external_id: change.externalId === '' ? undefined : indexable(storableText(change.externalId)),
    type: indexable(storableText(change.type)),
    severity: change.severity,
    source: storableText(change.source),
    summary: storableText(change.summary),
    by: storableText(change.by),
    at: change.at?.toISOString(),
    fingerprint: bytes(fingerprint(change.type, content)),
    diff: storableText(change.diff),
    patches,
    details,
    digest,
    deletes: change.deletes,
    of_document: false,
  })
}

function insightRow(insight: ReadyInsight): string {
  return rowText({
    item_external_id: storableText(insight.item.externalId),
    item_type: insight.item.type,
    external_id: indexable(storableText(insight.externalId)),
    analyzer: indexable(storableText(insight.analyzer)),
    type: insight.type,
    severity: insight.severity,
    summary: storableText(insight.summary),
    message: storableText(insight.message),
    source: storableText(insight.source),
    details: jsonOf(insight.details),
  })
}

function deletionRow({ item, at, reason }: ReadyDeletion): string {
  return rowText({
    item_external_id: storableText(item.externalId),
    item_type: item.type,
    at: at?.toISOString(),
    reason: reason ?? 'FROM_EVENT',
  })
}

/** Whether a reference names an item. */
function names({ externalIds, type }: ReadyItem, reference: ItemReference): boolean {
  return (
    externalIds.includes(reference.externalId) && (reference.type === undefined || reference.type === type)
  )
}

/** Gathers a batch. An item that is unchanged takes a comparison of hashes and a short row. */
export async function stageBatch(client: ClientBase, staged: Staged, batch: readonly Ready[]): Promise<void> {
  const items: ReadyItem[] = []
  const changes: string[] = []
  const insights: string[] = []
  let deletions: ReadyDeletion[] = []
  for (const ready of batch)
    switch (ready.kind) {
      case 'item':
        items.push(ready)
        // It is there again.
        deletions = deletions.filter(({ item }) => !names(ready, item))
        break
      case 'change':
        changes.push(changeRow(ready))
        break
      case 'insight':
        insights.push(insightRow(ready))
        break
      case 'deletion':
        deletions.push(ready)
        break
      case 'dropped':
        staged.drops.add(...dropOf(ready))
        break
      case 'complete':
        staged.complete.push({ type: ready.type, scope: ready.scope })
        break
      case 'fault':
        staged.hidden.push({ type: ready.type, scope: ready.scope })
        addFault(staged, ready)
        break
      case 'item-fault':
        addFault(staged, ready)
    }
  await stageItems(client, staged, items)
  await insertTexts(client, 'staged_changes', changeColumns, changes)
  await insertTexts(client, 'staged_insights', insightColumns, insights)
  await insertTexts(
    client,
    'staged_deletions',
    ['item_external_id', 'item_type', 'at', 'reason'],
    deletions.map(deletionRow),
  )
}

function dropOf({ reason, type, because, itemType }: DroppedChange): Parameters<Drops['add']> {
  return [reason, type, because, 1, itemType]
}
