import { formatPath, type SegmentedProblem } from '@binnacle/plugin-kit/core'
import { suggestKey } from '@binnacle/contract/search'
import { circles } from './circles.ts'

/** The dependencies of a check. */
export interface Dependent {
  /** Path in the spec: type and index. */
  place: readonly PropertyKey[]
  name: string
  dependsOn: readonly string[]
}

function problem(check: Dependent, index: number, message: string): SegmentedProblem {
  const segments = [...check.place, 'dependsOn', index]
  return { segments, path: formatPath(segments), message }
}

/** Most comparisons of unknown names with known ones, because thousands of both would take seconds. */
const MOST_COMPARED = 5_000

/** Problems of the dependencies of a canary: unknown names, ambiguous names, circles. */
export function dependencyProblems(checks: readonly Dependent[]): SegmentedProblem[] {
  if (checks.every(({ dependsOn }) => dependsOn.length === 0)) return []
  const names = new Map<string, number>()
  for (const { name } of checks) names.set(name, (names.get(name) ?? 0) + 1)
  const edges = new Map(checks.map(({ name, dependsOn }) => [name, dependsOn]))
  const circleOf = circles(edges)
  let compared = 0
  const suggestion = (wanted: string): string | undefined => {
    compared += names.size
    return compared > MOST_COMPARED ? undefined : suggestKey(wanted, [...names.keys()])
  }
  return checks.flatMap((check) => {
    const circle = circleOf.get(check.name)
    return check.dependsOn.flatMap((wanted, index) => {
      const count = names.get(wanted) ?? 0
      if (count === 0) {
        const near = suggestion(wanted)
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
