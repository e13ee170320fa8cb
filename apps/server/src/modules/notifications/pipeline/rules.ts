import { MINUTE } from '@binnacle/contract/core'
import type { Flapping, RuleDraft } from '@binnacle/contract/notifications'
import type { QuietHours } from '@binnacle/contract/on-call'
import { parseDuration } from '@binnacle/contract/text'
import { requiredTexts } from '@binnacle/scripting'
import type { Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Live } from '../../../platform/live/index.ts'
import type { StoredColumns } from '../tables.ts'
import {
  type NamedRecipients,
  type PersonRow,
  readServices,
  recipientsOf,
  type TeamRow,
} from './decide/recipients.ts'

/** A rule as the pipeline uses it. Lengths of time are in milliseconds. */
export interface Rule {
  id: string
  name: string
  namespace: string
  events: readonly string[]
  title: string | undefined
  template: string | undefined
  filter: string | undefined
  /** Texts that values must have for the filter to be true. */
  required: ReturnType<typeof requiredTexts>
  properties: Readonly<Record<string, string>>
  named: NamedRecipients
  repeatMilliseconds: number | undefined
  waitMilliseconds: number | undefined
  /** How long a message that has waited waits for a fresh look at its resource. */
  lookMilliseconds: number
  groupBy: readonly string[]
  inhibit: boolean
  escalationPolicyId: string | undefined
  /** Hours in which messages that are not urgent wait. */
  quietHours: QuietHours | undefined
  /** How long after a message a failure that goes on is told again. */
  remindMilliseconds: number | undefined
  /** How long a resource has to be well before its alert is over. */
  closingMilliseconds: number
  /** When a resource counts as flapping; undefined as usual. */
  flapping: FlappingLimits | undefined
  fallback: { named: NamedRecipients; delayMilliseconds: number } | undefined
  error: string | undefined
}

/** When a resource counts as flapping for a rule; `off` where each change is told. */
type FlappingLimits =
  | { off: true }
  | { changes: number; windowMilliseconds: number; calmMilliseconds: number }

function flappingOf(stored: Flapping | null | undefined): FlappingLimits | undefined {
  if (stored === null || stored === undefined) return undefined
  if ('off' in stored) return { off: true }
  const { changes, window_minutes: window, calm_minutes: calm } = stored
  return { changes, windowMilliseconds: window * MINUTE, calmMilliseconds: calm * MINUTE }
}

/** Whether a rule names an event that says that something went wrong with this kind of resource. */
export function tellsAlerts({ events }: Pick<Rule, 'events'>, kind: string): boolean {
  return events.some(
    (event) => event === `${kind}.failed` || event === `${kind}.unhealthy` || event === `${kind}.warning`,
  )
}

/** The event that a resource of a kind emits when something goes wrong with it. */
export function alertEvent(events: readonly string[], kind: string): string | undefined {
  return events.find((event) => event.startsWith(`${kind}.`) && !/\.(?:passed|healthy)$/.test(event))
}

/** Whom a rule names, as far as they are not deleted. */
interface NamedRows {
  person: PersonRow | null
  team: TeamRow | null
  fallback_person: PersonRow | null
  fallback_team: TeamRow | null
  further_people: readonly PersonRow[] | null
  further_teams: readonly TeamRow[] | null
}

type Row = StoredColumns<
  'core.notifications',
  | 'id'
  | 'name'
  | 'namespace'
  | 'events'
  | 'title'
  | 'template'
  | 'filter'
  | 'properties'
  | 'custom_services'
  | 'repeat_interval'
  | 'group_by'
  | 'inhibit'
  | 'escalation_policy_id'
  | 'fallback_custom_services'
  | 'further_recipients'
  | 'quiet_hours'
  | 'flapping'
  | 'error'
> &
  NamedRows & {
    wait_milliseconds: number | null
    look_milliseconds: number | null
    fallback_milliseconds: number | null
    reminder_milliseconds: number | null
    closing_milliseconds: number | null
  }

