import { REQUIRED } from '@binnacle/contract/core'
import type { AlertAct } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { SilenceBook } from '../../silences/index.ts'
import { addNotes, lockAlerts } from './stored.ts'

/**
 * Silences the resources of open alerts in the transaction of the caller. The alerts are looked at again when the silences
 * begin and end, as with any other silence.
 * @returns the alerts whose resources were not silenced for as long already
 */
export async function silenceAlerts(
  client: ClientBase,
  silences: Pick<SilenceBook, 'cover'>,
  { ids, until }: Pick<AlertAct, 'ids' | 'until'>,
  actor: Actor,
  now: Date,
): Promise<string[]> {
  if (until === undefined || until.trim() === '') throw new RequestError('EINVALID', `until: ${REQUIRED}`)
  const changed: string[] = []
  for (const { id, resource_kind: kind, resource_id: resource, closed_at: end } of await lockAlerts(
    client,
    ids,
  ))
    if (end === null && (await silences.cover(client, { kind, id: resource }, until, actor))) changed.push(id)
  await addNotes(
    client,
    changed.map((id) => ({
      alert_id: id,
      at: now,
      kind: 'silenced' as const,
      text: `${actor.name} silenced it`,
      person_id: actor.personId,
    })),
  )
  return changed
}
