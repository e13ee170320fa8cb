import type { RuleDraft } from '@binnacle/contract/notifications'
import { quietHours, type QuietHours } from '@binnacle/contract/on-call'
import { parseDuration } from '@binnacle/contract/text'
import { requiredTexts } from '@binnacle/scripting'
import type { Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Live } from '../../../platform/live/index.ts'
import type { StoredColumns } from '../tables.ts'
import { type NamedRecipients, NOBODY, type PersonRow, recipientsOf, type TeamRow } from './recipients.ts'

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
  /** Hours in which its recipients rest. */
  quietHours: QuietHours | undefined
  /** How often it says that something is still failing. */
  remindMilliseconds: number | undefined
  escalationPolicyId: string | undefined
  fallback: { named: NamedRecipients; delayMilliseconds: number } | undefined
  error: string | undefined
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
}

interface FurtherRows {
  further_people: readonly PersonRow[]
  further_teams: readonly TeamRow[]
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
  | 'quiet_hours'
  | 'remind_after'
  | 'further_services'
  | 'escalation_policy_id'
  | 'fallback_custom_services'
  | 'error'
> &
  NamedRows &
  FurtherRows & {
    wait_milliseconds: number | null
    look_milliseconds: number | null
    fallback_milliseconds: number | null
  }

/** A column of a rule that names somebody. */
type PersonColumn = 'person_id' | 'fallback_person_id'
type TeamColumn = 'team_id' | 'fallback_team_id'

const personOf = (column: PersonColumn) => `
  (select jsonb_build_object('id', people.id, 'name', people.name, 'email', people.email, 'active', people.active)
   from core.people where people.id = rule.${column} and people.deleted_at is null)`

const teamOf = (column: TeamColumn) => `
  (select jsonb_build_object('id', teams.id, 'name', teams.name, 'spec', teams.spec)
   from core.teams where teams.id = rule.${column} and teams.deleted_at is null)`

/** Whom a rule names, as columns. */
const namedColumns = `
  ${personOf('person_id')} as person, ${teamOf('team_id')} as team,
  ${personOf('fallback_person_id')} as fallback_person, ${teamOf('fallback_team_id')} as fallback_team`

/** Whom a rule tells beside the recipient that other clients know. */
const furtherColumns = `
  (select coalesce(jsonb_agg(jsonb_build_object('id', people.id, 'name', people.name, 'email', people.email,
     'active', people.active) order by people.name), '[]')
   from core.people where people.id = any(rule.further_people) and people.deleted_at is null) as further_people,
  (select coalesce(jsonb_agg(jsonb_build_object('id', teams.id, 'name', teams.name, 'spec', teams.spec) order by teams.name), '[]')
   from core.teams where teams.id = any(rule.further_teams) and teams.deleted_at is null) as further_teams`

const findRules = `
  select rule.id, rule.name, rule.namespace, rule.events, rule.title, rule.template, rule.filter, rule.properties,
    rule.custom_services, rule.repeat_interval, rule.group_by, rule.inhibit, rule.escalation_policy_id,
    rule.fallback_custom_services, rule.error, rule.quiet_hours, rule.remind_after, rule.further_services,
    ${furtherColumns},
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

function fallbackOf(
  row: Pick<Row, 'fallback_person' | 'fallback_team' | 'fallback_custom_services' | 'fallback_milliseconds'>,
): Rule['fallback'] {
  if (row.fallback_person === null && row.fallback_team === null && row.fallback_custom_services === null)
    return undefined
  const named = recipientsOf({
    person: row.fallback_person ?? undefined,
    team: row.fallback_team ?? undefined,
    services: row.fallback_custom_services,
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

/** Everybody whom a rule tells. A rule with a policy alone names nobody, and that is no problem. */
function allRecipients(row: Row): NamedRecipients {
  const named = [
    recipientsOf({
      person: row.person ?? undefined,
      team: row.team ?? undefined,
      services: row.custom_services,
    }),
    ...row.further_people.map((person) => recipientsOf({ person, team: undefined, services: undefined })),
    ...row.further_teams.map((team) => recipientsOf({ person: undefined, team, services: undefined })),
    recipientsOf({ person: undefined, team: undefined, services: row.further_services, prefix: 'further:' }),
  ]
  const recipients = named.flatMap((each) => each.recipients)
  const problems = named.flatMap((each) => each.problems).filter((problem) => problem !== NOBODY)
  const isEmpty = recipients.length === 0 && problems.length === 0 && row.escalation_policy_id === null
  return { recipients, problems: isEmpty ? [NOBODY] : problems }
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
    named: allRecipients(row),
    repeatMilliseconds: repeatMilliseconds(row.repeat_interval),
    waitMilliseconds: row.wait_milliseconds ?? undefined,
    lookMilliseconds: row.look_milliseconds ?? LOOK_MILLISECONDS,
    groupBy: row.group_by ?? [],
    inhibit: row.inhibit,
    quietHours: quietHours.safeParse(row.quiet_hours).data,
    remindMilliseconds: repeatMilliseconds(row.remind_after),
    escalationPolicyId: row.escalation_policy_id ?? undefined,
    fallback: fallbackOf(row),
    error: row.error ?? undefined,
  }
}

/** The rules in force. */
export interface Rules {
  all(): Promise<readonly Rule[]>
  find(id: string): Promise<Rule | undefined>
  /** Whether a rule names an event. It asks nobody, so it also says so while it does not know. */
  mayName(event: string): boolean
  close(): void
}

/** Topics whose changes change whom a rule tells. */
const topics: ReadonlySet<string> = new Set(['notifications', 'teams', 'people'])

/** Caches the rules until one of them, or whom it names, changes. */
export function createRules(pool: Pool, live: Live): Rules {
  let cached: Promise<readonly Rule[]> | undefined
  let loaded: readonly Rule[] | undefined
  const load = async () => (await pool.query<Row>(findRules)).rows.map(ruleOf)
  const all = () => {
    // Nobody announces changes while the connection that listens for them is away.
    if (!live.connected) return load()
    if (cached === undefined) {
      const loading = load()
      loading.then(
        (rules) => {
          if (cached === loading) loaded = rules
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
    close: unsubscribe,
  }
}

const findNamed = (draft: RuleDraft): Sql => sql`
  select ${raw(namedColumns)}
  from (
    values (
      ${draft.person_id ?? null}::uuid, ${draft.team_id ?? null}::uuid, ${draft.fallback_person_id ?? null}::uuid,
      ${draft.fallback_team_id ?? null}::uuid
    )
  ) as rule (person_id, team_id, fallback_person_id, fallback_team_id)`

/** A rule as somebody is writing it. @param id of the stored rule, or of none */
export async function ruleOfDraft(pool: Pool, id: string, draft: RuleDraft): Promise<Rule> {
  const { rows } = await pool.query<NamedRows>(findNamed(draft))
  const [row] = rows
  const delay = draft.fallback_delay ?? null
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
    named: recipientsOf({
      person: row?.person ?? undefined,
      team: row?.team ?? undefined,
      services: draft.custom_services,
    }),
    repeatMilliseconds: undefined,
    waitMilliseconds: undefined,
    lookMilliseconds: LOOK_MILLISECONDS,
    groupBy: draft.group_by ?? [],
    inhibit: draft.inhibit ?? true,
    quietHours: undefined,
    remindMilliseconds: undefined,
    escalationPolicyId: undefined,
    fallback: fallbackOf({
      fallback_person: row?.fallback_person ?? null,
      fallback_team: row?.fallback_team ?? null,
      fallback_custom_services: draft.fallback_custom_services ?? null,
      fallback_milliseconds: delay === null ? null : delay / 1e6,
    }),
    error: undefined,
  }
}
