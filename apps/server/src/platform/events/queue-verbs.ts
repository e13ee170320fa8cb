import type {
  QueueSelection,
  QueuedEvent,
  QueuedEventDetails,
  QueuedEventList,
} from '@binnacle/contract/events'
import { maskCredentials, maskSecrets } from '@binnacle/contract/redact'
import type { Pool } from 'pg'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit.ts'
import { inTransaction } from '../database/index.ts'
import { RequestError } from '../errors.ts'
import { discardEntries, findEntry, listEntries, type QueueEntry, retryEntries } from '../jobs/entries.ts'
import { signal } from '../live/signal.ts'

const RESOURCE = 'event_queue'

function shown(entry: QueueEntry): QueuedEvent {
  const { id, name, consumer, state, attempts, most_attempts, error } = entry
  return {
    id,
    name,
    consumer,
    state,
    attempts,
    most_attempts,
    created_at: entry.created_at.toISOString(),
    next_attempt: entry.next_attempt?.toISOString() ?? null,
    last_failure: entry.last_failure?.toISOString() ?? null,
    error: error === null ? null : maskCredentials(error),
  }
}

const gone = () =>
  new RequestError('ENOTFOUND', 'This event is not in the queue any more: it was consumed or discarded')

/** Creates the verbs on the queue of events. The routes authorize them. */
export function createQueueVerbs(pool: Pool) {
  async function get(id: string): Promise<QueuedEventDetails> {
    const entry = await findEntry(pool, id)
    if (entry === undefined) throw gone()
    return { ...shown(entry), payload: maskSecrets(entry.payload) }
  }

  /** Changes events, and records in the audit log who changed how many. */
  async function change(
    action: 'retry' | 'discard',
    { reason, ...selection }: QueueSelection & { reason?: string },
    actor: Actor,
  ): Promise<{ events: number }> {
    const { id, name, state, query } = selection
    const one = id === undefined ? undefined : await get(id)
    if (one !== undefined && one.name !== name) throw gone()
    const events = await inTransaction(pool, async (client) => {
      const changed = await (action === 'retry' ? retryEntries : discardEntries)(client, selection)
      if (changed === 0) return 0
      await audit(client, actor, {
        action,
        resource: RESOURCE,
        id: id ?? null,
        name: one?.consumer == null ? name : `${name}/${one.consumer}`,
        after: {
          events: changed,
          reason,
          state,
          query,
          ...(one === undefined ? {} : { attempts: one.attempts, error: one.error, payload: one.payload }),
        },
      })
      await signal(client, RESOURCE)
      return changed
    })
    if (one !== undefined && events === 0)
      throw new RequestError(
        'ECONFLICT',
        one.state === 'waiting' && action === 'retry'
          ? 'This event has not failed'
          : 'This event is consumed at this moment. Wait until the attempt ends',
      )
    return { events }
  }

  return {
    get,
    async list(wanted: Parameters<typeof listEntries>[1]): Promise<QueuedEventList> {
      const { entries, ...counts } = await listEntries(pool, wanted)
      return { events: entries.map(shown), ...counts }
    },
    retry: (selection: QueueSelection, actor: Actor) => change('retry', selection, actor),
    discard: (selection: QueueSelection & { reason: string }, actor: Actor) =>
      change('discard', selection, actor),
  }
}
