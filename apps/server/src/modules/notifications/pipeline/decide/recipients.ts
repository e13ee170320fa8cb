import { isRecord } from '@binnacle/contract/schema'
import { z } from 'zod'
import type { Columns } from '../../../../platform/database/columns.ts'

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

/** People, teams and services as a rule names them. */
export interface RecipientRows {
  people: readonly PersonRow[]
  teams: readonly TeamRow[]
  services: readonly Service[]
}

/** Whom a rule names, or why there is nobody. */
export interface NamedRecipients {
  recipients: readonly Recipient[]
  /** Sentences about recipients that cannot be reached. */
  problems: readonly string[]
}

function fromPerson({ id, name, email, active }: PersonRow): NamedRecipients {
  if (!active || email === null)
    return { recipients: [], problems: [`${name} has no email address that can be used`] }
  const via = { kind: 'email', address: email } as const
  return {
    recipients: [{ key: `person:${id}`, name, via, filter: undefined, properties: {}, personId: id }],
    problems: [],
  }
}

function fromTeam(team: TeamRow): NamedRecipients {
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

/** The same connection can lead to several places, such as two channels, so later ones get a number. */
function withKeys(recipients: readonly Recipient[]): Recipient[] {
  const counts = new Map<string, number>()
  return recipients.map((recipient) => {
    const count = (counts.get(recipient.key) ?? 0) + 1
    counts.set(recipient.key, count)
    return count === 1 ? recipient : { ...recipient, key: `${recipient.key}#${count}` }
  })
}

/** The recipients that a rule or its fallback names. */
export function recipientsOf({ people, teams, services }: RecipientRows): NamedRecipients {
  const named = [...people.map(fromPerson), ...teams.map(fromTeam)]
  const others = services.flatMap((entry, place) => fromService(entry, '', place, '') ?? [])
  return {
    recipients: [...named.flatMap(({ recipients }) => recipients), ...withKeys(others)],
    problems: named.flatMap(({ problems }) => problems),
  }
}
