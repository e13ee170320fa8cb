import type { Problem } from '@binnacle/contract/core'
import type { Row } from '@binnacle/data-api'
import type { ScriptChecker } from '@binnacle/scripting'
import { isDeepStrictEqual } from 'node:util'
import type { ClientBase } from 'pg'
import type { Snapshot } from '../../../platform/audit.ts'
import { parseRow } from '../../../platform/data/rows.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { missingRecipients, nameServices, recipientColumns, recipientProblems } from './recipients.ts'
import { type RuleValues, type StoredRule, writtenColumns } from './rule.ts'
import { type RuleRow, ruleRow } from './schema.ts'
import { scriptProblems } from './scripts.ts'
import type { ServiceProblems } from './settings.ts'
import { maskServices, openServices, sealServices } from './services.ts'

/** What the verbs on rules use. */
export interface RuleDependencies {
  secrets: Secrets
  checkScript: ScriptChecker
  /** What is wrong with the settings of the services of a rule. */
  serviceProblems: ServiceProblems
  /** Whether an escalation policy exists. */
  hasPolicy: (id: string) => Promise<boolean>
}

/** A rule that is ready to be stored; a new one may lack its name. */
export type ParsedRule = Omit<RuleValues, 'name'> & { name: string | undefined }

/** Refuses a rule with problems. */
export function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (first !== undefined) throw new RequestError('EINVALID', `${first.path}: ${first.message}`, problems)
}

/** A rule as it can be compared: the same URL is sealed differently each time. */
function comparable(rule: RuleValues, secrets: Secrets): RuleValues {
  return {
    ...rule,
    custom_services: openServices(rule.custom_services, secrets),
    fallback_custom_services: openServices(rule.fallback_custom_services, secrets),
    further_recipients: openServices(rule.further_recipients, secrets),
  }
}

/** The columns in which two rules differ. */
export function changedColumns(before: RuleValues, after: RuleValues, secrets: Secrets): Set<string> {
  const [old, fresh] = [comparable(before, secrets), comparable(after, secrets)]
  return new Set(writtenColumns.filter((column) => !isDeepStrictEqual(old[column], fresh[column])))
}

async function missingPolicy(
  { escalation_policy_id: id }: RuleRow,
  hasPolicy: RuleDependencies['hasPolicy'],
): Promise<Problem[]> {
  if (id === undefined || (await hasPolicy(id))) return []
  return [{ path: 'escalation_policy_id', message: 'There is no escalation policy with this id' }]
}

const columnOf = ({ path }: Problem): string => path.split(/[.[]/, 1)[0] ?? ''

/**
 * Validates a rule. Of a change only what it changes counts: a rule whose team is gone can still be disabled.
 * @param before the stored rule, whose URLs masks stand for
 * @throws RequestError with every problem and its field
 */
export async function parseRule(
  client: ClientBase,
  row: Row,
  before: StoredRule | undefined,
  { secrets, checkScript, hasPolicy, serviceProblems }: RuleDependencies,
): Promise<ParsedRule> {
  const rule: RuleRow = parseRow(ruleRow, row)
  const services = sealServices(
    await nameServices(client, rule.custom_services),
    before?.custom_services ?? null,
    'custom_services',
    secrets,
  )
  const fallbacks = sealServices(
    await nameServices(client, rule.fallback_custom_services),
    before?.fallback_custom_services ?? null,
    'fallback_custom_services',
    secrets,
  )
  const further = sealServices(
    await nameServices(client, rule.further_recipients),
    before?.further_recipients ?? null,
    'further_recipients',
    secrets,
  )
  refuse([services, fallbacks, further].flatMap((sealed) => (sealed.ok ? [] : sealed.failure)))
  const values = {
    name: rule.name,
    namespace: rule.namespace,
    events: rule.events,
    title: rule.title ?? null,
    template: rule.template ?? null,
    filter: rule.filter ?? null,
    properties: rule.properties ?? null,
    person_id: rule.person_id ?? null,
    team_id: rule.team_id ?? null,
    custom_services: services.ok ? services.value : null,
    repeat_interval: rule.repeat_interval ?? null,
    wait_for: rule.wait_for ?? null,
    wait_for_eval_period: rule.wait_for_eval_period ?? null,
    group_by: rule.group_by ?? null,
    inhibit: rule.inhibit,
    escalation_policy_id: rule.escalation_policy_id ?? null,
    fallback_person_id: rule.fallback_person_id ?? null,
    fallback_team_id: rule.fallback_team_id ?? null,
    fallback_custom_services: fallbacks.ok ? fallbacks.value : null,
    fallback_delay: rule.fallback_delay ?? null,
    further_recipients: further.ok ? further.value : null,
    quiet_hours: rule.quiet_hours ?? null,
    reminder_interval: rule.reminder_interval ?? null,
    closing_delay: rule.closing_delay ?? null,
    flapping: rule.flapping ?? null,
    enabled: rule.enabled,
  }
  const changed =
    before === undefined
      ? undefined
      : changedColumns(before, { ...values, name: values.name ?? before.name }, secrets)
  const counts = (column: string) => changed === undefined || changed.has(column)
  refuse([
    ...(recipientColumns.some(counts) ? recipientProblems(rule) : []),
    ...(await missingRecipients(client, rule)).filter((problem) => counts(columnOf(problem))),
    ...(await serviceProblems(values)).filter((problem) => counts(columnOf(problem)) || counts('properties')),
    ...(counts('escalation_policy_id') ? await missingPolicy(rule, hasPolicy) : []),
    ...(await scriptProblems(rule, checkScript)).filter((problem) => counts(columnOf(problem))),
  ])
  return values
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** The values of the columns that clients write, as they are stored. */
export const storedValues = (rule: RuleValues) => ({
  ...rule,
  properties: json(rule.properties),
  custom_services: json(rule.custom_services),
  fallback_custom_services: json(rule.fallback_custom_services),
  further_recipients: json(rule.further_recipients),
  quiet_hours: json(rule.quiet_hours),
  flapping: json(rule.flapping),
})

/** A rule with its URLs masked, as clients read it. */
export const masked = <Rule extends RuleValues>(rule: Rule, secrets: Secrets): Rule => ({
  ...rule,
  custom_services: maskServices(rule.custom_services, secrets),
  fallback_custom_services: maskServices(rule.fallback_custom_services, secrets),
  further_recipients: maskServices(rule.further_recipients, secrets),
})

/** A rule as the audit log shows it. */
export function snapshot(rule: RuleValues, secrets: Secrets): Snapshot {
  const shown = masked(rule, secrets)
  return Object.fromEntries(writtenColumns.map((column) => [column, shown[column]]))
}
