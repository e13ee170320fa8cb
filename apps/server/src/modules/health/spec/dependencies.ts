import { formatPath, type SegmentedProblem } from '@binnacle/plugin-kit'
import { suggestKey } from '@binnacle/contract'

/** A check as far as its dependencies go. */
export interface Dependent {
  /** Where it stands in the spec: type and index. */
  place: readonly PropertyKey[]
  name: string
  dependsOn: readonly string[]
}

function problem(check: Dependent, index: number, message: string): SegmentedProblem {
  const segments = [...check.place, 'dependsOn', index]
  return { segments, path: formatPath(segments), message }
}

/**
 * The checks that lie on a circle with one of them, in order, the first one again at the end.
 * @param edges what each check depends on, by name
 */
function circleFrom(start: string, edges: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const seen = new Set<string>()
  const walk = (name: string, path: readonly string[]): string[] | undefined => {
    for (const next of edges.get(name) ?? []) {
      if (next === start) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...path, next])
      if (found !== undefined) return found
    }
    return undefined
  }
  return walk(start, [start])
}

/** What is wrong with what checks of a canary depend on: unknown and ambiguous names, circles. */
export function dependencyProblems(checks: readonly Dependent[]): SegmentedProblem[] {
  if (checks.every(({ dependsOn }) => dependsOn.length === 0)) return []
  const names = new Map<string, number>()
  for (const { name } of checks) names.set(name, (names.get(name) ?? 0) + 1)
  const edges = new Map(checks.map(({ name, dependsOn }) => [name, dependsOn]))
  return checks.flatMap((check) => {
    // Each circle is told once: at the check of it whose name comes first.
    const found = check.dependsOn.length === 0 ? undefined : circleFrom(check.name, edges)
    const circle = found?.every((name) => check.name <= name) === true ? found : undefined
    return check.dependsOn.flatMap((wanted, index) => {
      const count = names.get(wanted) ?? 0
      if (count === 0) {
        const near = suggestKey(wanted, [...names.keys()])
        const hint = near === undefined ? '' : `; did you mean "${near}"?`
        return [problem(check, index, `no check of this canary is named "${wanted}"${hint}`)]
      }
      if (count > 1) return [problem(check, index, `${count} checks of this canary are named "${wanted}"`)]
      if (check.dependsOn.indexOf(wanted) < index)
        return [problem(check, index, `"${wanted}" is in the list already`)]
      return circle?.[1] === wanted ? [problem(check, index, `goes in a circle: ${circle.join(' → ')}`)] : []
    })
  })
}
