import type { UI_SOURCE } from '@binnacle/contract/core'
import type { SilenceForm } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import { readForm } from '../form.ts'
import { storeWindows } from '../stored-windows.ts'
import { lockSilence, names, places, refuse, requireTarget, snapshot, valuesOf } from './silence.ts'

/** What the maker of a silence says besides its content. */
export interface NewSilence {
  id?: string | undefined
  /** Null if the API creates it for a client that names none. */
  source: typeof UI_SOURCE | null
  now: Date
}

const insert = `
  insert into core.notification_silences (id, source, created_by, ${names})
  values (coalesce($1::uuid, core.new_id()), $2, $3, ${places(4)})
  on conflict (id) do nothing returning id`

/**
 * Creates a silence in the transaction of the caller.
 * @returns its id
 */
export async function createSilence(
  client: ClientBase,
  form: SilenceForm,
  actor: Actor,
  { id: wanted, source, now }: NewSilence,
): Promise<string> {
  const read = readForm(form, { now, isNew: true })
  if (!read.ok) refuse(read.failure)
  await requireTarget(client, read.value)
  const { rows } = await client.query<{ id: string }>(insert, [
    wanted ?? null,
    source,
    actor.personId,
    ...valuesOf(read.value),
  ])
  const id = rows[0]?.id
  if (id === undefined) throw new RequestError('ECONFLICT', 'There is a silence with this id already')
  await storeWindows(client, [{ id, ...read.value }], now)
  await audit(client, actor, {
    action: 'create',
    resource: 'notification_silences',
    id,
    name: read.value.name ?? read.value.description,
    after: snapshot(await lockSilence(client, id)),
  })
  return id
}
