import type { UI_SOURCE } from '@binnacle/contract/core'
import type { SilenceForm } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { readForm } from '../form.ts'
import { storeWindows } from '../stored-windows.ts'
import { lockSilence, refuse, requireTarget, snapshot, valuesOf } from './silence.ts'

/** What the maker of a silence says besides its content. */
export interface NewSilence {
  id?: string | undefined
  /** Null if the API creates it for a client that names none. */
  source: typeof UI_SOURCE | null
  now: Date
}

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
  const inserted = await tablesOn(client)
    .insertInto('core.notification_silences')
    .values({ id: wanted, source, created_by: actor.personId, ...valuesOf(read.value) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) throw new RequestError('ECONFLICT', 'There is a silence with this id already')
  const { id } = inserted
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
