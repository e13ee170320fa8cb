import { isDeepStrictEqual } from 'node:util'
import type { ChangedItem, ManualItem } from '@binnacle/contract/catalog'
import { healthOf } from '@binnacle/health-rules'
import type { Json } from '@binnacle/plugin-kit/core'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import type { Events } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import { isJson } from '../extract/documents.ts'
import { classOfType } from '../extract/draft.ts'
import { type Mask, maskDocument, maskText, maskTexts } from '../extract/masking.ts'
import { publishByHand } from '../store/publish.ts'
import type { StoreInput, ItemInput } from '../store/input.ts'

/** What writing items by hand needs. */
export interface ByHandDependencies {
  events: Events
  mask: Mask
  now: Date
}

/** What items made by hand are kept apart by in changes. */
const SOURCE = 'by hand'

type Texts = Record<string, string>
/** Locks an item made by hand. @throws RequestError if it does not exist or a scraper found it */
async function lockItem(client: ClientBase, id: string) {
  const item = await tablesOn(client)
    .selectFrom('core.config_items as items')
    .leftJoin('core.config_item_notes as notes', 'notes.config_id', 'items.id')
    .select(({ eb }) => [
      'items.type',
      'items.name',
      'items.description',
      'items.labels',
      'items.tags',
      fragment<Texts>`coalesce(notes.tags, '{}')`.as('own_tags'),
      'items.parent_id as parent',
      'items.manual',
      eb('items.deleted_at', 'is not', null).as('deleted'),
      fragment<string>`derived.revision_of(items.id)`.as('revision'),
    ])
    .where('items.id', '=', id)
    .forUpdate('items')
    .executeTakeFirst()
  if (item === undefined) throw new RequestError('ENOTFOUND', 'There is no catalog item with this id')
  if (!item.manual)
    throw new RequestError(
      'ECONFLICT',
      'A scraper found this item, so it is changed where the scraper finds it',
    )
  return item
}

async function requireParent(client: ClientBase, id: string, parent: string | null): Promise<void> {
  if (parent === null) return
  if (parent === id) throw fieldError('parent', 'An item cannot contain itself')
  const item = await tablesOn(client)
    .selectFrom('core.config_items')
    .select('path')
    .where('id', '=', parent)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (item === undefined) throw fieldError('parent', 'There is no such item')
  if (item.path.split('.').includes(id)) throw fieldError('parent', 'The item contains this one already')
}

function readyOf(id: string, entered: ManualItem, { mask, now }: ByHandDependencies): ItemInput {
  const { type, parent } = entered
  const document: Json = isJson(entered.document) ? entered.document : null
  const config = maskDocument(document, mask)
  const outcome = healthOf(type, config, now)
  const says = outcome.status !== undefined || outcome.health !== 'unknown'
  return {
    kind: 'item',
    id,
    externalIds: [id],
    type,
    class: classOfType(type),
    name: maskText(entered.name, mask),
    config,
    status: outcome.status,
    health: says ? outcome.health : undefined,
    ready: says ? outcome.ready : undefined,
    description: entered.description === '' ? undefined : maskText(entered.description, mask),
    icon: undefined,
    labels: maskTexts(entered.labels, mask),
    tags: maskTexts(entered.tags, mask),
    properties: [],
    source: undefined,
    scope: '',
    createdAt: undefined,
    deletedAt: undefined,
    deleteReason: undefined,
    parents: parent === null ? [] : [{ externalId: parent }],
    related: [],
    ignoresDiff: false,
  }
}

/** A change that a person made to anything but the document. */
function changeBy(
  actor: Actor,
  id: string,
  type: string,
  summary: string | undefined,
  now: Date,
): StoreInput {
  return {
    kind: 'change',
    item: { externalId: id },
    externalId: '',
    type,
    severity: 'info',
    summary,
    by: actor.email,
    source: SOURCE,
    at: now,
    details: undefined,
    diff: undefined,
    patches: undefined,
    deletes: false,
  }
}

