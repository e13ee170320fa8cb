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
import type { KnownTable } from '../../../platform/database/columns.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { anyOf, type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ReachMethod } from '../ports.ts'

interface ReachTables extends Pick<DB, 'core.connections'> {
  'core.contact_methods': KnownTable<'core.contact_methods', { kind: ContactKind }>
}

/** A way to reach a person, as it is stored. */
export type MethodRow = Awaited<ReturnType<typeof loadMethods>>[number]

const selectMethods = (reader: Connection) =>
  tablesOn<ReachTables>(reader)
    .selectFrom('core.contact_methods as method')
    .leftJoin('core.connections as connection', (join) =>
      join.onRef('connection.id', '=', 'method.connection_id').on('connection.deleted_at', 'is', null),
    )
    .select([
      'method.id',
      'method.person_id',
      'method.kind',
      'method.label',
      'method.address',
      'method.connection_id',
      'method.details',
      'method.verified_at',
      'method.code_digest',
      'method.code_sent_at',
      'method.code_attempts',
      'connection.name as connection_name',
      'connection.type as connection_type',
    ])

/** Reads the methods of people, in the order in which they were added. */
export function loadMethods(reader: Connection, personIds: readonly string[]) {
  return selectMethods(reader)
    .where('method.person_id', '=', anyOf(personIds))
    .orderBy('method.created_at')
    .orderBy('method.id')
    .execute()
}

/** Reads a method of a person. */
export function findMethod(reader: Connection, personId: string, id: string): Promise<MethodRow | undefined> {
  return selectMethods(reader)
    .where('method.id', '=', id)
    .where('method.person_id', '=', personId)
    .executeTakeFirst()
}

/** What `details` holds, sealed. */
const methodDetails = z.object({
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
  const rows = await tablesOn(reader)
    .selectFrom('core.contact_plans')
    .select(['person_id', 'urgency', 'steps'])
    .where('person_id', '=', anyOf(personIds))
    .execute()
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
