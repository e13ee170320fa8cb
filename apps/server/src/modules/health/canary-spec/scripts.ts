import type { CheckDefinition, CommonCheckSpec, ScriptObject } from '@binnacle/plugin-kit/checks'
import { formatPath, type SegmentedProblem } from '@binnacle/plugin-kit/core'
import { check, type Script, type ScriptChecker, scriptOf } from '@binnacle/scripting'

/** Functions without arguments that scripts of checks may call. */
const givenFunctions = ['last_result'] as const

/** Most characters of a script that is parsed in this thread. */
const LONGEST_PARSED = 4_000

interface ScriptLocation {
  path: readonly PropertyKey[]
  script: Script
}

function scriptIn(path: readonly PropertyKey[], written: ScriptObject | undefined): ScriptLocation[] {
  const script = written === undefined ? undefined : scriptOf(written)
  if (written === undefined || script === undefined) return []
  const key = Object.entries(written).find(([, source]) => source === script.source)?.[0] ?? ''
  return [{ path: [...path, key], script }]
}

function expression(path: readonly PropertyKey[], source: string | undefined): ScriptLocation[] {
  return source === undefined ? [] : [{ path, script: { language: 'cel', source } }]
}

type Selectors = NonNullable<CommonCheckSpec['relationships']>['components']

function selectorScripts(path: readonly PropertyKey[], selectors: Selectors): ScriptLocation[] {
  return (selectors ?? []).flatMap((selector, index) =>
    Object.entries(selector).flatMap(([key, lookup]) =>
      lookup !== undefined && 'expr' in lookup && key !== 'labels'
        ? expression([...path, index, key, 'expr'], lookup.expr)
        : [],
    ),
  )
}

/** All scripts of a check with their paths in the spec. */
function scriptsOf({ test, display, transform, metrics, relationships }: CommonCheckSpec): ScriptLocation[] {
  return [
    ...scriptIn(['test'], test),
    ...scriptIn(['display'], display),
    ...scriptIn(['transform'], transform),
    ...(metrics ?? []).flatMap(({ value, labels }, index) => [
      ...expression(['metrics', index, 'value'], value),
      ...(labels ?? []).flatMap((label, at) =>
        expression(['metrics', index, 'labels', at, 'valueExpr'], label.valueExpr),
      ),
    ]),
    ...selectorScripts(['relationships', 'components'], relationships?.components),
    ...selectorScripts(['relationships', 'configs'], relationships?.configs),
  ]
}

/**
 * Finds problems of the scripts of a check without running them.
 * @param checkScript parses them
 * @param prefix path of the check in the spec of its canary
 */
export async function scriptProblems(
  checkScript: ScriptChecker,
  prefix: readonly PropertyKey[],
  spec: CommonCheckSpec,
  definition?: Pick<CheckDefinition, 'scripts'>,
): Promise<SegmentedProblem[]> {
  const own = (definition?.scripts?.(spec) ?? []).map(({ path, ...script }): ScriptLocation => ({
    path,
    script,
  }))
  const problems: SegmentedProblem[] = []
  for (const { path, script } of [...scriptsOf(spec), ...own]) {
    const segments = [...prefix, ...path]
    const problem = (message: string) => problems.push({ segments, path: formatPath(segments), message })
    const checked = await checkScript(script, { given: givenFunctions })
    if (!checked.ok) problem(`the script cannot be checked: ${checked.failure.message}`)
    else
      for (const { line, column, message } of checked.value.errors)
        problem(`${message} (line ${line}, column ${column})`)
  }
  return problems
}

/** Whether a check contains this script. */
export function hasScript(spec: CommonCheckSpec, source: string): boolean {
  return scriptsOf(spec).some(({ script }) => script.source === source)
}

/** Whether a script of a check calls `last_result`. @param own scripts of its type */
export function asksForLastResult(spec: CommonCheckSpec, own: readonly Script[] = []): boolean {
  return [...scriptsOf(spec).map(({ script }) => script), ...own].some(
    (script) =>
      givenFunctions.some((name) => script.source.includes(name)) &&
      // Reading the last result in vain costs less than parsing a long script.
      (script.source.length > LONGEST_PARSED ||
        check(script, { given: givenFunctions }).uses.given.length > 0),
  )
}
