import { isPersonalService, type MethodForm, phoneServices } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { METHODS, refuse } from './method.ts'
import { loadMethods } from './stored.ts'

/** Most methods of a person. */
const MOST_METHODS = 20

/** @throws RequestError if a connection does not exist, or does not send what the method needs */
async function requireConnection(client: ClientBase, form: MethodForm): Promise<void> {
  if (form.kind === 'email' || form.kind === 'web_push') return
  const connection = await tablesOn(client)
    .selectFrom('core.connections')
    .select('type')
    .where('id', '=', form.connectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const fits =
    connection !== undefined &&
    (form.kind === 'connection'
      ? isPersonalService(connection.type)
      : phoneServices.some((known) => known === connection.type))
  if (!fits) refuse('connectionId', 'Choose a connection that can send to you')
}

/** The column `address`: only addresses that are no secret. */
function plainAddress(form: MethodForm): string | null {
  return form.kind === 'connection' || form.kind === 'web_push' ? null : form.address
}

/** The column `details`: what a service knows the person by, sealed. */
function sealedDetails(secrets: Secrets, form: MethodForm): string | null {
  if (form.kind === 'web_push') return secrets.seal(JSON.stringify({ subscription: form.subscription }))
  return form.kind === 'connection' && form.address !== ''
    ? secrets.seal(JSON.stringify({ address: form.address }))
    : null
}

/** Adds a way to reach the requesting person. It is used after it was verified. @returns its id */
export async function addMethod(
  client: ClientBase,
  secrets: Secrets,
  form: MethodForm,
  actor: Actor,
  now: Date,
): Promise<string> {
  await tablesOn(client)
    .selectFrom('core.people')
    .select('id')
    .where('id', '=', actor.personId)
    .forNoKeyUpdate()
    .execute()
  if ((await loadMethods(client, [actor.personId])).length >= MOST_METHODS)
    throw new RequestError('ECONFLICT', `You have ${MOST_METHODS} ways already; remove one first`)
  await requireConnection(client, form)
  const id = newId()
  await tablesOn(client)
    .insertInto('core.contact_methods')
    .values({
      id,
      person_id: actor.personId,
      kind: form.kind,
      label: form.label,
      address: plainAddress(form),
      connection_id: 'connectionId' in form ? form.connectionId : null,
      details: sealedDetails(secrets, form),
      // The browser that subscribed sent this request, so it is the person's own.
      verified_at: form.kind === 'web_push' ? now : null,
    })
    .execute()
  await audit(client, actor, {
    action: 'create',
    resource: METHODS,
    id,
    name: form.label,
    after: { kind: form.kind, address: plainAddress(form) },
  })
  return id
}
