import { healthOf, healths } from '@binnacle/contract/core'
import type { EventName, EventPayload } from '@binnacle/contract/kinds'
import type { ClientBase } from 'pg'
import type { Events } from '../../../../platform/events/index.ts'
import type { RunMode } from '../decide/decide.ts'
import { inPages } from '../rows.ts'
import type { WrittenChange } from './write-changes.ts'

/** Events of one statement. */
const PAGE = 1_000

/** Emits the events of what a run wrote, in its transaction. */
export interface ItemEventEmitter {
  changes(written: readonly WrittenChange[]): Promise<void>
  items(): Promise<void>
}

/** Tells others what a run wrote. Nothing is read for events that nobody consumes. */
export function createItemEventEmitter(
  client: ClientBase,
  events: Events,
  { now }: Pick<RunMode, 'now'>,
): ItemEventEmitter {
  const time = now.toISOString()

  async function emit<Name extends EventName>(
    name: Name,
    payloads: readonly EventPayload<Name>[],
  ): Promise<void> {
    await inPages(payloads, PAGE, (page) => events.emit(client, name, ...page))
  }
  async function tellIds(name: 'config.created' | 'config.deleted', statement: string): Promise<void> {
    if (!events.isConsumed(name)) return
    const { rows } = await client.query<{ id: string }>(statement)
    await emit(
      name,
      rows.map(({ id }) => ({ configId: id, time })),
    )
  }
  return {
    async changes(written) {
      const payloads = (isDiff: boolean) =>
        written
          .filter(({ type }) => (type === 'diff') === isDiff)
          .map(({ id, configId, type }) => ({ configId, time, changeId: id, changeType: type }))
      if (events.isConsumed('config.updated')) await emit('config.updated', payloads(true))
      if (events.isConsumed('config.changed')) await emit('config.changed', payloads(false))
    },
    async items() {
      await tellIds('config.created', `select id from staged_items where does = 'add'`)
      await tellIds('config.deleted', 'select config_id as id from staged_gone')
      const consumed = healths.filter((health) => events.isConsumed(`config.${health}`))
      if (consumed.length === 0) return
      const { rows } = await client.query<{
        id: string
        health: string | null
        before: string | null
        does: string
      }>(
        `select id, health, health_before as before, does from staged_items
         where does in ('update', 'restore') and not same and coalesce(health, 'unknown') <> coalesce(health_before, 'unknown')
           or does in ('add', 'restore') and health in ('warning', 'unhealthy')`,
      )
      for (const health of consumed)
        await emit(
          `config.${health}`,
          rows
            .filter((row) => healthOf(row.health) === health)
            .map(({ id, before, does }) => ({
              configId: id,
              time,
              // The alert of an item that comes back ended with its deletion.
              previous: does === 'add' || does === 'restore' ? null : healthOf(before),
            })),
        )
    },
  }
}