/** A column of a rule that names somebody. */
type PersonColumn = 'person_id' | 'fallback_person_id'
type TeamColumn = 'team_id' | 'fallback_team_id'

const personObject = `jsonb_build_object('id', people.id, 'name', people.name, 'email', people.email, 'active', people.active)`
const teamObject = `jsonb_build_object('id', teams.id, 'name', teams.name, 'spec', teams.spec)`

const personOf = (column: PersonColumn) => `
  (select ${personObject} from core.people where people.id = rule.${column} and people.deleted_at is null)`

const teamOf = (column: TeamColumn) => `
  (select ${teamObject} from core.teams where teams.id = rule.${column} and teams.deleted_at is null)`

const furtherOf = (table: 'people' | 'teams', key: 'person_id' | 'team_id', object: string) => `
  (select jsonb_agg(${object} order by entry.place)
   from jsonb_array_elements(rule.further_recipients) with ordinality as entry (value, place)
   join core.${table} on ${table}.id = (entry.value ->> '${key}')::uuid
   where ${table}.deleted_at is null)`

/** Whom a rule names, as columns. */
const namedColumns = `
  ${personOf('person_id')} as person, ${teamOf('team_id')} as team,
  ${personOf('fallback_person_id')} as fallback_person, ${teamOf('fallback_team_id')} as fallback_team,
  ${furtherOf('people', 'person_id', personObject)} as further_people,
  ${furtherOf('teams', 'team_id', teamObject)} as further_teams`

const findRules = `
  select rule.id, rule.name, rule.namespace, rule.events, rule.title, rule.template, rule.filter, rule.properties,
    rule.custom_services, rule.repeat_interval, rule.group_by, rule.inhibit, rule.escalation_policy_id,
    rule.fallback_custom_services, rule.further_recipients, rule.quiet_hours, rule.flapping, rule.error,
    (rule.reminder_interval / 1000000.0)::double precision as reminder_milliseconds,
    (rule.closing_delay / 1000000.0)::double precision as closing_milliseconds,
    (rule.wait_for / 1000000.0)::double precision as wait_milliseconds,
    (rule.wait_for_eval_period / 1000000.0)::double precision as look_milliseconds,
    (rule.fallback_delay / 1000000.0)::double precision as fallback_milliseconds,
    ${namedColumns}
  from core.notifications as rule
  where rule.deleted_at is null and rule.enabled
  order by rule.id`

const MONTH = 30 * 86_400_000

/** Milliseconds of a repeat interval, in which `1M` is a month. Undefined if the text is empty or no duration. */
export function repeatMilliseconds(text: string | null): number | undefined {
  const months = /^(\d+)\s*(?:M|mo)$/.exec(text?.trim() ?? '')
  if (months !== null) return Number(months[1]) * MONTH
  const parsed = parseDuration(text ?? '')
  return parsed.ok && parsed.value > 0 ? parsed.value : undefined
}

/** How long a fresh look at a resource may take if the rule does not say. Source: reference, backend behavior, 2.3. */
const LOOK_MILLISECONDS = 30_000

/** What happens if a message does not go out and the rule names no delay. */
const FALLBACK_MILLISECONDS = 5 * 60_000

const present = <Value>(value: Value | null | undefined): Value[] =>
  value === null || value === undefined ? [] : [value]

/** The problem of a rule that names nobody. */
const NOBODY = 'the rule names nobody'

/** Whom a rule tells. A rule that names only an escalation policy leaves that to the policy. */
function namedOf(
  row: NamedRows | undefined,
  services: unknown,
  further: unknown,
  policy: string | null | undefined,
): NamedRecipients {
  const named = recipientsOf({
    people: [...present(row?.person), ...(row?.further_people ?? [])],
    teams: [...present(row?.team), ...(row?.further_teams ?? [])],
    services: [...readServices(services), ...readServices(further)],
  })
  const isEmpty = named.recipients.length === 0 && named.problems.length === 0
  const hasPolicy = policy !== null && policy !== undefined
  return isEmpty && !hasPolicy ? { recipients: [], problems: [NOBODY] } : named
}

