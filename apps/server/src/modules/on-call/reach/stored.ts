import type { Connection } from '../../../platform/database/tables-on.ts'
import {
  type ContactKind,
  type ContactMethod,
  isPersonalService,
  personalServices,
  pushSubscription,
  reachPlan,
  type ReachPlan,
  type ReachPlans,
  urgencies,
  type Urgency,
} from '@binnacle/contract/on-call'
import { z } from 'zod'
import type { KnownColumns } from '../../../platform/database/columns.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ReachMethod } from '../ports.ts'

/** A way to reach a person, as it is stored. */
export type MethodRow = KnownColumns<
  'core.contact_methods',
  | 'id'
  | 'person_id'
  | 'kind'
  | 'label'
  | 'address'
  | 'connection_id'
  | 'details'
  | 'verified_at'
  | 'code_digest'
  | 'code_sent_at'
  | 'code_attempts',
  { kind: ContactKind }
> & { connection_name: string | null; connection_type: string | null }

const select = `
  select method.id, method.person_id, method.kind, method.label, method.address, method.connection_id, method.details,
    method.verified_at, method.code_digest, method.code_sent_at, method.code_attempts,
    connection.name as connection_name, connection.type as connection_type
  from core.contact_methods as method
  left join core.connections as connection
    on connection.id = method.connection_id and connection.deleted_at is null`

/** Reads the methods of people, in the order in which they were added. */
export async function loadMethods(reader: Connection, personIds: readonly string[]): Promise<MethodRow[]> {
  const { rows } = await reader.query<MethodRow>(
    `${select} where method.person_id = any($1) order by method.created_at, method.id`,
    [personIds],
  )
  return rows
}

/** Reads a method of a person. */
export async function findMethod(
  reader: Connection,
  personId: string,
  id: string,
): Promise<MethodRow | undefined> {
  const { rows } = await reader.query<MethodRow>(`${select} where method.id = $1 and method.person_id = $2`, [
    id,
    personId,
  ])
  return rows[0]
}

/** What `details` holds, sealed. */
export const methodDetails = z.object({
  address: z.string().optional(),
  subscription: z.optional(pushSubscription),
})

function openDetails(secrets: Secrets, { details }: MethodRow): z.output<typeof methodDetails> | undefined {
  if (details === null) return {}
  const text = secrets.unseal(details)
  return text.ok ? methodDetails.parse(JSON.parse(text.value)) : undefined
}

/** How a phone is reached through a connection that sends text messages and makes calls. */
const phoneProperties = (kind: 'sms' | 'voice', number: string) => ({
  to: number,
  service: kind === 'sms' ? 'twilio_sms' : 'twilio_voice',
})

/** How messages are sent by a stored method; undefined if its connection is gone or its secret cannot be read. */
export function sendingMethod(secrets: Secrets, row: MethodRow): ReachMethod | undefined {
  const { kind, address, connection_id: id, connection_type: type } = row
  if (kind === 'email') return address === null ? undefined : { kind, address }
  const details = openDetails(secrets, row)
  if (details === undefined) return undefined
  if (kind === 'web_push')
    return details.subscription === undefined ? undefined : { kind, subscription: details.subscription }
  if (id === null || type === null) return undefined
  if (kind === 'sms' || kind === 'voice')
    return address === null
      ? undefined
      : { kind: 'connection', id, properties: phoneProperties(kind, address) }
  const property = isPersonalService(type) ? personalServices[type]?.property : undefined
  const value = details.address ?? ''
  return { kind, id, properties: property === undefined || value === '' ? {} : { [property]: value } }
}

/** A method as its owner sees it. */
export function shownMethod(secrets: Secrets, row: MethodRow): ContactMethod {
  const { id, kind, label, connection_id: connectionId, connection_name: name } = row
  return {
    id,
    kind,
    label,
    address: row.address ?? openDetails(secrets, row)?.address ?? '',
    connection: connectionId === null || name === null ? null : { id: connectionId, name },
    verified: row.verified_at !== null,
  }
}

/** Reads the plans of people. */
export async function loadPlans(
  reader: Connection,
  personIds: readonly string[],
): Promise<(personId: string, urgency: Urgency) => ReachPlan> {
  const { rows } = await reader.query<{ person_id: string; urgency: string; steps: unknown }>(
    'select person_id, urgency, steps from core.contact_plans where person_id = any($1)',
    [personIds],
  )
  return (personId, urgency) => {
    const row = rows.find((plan) => plan.person_id === personId && plan.urgency === urgency)
    return row === undefined ? [] : reachPlan.parse(row.steps)
  }
}

/** All plans of one person. */
export async function plansOf(reader: Connection, personId: string): Promise<ReachPlans> {
  const of = await loadPlans(reader, [personId])
  const [high, medium, low] = urgencies.map((urgency) => of(personId, urgency))
  return { high: high ?? [], medium: medium ?? [], low: low ?? [] }
}
