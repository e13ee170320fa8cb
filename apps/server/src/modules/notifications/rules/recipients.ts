import { REQUIRED } from '@binnacle/contract/core'
import type { Problem } from '@binnacle/contract/core'
import type { FurtherRecipient } from '@binnacle/contract/notifications'
import type { Row } from '@binnacle/data-api'
import { readConnectionReference } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import { anyOf, type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { type RuleRow } from './schema.ts'
import { serviceColumns, servicesIn } from './services.ts'

const recipients = ['person_id', 'team_id', 'custom_services'] as const
const fallbacks = ['fallback_person_id', 'fallback_team_id', 'fallback_custom_services'] as const

/** Columns that say whom a rule tells. */
export const recipientColumns = [
  ...recipients,
  ...fallbacks,
  'fallback_delay',
  'further_recipients',
  'escalation_policy_id',
] as const

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

/**
 * Applies changes to a row. A change that chooses one kind of recipient takes away the others, unless it names them
 * too. Source: NOT-016.
 */
export function withChanges(before: Row, changes: Row): Row {
  const cleared = [recipients, fallbacks].flatMap((kinds) =>
    kinds.some((kind) => isGiven(changes[kind]))
      ? kinds.filter((kind) => !Object.hasOwn(changes, kind)).map((kind) => [kind, null] as const)
      : [],
  )
  return { ...before, ...Object.fromEntries(cleared), ...changes }
}

const EXCLUSIVE = 'A rule tells either a person, a team or another service'

/**
 * Problems of whom a rule tells: exactly one kind of recipient, or nobody but those whom its escalation policy names, and
 * at most one kind of fallback. Source: NOT-015.
 */
export function recipientProblems(rule: RuleRow): Problem[] {
  const problems: Problem[] = []
  const chosen = recipients.filter((kind) => isGiven(rule[kind]))
  const others = fallbacks.filter((kind) => isGiven(rule[kind]))
  const isPolicyAlone =
    rule.escalation_policy_id !== undefined && !isGiven(rule.further_recipients) && others.length === 0
  if (chosen.length === 0 && !isPolicyAlone) problems.push({ path: 'person_id', message: REQUIRED })
  problems.push(...chosen.slice(1).map((path) => ({ path, message: EXCLUSIVE })))
  problems.push(...others.slice(1).map((path) => ({ path, message: EXCLUSIVE })))
  if (rule.fallback_delay !== undefined && others.length === 0)
    problems.push({ path: 'fallback_delay', message: 'Choose whom to tell after this time' })
  return problems
}

type RecipientTable = 'people' | 'teams' | 'connections'

async function missing(
  client: ClientBase,
  table: RecipientTable,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tablesOn(client)
    .selectFrom(`core.${table}` as const)
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .execute()
  const found = new Set(rows.map((row) => row.id))
  return new Set(ids.filter((id) => !found.has(id.toLowerCase())))
}

/** Problems of recipients that do not exist. */
export async function missingRecipients(client: ClientBase, rule: RuleRow): Promise<Problem[]> {
  const references: { table: RecipientTable; path: string; id: string }[] = []
  for (const [table, path] of [
    ['people', 'person_id'],
    ['people', 'fallback_person_id'],
    ['teams', 'team_id'],
    ['teams', 'fallback_team_id'],
  ] as const) {
    const id = rule[path]
    if (id !== undefined) references.push({ table, path, id })
  }
  for (const [index, entry] of (rule.further_recipients ?? []).entries()) {
    const path = `further_recipients[${index}]`
    if ('person_id' in entry)
      references.push({ table: 'people', path: `${path}.person_id`, id: entry.person_id })
    if ('team_id' in entry) references.push({ table: 'teams', path: `${path}.team_id`, id: entry.team_id })
  }
  for (const column of serviceColumns)
    for (const [index, { connection }] of servicesIn(rule[column])) {
      const reference = readConnectionReference(connection ?? '')
      if (reference !== undefined && 'id' in reference)
        references.push({ table: 'connections', path: `${column}[${index}].connection`, id: reference.id })
    }
  const words = { people: 'person', teams: 'team', connections: 'connection' }
  const problems: Problem[] = []
  for (const [table, named] of Map.groupBy(references, (reference) => reference.table)) {
    const gone = await missing(
      client,
      table,
      named.map(({ id }) => id),
    )
    problems.push(
      ...named
        .filter(({ id }) => gone.has(id))
        .map(({ path }) => ({ path, message: `There is no ${words[table]} with this id` })),
    )
  }
  return problems
}

/** Gives services without a name that of their connection, so that lists and the history can say where messages go. */
export async function nameServices<Entry extends FurtherRecipient>(
  client: Connection,
  entries: readonly Entry[] | undefined,
): Promise<readonly Entry[] | undefined> {
  const nameless = (entries ?? []).flatMap((entry) => {
    const written = ('connection' in entry ? entry.connection : undefined) ?? ''
    const isNamed = 'name' in entry && entry.name !== undefined
    const reference = isNamed ? undefined : readConnectionReference(written)
    return reference === undefined ? [] : [[written, reference] as const]
  })
  if (nameless.length === 0) return entries
  const ids = nameless.flatMap(([, reference]) => ('id' in reference ? [reference.id] : []))
  const rows = await tablesOn(client)
    .selectFrom('core.connections')
    .select(['id', 'name'])
    .where('id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(rows.map(({ id, name }) => [id, name]))
  const names = new Map(
    nameless.map(([written, reference]) => [
      written,
      'id' in reference ? byId.get(reference.id) : reference.name,
    ]),
  )
  return entries?.map((entry) => {
    const written = ('connection' in entry ? entry.connection : undefined) ?? ''
    const name = ('name' in entry ? entry.name : undefined) ?? names.get(written)
    return name === undefined ? entry : { ...entry, name }
  })
}
