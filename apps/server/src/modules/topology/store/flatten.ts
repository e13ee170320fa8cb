import type { ComponentNode } from '../component-tree.ts'
import { findNeeds, type Need } from './needs.ts'

/** A component of a run, with its place in the tree. */
export interface FlatNode {
  key: string
  node: ComponentNode
  /** Key of the component that it is below; undefined for a root. */
  parent: string | undefined
  /** Place among its siblings. */
  position: number
}

/** The components of a run without their nesting. */
export interface FlatTree {
  /** Parents before their children; each component once. */
  nodes: readonly FlatNode[]
  /** Further places of components that are at several places of the tree: they also appear below these. */
  alsoBelow: readonly { child: string; parent: string }[]
  /** Components that need others. */
  needs: readonly Need[]
  /** What was left out, and why. */
  problems: readonly string[]
  /** What is said to be needed and is not there, or is not clear. Only a whole tree can say so. */
  unclearNeeds: readonly string[]
}

/** What a component is recognized by within its topology. */
export function keyOf({ externalId, type }: { externalId: string; type?: string | null }): string {
  return JSON.stringify([externalId, type ?? ''])
}

/**
 * Finds the components of a tree. The first place of a component is its own, others become relationships. A place below
 * itself is left out, with what is below it there.
 */
export function flatten(roots: readonly ComponentNode[]): FlatTree {
  const nodes = new Map<string, FlatNode>()
  const alsoBelow = new Map<string, { child: string; parent: string }>()
  const above = new Map<string, Set<string>>()
  const problems: string[] = []

  const isAbove = (key: string, other: string): boolean => {
    const seen = new Set<string>()
    const waiting = [other]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === key) return true
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(...(above.get(next) ?? []))
    }
    return false
  }
  // A tree may be deeper than the stack.
  const waiting = roots
    .map((node, position) => ({ node, position, parent: undefined as string | undefined }))
    .reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, position, parent } = next
    const key = keyOf(node)
    if (parent !== undefined && isAbove(key, parent)) {
      problems.push(
        `${node.name} (${node.externalId}) is below itself, which would be a circle: this place is left out`,
      )
      continue
    }
    const known = nodes.get(key)
    if (known === undefined) nodes.set(key, { key, node, parent, position })
    else if (parent !== undefined && known.parent !== parent)
      alsoBelow.set(JSON.stringify([key, parent]), { child: key, parent })
    if (parent !== undefined) above.set(key, (above.get(key) ?? new Set()).add(parent))
    waiting.push(
      ...node.children.map((child, place) => ({ node: child, position: place, parent: key })).reverse(),
    )
  }
  const flat = sortByDepth([...nodes.values()])
  const { needs, problems: unclearNeeds } = findNeeds(flat)
  return { nodes: flat, alsoBelow: [...alsoBelow.values()], needs, problems, unclearNeeds }
}

/** Places parents before their children. */
function sortByDepth(nodes: readonly FlatNode[]): FlatNode[] {
  const byParent = Map.groupBy(nodes, ({ parent }) => parent)
  const sorted: FlatNode[] = []
  let level: readonly FlatNode[] = byParent.get(undefined) ?? []
  while (level.length > 0) {
    sorted.push(...level)
    level = level.flatMap(({ key }) => byParent.get(key) ?? [])
  }
  return sorted
}
