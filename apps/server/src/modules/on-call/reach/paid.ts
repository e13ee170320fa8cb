import { allow } from '@binnacle/contract/access'
import { type MethodForm, PERSONAL_USE, phoneServices } from '@binnacle/contract/on-call'
import type { Actor } from '../../../platform/access/actor.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Connections } from '../../connections/index.ts'

const isPaid = (type: string) => phoneServices.some((known) => known === type)

/**
 * Whether a person may have messages sent to themselves through a connection. Text messages and calls cost money, so
 * either the connection says that people may use it, or the person may decide who is notified anyway.
 */
export async function mayBeReachedBy(
  connections: Pick<Connections, 'find'>,
  { id, type }: { id: string; type: string },
  { roles }: Pick<Actor, 'roles'>,
): Promise<boolean> {
  if (!isPaid(type) || allow(roles, 'notifications', 'write')) return true
  const found = await connections.find({ id }, 'default')
  return found.ok && found.value.properties[PERSONAL_USE] === 'true'
}

/** @throws RequestError if a way that costs money is not open to the requesting person */
export async function requirePaidUse(
  connections: Pick<Connections, 'find'>,
  form: MethodForm,
  actor: Pick<Actor, 'roles'>,
): Promise<void> {
  if (form.kind !== 'sms' && form.kind !== 'voice') return
  const [type] = phoneServices
  if (await mayBeReachedBy(connections, { id: form.connectionId, type }, actor)) return
  const message =
    'An administrator has not allowed people to use this connection: text messages and calls cost money'
  throw new RequestError('EINVALID', message, [{ path: 'connectionId', message }])
}