function fallbackOf(
  row: Pick<Row, 'fallback_person' | 'fallback_team' | 'fallback_custom_services' | 'fallback_milliseconds'>,
): Rule['fallback'] {
  if (row.fallback_person === null && row.fallback_team === null && row.fallback_custom_services === null)
    return undefined
  const named = recipientsOf({
    people: present(row.fallback_person),
    teams: present(row.fallback_team),
    services: readServices(row.fallback_custom_services),
  })
  return { named, delayMilliseconds: row.fallback_milliseconds ?? FALLBACK_MILLISECONDS }
}

/** Filters whose requirements are remembered, because all rules are read again when one of them changes. */
const MOST_REMEMBERED = 10_000
const remembered = new Map<string, ReturnType<typeof requiredTexts>>()

function requiredOf(filter: string | null | undefined): ReturnType<typeof requiredTexts> {
  const source = filter?.trim() ?? ''
  const known = remembered.get(source)
  if (known !== undefined) return known
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const required = source === '' ? [] : requiredTexts(source)
  remembered.set(source, required)
  return required
}

/** A rule that is gone: those whom it told still hear of the end. */
export const goneRule = (id: string): Rule => ({
  id,
  name: 'a rule that is gone',
  namespace: 'default',
  events: [],
  title: undefined,
  template: undefined,
  filter: undefined,
  required: [],
  properties: {},
  named: { recipients: [], problems: [] },
  repeatMilliseconds: undefined,
  waitMilliseconds: undefined,
  lookMilliseconds: LOOK_MILLISECONDS,
  groupBy: [],
  inhibit: false,
  quietHours: undefined,
  remindMilliseconds: undefined,
  closingMilliseconds: 0,
  flapping: undefined,
  escalationPolicyId: undefined,
  fallback: undefined,
  error: undefined,
})

/** A rule from its row. */
function ruleOf(row: Row): Rule {
  return {
    id: row.id,
    name: row.name,
    namespace: row.namespace,
    events: row.events,
    title: row.title || undefined,
    template: row.template || undefined,
    filter: row.filter?.trim() || undefined,
    required: requiredOf(row.filter),
    properties: row.properties ?? {},
    named: namedOf(row, row.custom_services, row.further_recipients, row.escalation_policy_id),
    repeatMilliseconds: repeatMilliseconds(row.repeat_interval),
    waitMilliseconds: row.wait_milliseconds ?? undefined,
    lookMilliseconds: row.look_milliseconds ?? LOOK_MILLISECONDS,
    groupBy: row.group_by ?? [],
    inhibit: row.inhibit,
    escalationPolicyId: row.escalation_policy_id ?? undefined,
    quietHours: row.quiet_hours ?? undefined,
    remindMilliseconds: row.reminder_milliseconds ?? undefined,
    closingMilliseconds: row.closing_milliseconds ?? 0,
    flapping: flappingOf(row.flapping),
    fallback: fallbackOf(row),
    error: row.error ?? undefined,
  }
}

/** What decides of whom and of what a rule tells. */
export const coverageOf = ({ id, events, filter, named, escalationPolicyId }: Rule) => ({
  id,
  events,
  filter,
  named,
  escalationPolicyId,
})

/** The rules in force. */
export interface Rules {
  all(): Promise<readonly Rule[]>
  find(id: string): Promise<Rule | undefined>
  /** Whether a rule names an event. It asks nobody, so it also says so while it does not know. */
  mayName(event: string): boolean
  /** Calls the listener with rules that are new or on again, or that tell others or of other things than before. */
  onChanged(listener: (changed: readonly Rule[]) => void): () => void
  close(): void
}

/** Topics whose changes change whom a rule tells. */
const topics: ReadonlySet<string> = new Set(['notifications', 'teams', 'people'])

