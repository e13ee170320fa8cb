// Which rules and recipients an event concerns.
import { contradicts, type ScriptEngine } from '@binnacle/scripting'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { SubjectState } from '../../../../platform/subjects.ts'
import { environmentOf, passes } from '../send/environment.ts'
import type { Recipient } from './recipients.ts'
import { Decisions, type TriggeringEvent } from '../record/rows.ts'
import type { Rule } from '../rules.ts'

export interface FilterDependencies {
  scripts: ScriptEngine
  publicUrl: string
  now: () => Date
}

/** A resource to which something happened. */
export interface AffectedResource {
  happening: TriggeringEvent
  state: SubjectState
}

/** A filter that let an event through, or why it could not be evaluated. */
export interface FilterMatch {
  rule: Rule
  decisions: Decisions
  error?: string
}

/** Why nobody is told of a resource that fails although it is switched off. */
export const offReason = ({ name }: Pick<SubjectState, 'name'>): string => `${name} is switched off`

/** Finds the rules that let an event through. @param rules all that might */
export async function rulesFor(
  { scripts, publicUrl, now }: FilterDependencies,
  rules: readonly Rule[],
  { happening, state }: AffectedResource,
): Promise<FilterMatch[]> {
  const listening = rules.filter(({ events }) => events.includes(happening.event))
  const environment = environmentOf(publicUrl, happening.event, state)
  const filtered: FilterMatch[] = []
  for (const rule of listening) {
    if (contradicts(rule.required, environment.variables)) continue
    const decisions = new Decisions(now).add(
      'rule',
      'pass',
      `The rule "${rule.name}" names ${happening.event}`,
    )
    const passed = await passes(scripts, rule.filter, environment)
    if (!passed.ok) {
      decisions.add('filter', 'stop', `The filter fails: ${passed.failure}`)
      filtered.push({ rule, decisions, error: passed.failure })
    } else if (passed.value) {
      decisions.add(
        'filter',
        'pass',
        rule.filter === undefined ? 'The rule has no filter' : 'The filter is true',
      )
      filtered.push({ rule, decisions })
    }
  }
  return filtered
}

/** Those of the recipients whose own filter lets the event through. */
export async function recipientsFor(
  { scripts, publicUrl }: Pick<FilterDependencies, 'scripts' | 'publicUrl'>,
  recipients: readonly Recipient[],
  { happening, state }: AffectedResource,
  decisions: Decisions,
): Promise<Recipient[]> {
  const environment = environmentOf(publicUrl, happening.event, state)
  const chosen: Recipient[] = []
  for (const recipient of recipients) {
    const passed = await passes(scripts, recipient.filter, environment)
    if (passed.ok && passed.value) chosen.push(recipient)
    else
      decisions.add(
        'recipient',
        'note',
        passed.ok
          ? `The filter of ${recipient.name} is false`
          : `The filter of ${recipient.name} fails: ${passed.failure}`,
      )
  }
  return chosen
}

/** The part of a rule that an error is about. */
type RulePart = 'filter' | 'recipient' | 'template'

/** Shows an error of a part of a rule at the rule, or removes it. Errors of other parts stay. */
export async function noteRuleError(
  pool: Pool,
  { id, error: shown }: Pick<Rule, 'id' | 'error'>,
  part: RulePart,
  error: string | undefined,
): Promise<void> {
  const text = error === undefined ? undefined : `${part}: ${error}`
  const isOwn = shown?.startsWith(`${part}: `) === true
  if (text === shown || (text === undefined && !isOwn)) return
  await tablesOn(pool)
    .updateTable('core.notifications')
    .set({ error: text ?? null, error_at: text === undefined ? null : fragment<Date>`now()` })
    .where('id', '=', id)
    .where('error', 'is distinct from', text ?? null)
    .execute()
}
