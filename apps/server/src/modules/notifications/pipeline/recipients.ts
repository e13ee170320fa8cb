import { isRecord } from '@binnacle/contract/schema'
import { z } from 'zod'
import type { Columns } from '../../../platform/database/columns.ts'

const via = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), address: z.string() }),
  /** A stored connection: its id or a reference. */
  z.object({ kind: z.literal('connection'), reference: z.string() }),
  /** An address in the form of Shoutrrr, sealed. */
  z.object({ kind: z.literal('url'), sealed: z.string() }),
  /** The values of a connection, as JSON, sealed: a device of a person. */
  z.object({ kind: z.literal('values'), sealed: z.string() }),
])

/** How a message reaches a recipient. */
export type Via = z.output<typeof via>

/** How a recipient is reached, as it is stored with a message. */
export const target = z.object({ via, properties: z.record(z.string(), z.string()) })

/** Whom a rule tells. */
export interface Recipient {
  /** Identifies the recipient of a rule: `person:ID`, `team:ID:NAME`, `connection:REFERENCE`, `service:PLACE`. */
  key: string
  /** As people call it. */
  name: string
  via: Via
  /** CEL that decides for this recipient alone. */
  filter: string | undefined
  /** Settings of its messages. */
  properties: Readonly<Record<string, string>>
  personId?: string
  teamId?: string
}

const service = z.object({
  name: z.string().nullish(),
  filter: z.string().nullish(),
  filters: z.string().nullish(),
  url: z.string().nullish(),
  connection: z.string().nullish(),
  properties: z.record(z.string(), z.coerce.string()).nullish(),
})

/** A custom service of a rule, or a route of a team. */
export type Service = z.output<typeof service>

/** Reads a list of services as rules and teams store it. Entries that cannot be read are left out. */
export function readServices(stored: unknown): Service[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((entry: unknown) => {
    const parsed = service.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  })
}

function viaOf({ url, connection }: Service): Via | undefined {
  if (connection) return { kind: 'connection', reference: connection }
  return url ? { kind: 'url', sealed: url } : undefined
}

function fromService(entry: Service, owner: string, place: number, ownerName: string): Recipient | undefined {
  const via = viaOf(entry)
  if (via === undefined) return undefined
  return {
    key: via.kind === 'connection' ? `${owner}connection:${via.reference}` : `${owner}service:${place}`,
    name: [ownerName, entry.name ?? ''].filter((part) => part !== '').join(': ') || 'a service',
    via,
    filter: (entry.filter ?? entry.filters) || undefined,
    properties: entry.properties ?? {},
  }
}

/** What is stored of a person whom a rule names. */
export type PersonRow = Columns<'core.people', 'id' | 'name' | 'email' | 'active'>

/** What is stored of a team that a rule names. */
export type TeamRow = Columns<'core.teams', 'id' | 'name' | 'spec'>

/** A person, team and services as a rule names them. */
export interface RecipientRows {
  person: PersonRow | undefined
  team: TeamRow | undefined
  services: unknown
  /** Begins the keys of services that have only a place, to tell lists apart. */
  prefix?: string
}

/** The problem of a rule that names nobody. */
export const NOBODY = 'the rule names nobody'

/** Whom a rule names, or why there is nobody. */
export interface NamedRecipients {
  recipients: readonly Recipient[]
  /** Sentences about recipients that cannot be reached. */
  problems: readonly string[]
}

/** The recipients that a rule or its fallback names. */
export function recipientsOf({ person, team, services, prefix = '' }: RecipientRows): NamedRecipients {
  if (person !== undefined) {
    if (!person.active || person.email === null)
      return { recipients: [], problems: [`${person.name} has no email address that can be used`] }
    const via = { kind: 'email', address: person.email } as const
    const { id, name } = person
    return {
      recipients: [{ key: `person:${id}`, name, via, filter: undefined, properties: {}, personId: id }],
      problems: [],
    }
  }
  if (team !== undefined) {
    const routes = readServices(isRecord(team.spec) ? team.spec['notifications'] : undefined)
    const recipients = routes.flatMap((entry, place) => {
      const recipient = fromService(entry, `team:${team.id}:`, place, team.name)
      return recipient === undefined ? [] : [{ ...recipient, teamId: team.id }]
    })
    return {
      recipients,
      problems: recipients.length === 0 ? [`the team ${team.name} has no route for notifications`] : [],
    }
  }
  const known = new Set<string>()
  const recipients = readServices(services).flatMap((entry, place) => {
    const recipient = fromService(entry, prefix, place, '')
    if (recipient === undefined) return []
    // One connection may lead to several places, such as channels.
    const key = known.has(recipient.key) ? `${recipient.key}:${place}` : recipient.key
    known.add(key)
    return [{ ...recipient, key }]
  })
  return { recipients, problems: recipients.length === 0 ? [NOBODY] : [] }
}
