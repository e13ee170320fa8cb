import type { Problem } from '@binnacle/contract/core'
import { ruleVariableNames } from '@binnacle/contract/notifications'
import type { Script, ScriptChecker } from '@binnacle/scripting'
import type { RuleRow } from './schema.ts'
import { serviceColumns, servicesIn } from './services.ts'

/** Scripts of a rule by the path of their field. */
function scriptsOf(rule: RuleRow): [path: string, Script][] {
  const services = serviceColumns.flatMap((column) =>
    servicesIn(rule[column]).map(
      ([index, { filter }]) =>
        [`${column}[${index}].filter`, { language: 'cel', source: filter ?? '' }] as const,
    ),
  )
  const all: (readonly [string, Script])[] = [
    ['filter', { language: 'cel', source: rule.filter ?? '' }],
    ['title', { language: 'template', source: rule.title ?? '' }],
    ['template', { language: 'template', source: rule.template ?? '' }],
    ...services,
  ]
  return all.flatMap(([path, script]) => (script.source === '' ? [] : [[path, script]]))
}

/** Finds the errors of filters and templates without running them. */
export async function scriptProblems(rule: RuleRow, check: ScriptChecker): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [path, script] of scriptsOf(rule)) {
    const checked = await check(script, { variables: ruleVariableNames })
    if (!checked.ok) problems.push({ path, message: checked.failure.message })
    else
      problems.push(
        ...checked.value.errors.map(({ line, column, message }) => ({ path, message, line, column })),
      )
  }
  return problems
}
