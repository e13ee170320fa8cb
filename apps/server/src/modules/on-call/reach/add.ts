import { isPersonalService, type MethodForm, phoneServices } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
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
  const { rows } = await client.query<{ type: string }>(
    'select type from core.connections where id = $1 and deleted_at is null',
    [form.connectionId],
  )
  const type = rows[0]?.type
  const fits =
    type !== undefined &&
    (form.kind === 'connection' ? isPersonalService(type) : phoneServices.some((known) => known === type))
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
  await client.query('select from core.people where id = $1 for no key update', [actor.personId])
  if ((await loadMethods(client, [actor.personId])).length >= MOST_METHODS)
    throw new RequestError('ECONFLICT', `You have ${MOST_METHODS} ways already; remove one first`)
  await requireConnection(client, form)
  const id = newId()
  await client.query(
    `insert into core.contact_methods (id, person_id, kind, label, address, connection_id, details, verified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      actor.personId,
      form.kind,
      form.label,
      plainAddress(form),
      'connectionId' in form ? form.connectionId : null,
      sealedDetails(secrets, form),
      // The browser that subscribed sent this request, so it is the person's own.
      form.kind === 'web_push' ? now : null,
    ],
  )
  await audit(client, actor, {
    action: 'create',
    resource: METHODS,
    id,
    name: form.label,
    after: { kind: form.kind, address: plainAddress(form) },
  })
  return id
}
