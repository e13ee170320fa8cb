import type { CheckDefinition, CommonCheckSpec, ScriptObject } from '@binnacle/plugin-kit/checks'
import { formatPath, type SegmentedProblem } from '@binnacle/plugin-kit/core'
import { check, type Script, type ScriptChecker, scriptOf } from '@binnacle/scripting'

/** Functions without arguments that scripts of checks may call. */
const givenFunctions = ['last_result'] as const

/** Most characters of a script that is parsed in this thread. */
const LONGEST_PARSED = 4_000

interface Place {
  path: readonly PropertyKey[]
  script: Script
}

function placeOf(path: readonly PropertyKey[], written: ScriptObject | undefined): Place[] {
  const script = written === undefined ? undefined : scriptOf(written)
  if (written === undefined || script === undefined) return []
  const key = Object.entries(written).find(([, source]) => source === script.source)?.[0] ?? ''
  return [{ path: [...path, key], script }]
}

function expression(path: readonly PropertyKey[], source: string | undefined): Place[] {
  return source === undefined ? [] : [{ path, script: { language: 'cel', source } }]
}

type Selectors = NonNullable<CommonCheckSpec['relationships']>['components']

function selectorPlaces(path: readonly PropertyKey[], selectors: Selectors): Place[] {
  return (selectors ?? []).flatMap((selector, index) =>
    Object.entries(selector).flatMap(([key, lookup]) =>
      lookup !== undefined && 'expr' in lookup && key !== 'labels'
        ? expression([...path, index, key, 'expr'], lookup.expr)
        : [],
    ),
  )
}

/** All scripts of a check with their paths in the spec. */
function placesOf({ test, display, transform, metrics, relationships }: CommonCheckSpec): Place[] {
  return [
    ...placeOf(['test'], test),
    ...placeOf(['display'], display),
    ...placeOf(['transform'], transform),
    ...(metrics ?? []).flatMap(({ value, labels }, index) => [
      ...expression(['metrics', index, 'value'], value),
      ...(labels ?? []).flatMap((label, at) =>
        expression(['metrics', index, 'labels', at, 'valueExpr'], label.valueExpr),
      ),
    ]),
    ...selectorPlaces(['relationships', 'components'], relationships?.components),
    ...selectorPlaces(['relationships', 'configs'], relationships?.configs),
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
  const own = (definition?.scripts?.(spec) ?? []).map(({ path, ...script }): Place => ({ path, script }))
  const problems: SegmentedProblem[] = []
  for (const { path, script } of [...placesOf(spec), ...own]) {
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
  return placesOf(spec).some(({ script }) => script.source === source)
}

/** Whether a script of a check calls `last_result`. @param own scripts of its type */
export function asksForLastResult(spec: CommonCheckSpec, own: readonly Script[] = []): boolean {
  return [...placesOf(spec).map(({ script }) => script), ...own].some(
    (script) =>
      givenFunctions.some((name) => script.source.includes(name)) &&
      // Reading the last result in vain costs less than parsing a long script.
      (script.source.length > LONGEST_PARSED ||
        check(script, { given: givenFunctions }).uses.given.length > 0),
  )
}
