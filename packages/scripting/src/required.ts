import type { Equality } from './cel/equalities.ts'
import { celProgram } from './cel/program.ts'

/** Longer expressions are not looked at. */
const LONGEST = 4_000

/**
 * Finds values that must be certain texts for an expression to be true.
 * @param source CEL; of one that cannot be parsed nothing is known
 */
export function requiredTexts(source: string): readonly Equality[] {
  if (source.length > LONGEST) return []
  try {
    return celProgram(source, [], []).analysis.equalities
  } catch {
    return []
  }
}

/** The value at a path of own fields. */
function valueAt(variables: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  let value: unknown = variables
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

/**
 * Whether an expression with these requirements cannot be true. Values that are no texts say nothing, as comparing them
 * may be an error that somebody has to see.
 */
export function contradicts(
  required: readonly Equality[],
  variables: Readonly<Record<string, unknown>>,
): boolean {
  return required.some(({ path, text }) => {
    const value = valueAt(variables, path)
    return (
      (typeof value === 'string' && value !== text) ||
      (value === undefined && Object.hasOwn(variables, path[0] ?? ''))
    )
  })
}
