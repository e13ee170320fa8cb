import {
  isPersonalService,
  type MethodForm,
  personalServices,
  phoneServices,
  type ReachPlans,
  urgencies,
} from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { findMethod, loadMethods, type MethodRow } from './stored.ts'

/** Most methods of a person. */
const MOST_METHODS = 20
const resource = 'contact_methods'

function refuse(path: string, message: string): never {
  throw new RequestError('EINVALID', message, [{ path, message }])
}

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
    resource,
    id,
    name: form.label,
    after: { kind: form.kind, address: plainAddress(form) },
  })
  return id
}

/** Reads a method of the requesting person. @throws RequestError without one */
export async function requireMethod(client: ClientBase, id: string, actor: Actor): Promise<MethodRow> {
  const row = await findMethod(client, actor.personId, id)
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no way to reach you with this id')
  return row
}

/** Removes a way to reach the requesting person, from their plans too. */
export async function removeMethod(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const { kind, label, address } = await requireMethod(client, id, actor)
  await client.query('delete from core.contact_methods where id = $1', [id])
  await client.query(
    `update core.contact_plans
     set steps = coalesce(
       (select jsonb_agg(step order by place)
        from jsonb_array_elements(steps) with ordinality as listed (step, place)
        where step ->> 'methodId' <> $2),
       '[]'
     )
     where person_id = $1`,
    [actor.personId, id],
  )
  await audit(client, actor, { action: 'delete', resource, id, name: label, before: { kind, address } })
}

/** Sets the order in which the requesting person is reached. */
export async function setPlans(client: ClientBase, plans: ReachPlans, actor: Actor): Promise<void> {
  const own = await loadMethods(client, [actor.personId])
  for (const urgency of urgencies)
    for (const [place, { methodId }] of plans[urgency].entries())
      if (!own.some(({ id }) => id === methodId))
        refuse(`${urgency}[${place}].methodId`, 'Choose one of your ways')
  for (const urgency of urgencies)
    await client.query(
      `insert into core.contact_plans (person_id, urgency, steps) values ($1, $2, $3)
       on conflict (person_id, urgency) do update set steps = excluded.steps`,
      [actor.personId, urgency, JSON.stringify(plans[urgency])],
    )
  await audit(client, actor, {
    action: 'update',
    resource: 'contact_plans',
    id: actor.personId,
    name: actor.name,
    after: { ...plans },
  })
}

/** Types of connections that can reach a person. */
export const connectionTypes: readonly string[] = [...Object.keys(personalServices), ...phoneServices]
