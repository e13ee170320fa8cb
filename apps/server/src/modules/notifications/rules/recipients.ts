import type { Problem } from '@binnacle/contract/core'
import type { Row } from '@binnacle/data-api'
import { readConnectionReference } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { REQUIRED, type RuleRow } from './schema.ts'

const recipients = ['person_id', 'team_id', 'custom_services'] as const
const fallbacks = ['fallback_person_id', 'fallback_team_id', 'fallback_custom_services'] as const

/** Whom a rule tells beside the recipient that other clients know. Source: decision 91. */
const furtherColumns = ['further_people', 'further_teams', 'further_services'] as const

/** Columns that say whom a rule tells. */
export const recipientColumns = [
  ...recipients,
  ...fallbacks,
  'fallback_delay',
  'escalation_policy_id',
  'further_people',
  'further_teams',
  'further_services',
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
 * Problems of whom a rule tells: at most one kind of recipient, and one at least unless a policy or further recipients
 * are told; and at most one kind of fallback. Source: NOT-015, decision 91.
 */
export function recipientProblems(rule: RuleRow): Problem[] {
  const problems: Problem[] = []
  const chosen = recipients.filter((kind) => isGiven(rule[kind]))
  // A policy tells people by itself.
  const isTold = isGiven(rule.escalation_policy_id) || furtherColumns.some((column) => isGiven(rule[column]))
  if (chosen.length === 0 && !isTold) problems.push({ path: 'person_id', message: REQUIRED })
  problems.push(...chosen.slice(1).map((path) => ({ path, message: EXCLUSIVE })))
  const others = fallbacks.filter((kind) => isGiven(rule[kind]))
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
  for (const [table, column] of [
    ['people', 'further_people'],
    ['teams', 'further_teams'],
  ] as const)
    for (const [index, id] of (rule[column] ?? []).entries())
      references.push({ table, path: `${column}[${index}]`, id })
  for (const column of ['custom_services', 'fallback_custom_services', 'further_services'] as const)
    for (const [index, { connection = '' }] of (rule[column] ?? []).entries()) {
      const reference = readConnectionReference(connection)
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
export async function nameServices(
  client: ClientBase,
  services: RuleRow['custom_services'],
): Promise<RuleRow['custom_services']> {
  const nameless = (services ?? []).flatMap(({ name, connection = '' }) => {
    const reference = name === undefined ? readConnectionReference(connection) : undefined
    return reference === undefined ? [] : [[connection, reference] as const]
  })
  if (nameless.length === 0) return services
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
  return services?.map((service) => {
    const name = service.name ?? names.get(service.connection ?? '')
    return name === undefined ? service : { ...service, name }
  })
}