async function publish(
  client: ClientBase,
  actor: Actor,
  { events, now }: ByHandDependencies,
  ready: readonly StoreInput[],
): Promise<void> {
  const failure = await publishByHand(client, events, { by: actor, now, ready })
  if (failure !== undefined) throw fieldError('document', failure)
}

/** The parts of an item that its page shows besides the document, for the log and for naming what changed. */
function attributesOf({ type, name, description, labels, tags, parent }: Omit<ManualItem, 'document'>) {
  return { type, name, description, labels, tags, parent }
}

/** What a person entered, without its secrets. */
function enteredOf({ name, description = '', labels, tags }: ItemInput, entered: ManualItem) {
  return { ...entered, name, description, labels, tags }
}

/**
 * Makes an item, for what no scraper sees. No run touches it.
 * @throws RequestError with the field that is wrong
 */
export async function createItem(
  client: ClientBase,
  actor: Actor,
  entered: ManualItem,
  dependencies: ByHandDependencies,
): Promise<string> {
  const id = newId()
  await requireParent(client, id, entered.parent)
  const item = readyOf(id, entered, dependencies)
  await publish(client, actor, dependencies, [
    item,
    changeBy(actor, id, 'Created', undefined, dependencies.now),
  ])
  await audit(client, actor, {
    action: 'create',
    resource: 'config_items',
    id,
    name: item.name,
    after: attributesOf(enteredOf(item, entered)),
  })
  return id
}

/**
 * Replaces what a person wrote of an item. One that was deleted is there again.
 * @throws RequestError if there is no such item, a scraper found it, somebody changed it since it was read, or with the field
 * that is wrong
 */
export async function updateItem(
  client: ClientBase,
  actor: Actor,
  { id, revision, ...entered }: ChangedItem & { id: string },
  dependencies: ByHandDependencies,
): Promise<void> {
  const stored = await lockItem(client, id)
  if (revision !== undefined && revision !== stored.revision)
    throw new RequestError('ECONFLICT', 'This item was changed since you opened it', [
      { path: 'revision', message: 'is not the present one' },
    ])
  await requireParent(client, id, entered.parent)
  const item = readyOf(id, entered, dependencies)
  const { own_tags: own, deleted: _deleted, manual: _manual, revision: _revision, ...rest } = stored
  const before = attributesOf({
    ...rest,
    description: stored.description ?? '',
    tags: Object.fromEntries(Object.entries(stored.tags).filter(([key]) => !Object.hasOwn(own, key))),
  })
  const after = attributesOf(enteredOf(item, entered))
  const changed = Object.entries(after)
    .filter(
      ([field, value]) =>
        !isDeepStrictEqual(value, Object.entries(before).find(([key]) => key === field)?.[1]),
    )
    .map(([field]) => field)
  await publish(client, actor, dependencies, [
    item,
    ...(changed.length === 0 ? [] : [changeBy(actor, id, 'Updated', changed.join(', '), dependencies.now)]),
  ])
  await audit(client, actor, {
    action: 'update',
    resource: 'config_items',
    id,
    name: item.name,
    before,
    after,
  })
}

/**
 * Deletes an item that a person made. Its history stays.
 * @throws RequestError if there is no such item, or a scraper found it
 */
export async function deleteItem(
  client: ClientBase,
  actor: Actor,
  id: string,
  dependencies: ByHandDependencies,
): Promise<void> {
  const stored = await lockItem(client, id)
  if (stored.deleted) return
  await publish(client, actor, dependencies, [
    { kind: 'deletion', item: { externalId: id }, at: dependencies.now, reason: 'BY_HAND' },
    changeBy(actor, id, 'Deleted', undefined, dependencies.now),
  ])
  await audit(client, actor, {
    action: 'delete',
    resource: 'config_items',
    id,
    name: stored.name,
    before: attributesOf({ ...stored, description: stored.description ?? '' }),
  })
}
