import type { PushedChange, PushResult } from '@binnacle/contract/catalog'
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { Json } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { newId } from '../../../platform/ids.ts'
import { isJson } from '../extract/documents.ts'
import { type Mask, maskDocument, maskText } from '../extract/masking.ts'
import { severityOfType, severityOfWord } from '../extract/severity.ts'
import type { CatalogStore, StoreInput } from '../store/input.ts'

/** Source of the scraper as whose changes those count that other systems push. It never runs. */
export const PUSH_SOURCE = 'push'

// Items are found by their id, else by an external id, else by their name; deleted ones are not meant.
const findItems = (changes: readonly (PushedChange & { index: number })[]) => sql`
  select given.index, array_agg(found.id order by found.id) as ids
  from json_to_recordset(${JSON.stringify(changes)}::json) as given (
    index integer, config_id uuid, external_id text, config_name text, config_type text
  )
  cross join lateral (
    select items.id from core.config_items as items
    where items.deleted_at is null and (given.config_type is null or items.type = given.config_type)
      and case
        when given.config_id is not null then items.id = coalesce(
          (select joins.config_id from core.config_item_joins as joins where joins.joined_id = given.config_id),
          given.config_id
        )
        when given.external_id is not null then items.external_id @> array[given.external_id]
        else given.config_name is not null and items.name = given.config_name
      end
    limit 2
  ) as found
  group by given.index`

function describe({
  config_id: id,
  external_id: externalId,
  config_name: name,
  config_type: type,
}: PushedChange): string {
  const what = id ?? externalId ?? name ?? 'nothing'
  return type === undefined ? what : `${what} of the type ${type}`
}

/** Keeps the scraper as whose changes pushed ones count. @returns its id */
async function keepPushScraper(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Columns<'core.config_scrapers', 'id'>>(sql`
    insert into core.config_scrapers as stored (agent_id, name, namespace, spec, source)
    values (${LOCAL_AGENT_ID}, 'pushed changes', 'binnacle', '{"schedule": "@never"}', ${PUSH_SOURCE})
    on conflict (agent_id, name, namespace, coalesce(source, 'UI')) where deleted_at is null
    do update set name = stored.name
    returning id`)
  return rows[0]?.id ?? newId()
}

/** Stores changes that other systems tell, on the items that they name. */
export function createPushedChanges({
  pool,
  store,
  clock,
  mask,
}: {
  pool: Pool
  store: CatalogStore
  clock: Clock
  mask: Mask
}) {
  const clean = (value: unknown): Json | undefined => (isJson(value) ? maskDocument(value, mask) : undefined)
  const text = (value: string | undefined) => (value === undefined ? undefined : maskText(value, mask))

  return async (changes: readonly PushedChange[], actor: Actor): Promise<PushResult> => {
    const id = await keepPushScraper(pool)
    const { rows } = await pool.query<{ index: number; ids: string[] }>(
      findItems(changes.map((change, index) => ({ ...change, index, details: undefined, diff: undefined }))),
    )
    const found = new Map(rows.map(({ index, ids }) => [index, ids]))
    const ready: StoreInput[] = []
    const orphaned: PushResult['orphaned'] = []
    for (const [index, change] of changes.entries()) {
      const [item, ...others] = found.get(index) ?? []
      if (item === undefined || others.length > 0) {
        orphaned.push({
          index,
          message:
            item === undefined
              ? `there is no item ${describe(change)}`
              : `several items are ${describe(change)}; name one by config_id, or add config_type`,
        })
        // Counted with those of scrapers that have no item.
        if (item === undefined) ready.push(changeOf(change, { externalId: describe(change) }, actor))
        continue
      }
      ready.push(changeOf(change, { externalId: item }, actor))
    }
    const counts = ready.length === 0 ? undefined : await store.follow({ id, agentId: LOCAL_AGENT_ID }, ready)
    const stored = counts?.changes.stored ?? 0
    if (stored > 0)
      // A change may name somebody else as its author, so the log says who told it.
      await audit(pool, actor, {
        action: 'push',
        resource: 'config_changes',
        id,
        name: 'pushed changes',
        after: { stored },
      })
    return {
      stored,
      grouped: counts?.changes.grouped ?? 0,
      orphaned,
    }
  }

  function changeOf(change: PushedChange, item: { externalId: string }, actor: Actor): StoreInput {
    const { change_type: type, created_at: at } = change
    return {
      kind: 'change',
      item,
      externalId: change.external_change_id ?? newId(),
      type,
      severity: severityOfWord(change.severity) ?? severityOfType(type),
      summary: text(change.summary),
      by: change.created_by ?? actor.email,
      source: change.source ?? 'push',
      at: at === undefined ? clock.now() : new Date(at),
      details: clean(change.details),
      diff: text(change.diff),
      patches: undefined,
      deletes: false,
    }
  }
}
export type PushedChanges = ReturnType<typeof createPushedChanges>
