import type { FlatNode } from './flatten.ts'

/** A component that cannot work without another one; keys of both. */
export interface Need {
  component: string
  needed: string
}

/** Most needs of a topology. */
const MOST_NEEDS = 50_000
/** Most problems that are told one by one. */
const MOST_PROBLEMS = 20

/**
 * Finds the components that others say they need, by the id in their source, else by their name.
 * @returns each need once, and what names no component or several
 */
export function findNeeds(nodes: readonly FlatNode[]): {
  needs: readonly Need[]
  problems: readonly string[]
} {
  const needy = nodes.filter(({ node }) => node.needs.length > 0)
  if (needy.length === 0) return { needs: [], problems: [] }
  const byId = Map.groupBy(nodes, ({ node }) => node.externalId)
  const byName = Map.groupBy(nodes, ({ node }) => node.name)
  const byFullName = Map.groupBy(nodes, ({ node }) => `${node.namespace ?? ''}/${node.name}`)
  const needs = new Map<string, Need>()
  const problems: string[] = []
  let [untold, surplus] = [0, 0]
  const tell = (problem: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem)
    else untold += 1
  }
  for (const { key, node } of needy)
    for (const ref of node.needs) {
      const [found, ...others] = byId.get(ref) ?? byName.get(ref) ?? byFullName.get(ref) ?? []
      if (found === undefined) tell(`${node.name} depends on "${ref}", which this topology does not have`)
      else if (others.length > 0)
        tell(
          `${node.name} depends on "${ref}", which ${others.length + 1} components are called: name one by its id`,
        )
      else if (found.key === key) tell(`${node.name} depends on itself, which says nothing`)
      else if (needs.size >= MOST_NEEDS) surplus += 1
      else needs.set(JSON.stringify([key, found.key]), { component: key, needed: found.key })
    }
  if (untold > 0) problems.push(`${untold} more dependencies name no component, or several`)
  if (surplus > 0) problems.push(`${surplus} dependencies are left out; the most is ${MOST_NEEDS}`)
  return { needs: [...needs.values()], problems }
}