/** Caches the rules until one of them, or whom it names, changes. */
export function createRules(pool: Pool, live: Live): Rules {
  let cached: Promise<readonly Rule[]> | undefined
  let loaded: readonly Rule[] | undefined
  let covered: ReadonlyMap<string, string> | undefined
  const listeners = new Set<(changed: readonly Rule[]) => void>()
  const compare = (rules: readonly Rule[]) => {
    const before = covered
    const after = new Map(rules.map((rule) => [rule.id, JSON.stringify(coverageOf(rule))]))
    covered = after
    if (before === undefined) return
    const changed = rules.filter(({ id }) => before.get(id) !== after.get(id))
    if (changed.length > 0) for (const listener of listeners) listener(changed)
  }
  const load = async () => (await pool.query<Row>(findRules)).rows.map(ruleOf)
  const all = () => {
    // Nobody announces changes while the connection that listens for them is away.
    if (!live.connected) return load()
    if (cached === undefined) {
      const loading = load()
      loading.then(
        (rules) => {
          if (cached !== loading) return
          loaded = rules
          compare(rules)
        },
        () => {
          if (cached === loading) cached = undefined
        },
      )
      cached = loading
    }
    return cached
  }
  // Known again at once, so that `mayName` can say no.
  const refresh = () => void all().catch(() => undefined)
  const unsubscribe = live.subscribe((event) => {
    if (event.kind !== 'resync' && !topics.has(event.change.topic)) return
    cached = undefined
    loaded = undefined
    refresh()
  })
  refresh()
  return {
    all,
    find: async (id) => (await all()).find((rule) => rule.id === id),
    mayName: (event) =>
      !live.connected || loaded === undefined || loaded.some(({ events }) => events.includes(event)),
    onChanged: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: unsubscribe,
  }
}

const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

const findNamed = (draft: RuleDraft): Sql => sql`
  select ${raw(namedColumns)}
  from (
    values (
      ${draft.person_id ?? null}::uuid, ${draft.team_id ?? null}::uuid, ${draft.fallback_person_id ?? null}::uuid,
      ${draft.fallback_team_id ?? null}::uuid, ${jsonOf(draft.further_recipients)}::jsonb
    )
  ) as rule (person_id, team_id, fallback_person_id, fallback_team_id, further_recipients)`

const millisecondsOf = (nanoseconds: number | null | undefined): number | undefined =>
  nanoseconds === null || nanoseconds === undefined ? undefined : nanoseconds / 1e6

/** A rule as somebody is writing it. @param id of the stored rule, or of none */
export async function ruleOfDraft(pool: Pool, id: string, draft: RuleDraft): Promise<Rule> {
  const { rows } = await pool.query<NamedRows>(findNamed(draft))
  const [row] = rows
  return {
    id,
    name: draft.name || 'this rule',
    namespace: 'default',
    events: draft.events,
    title: draft.title || undefined,
    template: draft.template || undefined,
    filter: draft.filter?.trim() || undefined,
    required: requiredOf(draft.filter),
    properties: draft.properties ?? {},
    named: namedOf(row, draft.custom_services, draft.further_recipients, draft.escalation_policy_id),
    repeatMilliseconds: repeatMilliseconds(draft.repeat_interval ?? null),
    waitMilliseconds: millisecondsOf(draft.wait_for),
    lookMilliseconds: LOOK_MILLISECONDS,
    groupBy: draft.group_by ?? [],
    inhibit: draft.inhibit ?? true,
    escalationPolicyId: draft.escalation_policy_id ?? undefined,
    quietHours: draft.quiet_hours ?? undefined,
    remindMilliseconds: millisecondsOf(draft.reminder_interval),
    closingMilliseconds: millisecondsOf(draft.closing_delay) ?? 0,
    flapping: flappingOf(draft.flapping),
    fallback: fallbackOf({
      fallback_person: row?.fallback_person ?? null,
      fallback_team: row?.fallback_team ?? null,
      fallback_custom_services: draft.fallback_custom_services ?? null,
      fallback_milliseconds: millisecondsOf(draft.fallback_delay) ?? null,
    }),
    error: undefined,
  }
}
