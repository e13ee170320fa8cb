import type { HealthTotals } from '@binnacle/contract/topology'
import { healthOf } from '@binnacle/contract/core'
import { chooser, statusTest, type TreeFilter } from './filter.ts'
import type { Model, TreeNode } from './model.ts'
import type { ShownTree } from './render.ts'
import { compareBy } from './sort.ts'

export interface TreeRequest extends TreeFilter {
  id?: string | undefined
  sortBy: string
  sortOrder: 'asc' | 'desc'
  /** Whether the components that match are in one list. */
  flatten: boolean
  /** Whether hidden components are shown, and what is below them. */
  hidden: boolean
  /** Levels of components, the first included. */
  depth: number
  /** Place of the first component of the list that is answered. Default: 0. */
  offset?: number | undefined
  /** Most components of the list that are answered. Default: all. */
  limit?: number | undefined
  /** Most components below one of the list that are answered, the most severe first. Default: all. */
  mostBelow?: number | undefined
}

/** A part of the list of an answer. */
export interface TreePage {
  trees: ShownTree[]
  /** The whole list. */
  listed: readonly TreeNode[]
  /** What the list has without the filter of the status. */
  ofAnyStatus: readonly TreeNode[]
}

const worstFirst = compareBy('status', 'desc')

/**
 * Chooses the components of an answer. Filters keep the highest components that match, with all below those; the filter of
 * the status holds for them and for those right below them. With an id there is one root, and the filters hold for what is
 * below it. Source: section 3.4 of the reference, with its defects left out.
 */
export function selectTree(model: Model, request: TreeRequest): ShownTree[] {
  return selectPage(model, request).trees
}

/** Chooses like `selectTree`, and answers a part of the list: with an id, of the components right below that one. */
export function selectPage(model: Model, request: TreeRequest): TreePage {
  const { id, flatten, hidden, depth, offset = 0, limit, mostBelow = Number.POSITIVE_INFINITY } = request
  const matches = chooser(request)
  const hasStatus = statusTest(request)
  const hasStatusFilter = request.status !== undefined && request.status !== ''
  const compare = compareBy(request.sortBy, request.sortOrder)
  const isShown = ({ data }: TreeNode) => hidden || !data.hidden

  const below = (node: TreeNode) => model.childrenOf(node).filter(isShown)
  /** @param above those that it stands below, so that a circle ends */
  function treeOf(
    node: TreeNode,
    levels: number,
    above: readonly TreeNode[],
    isFiltered: boolean,
  ): ShownTree {
    if (levels <= 1) return { node, below: [] }
    const inner = [...above, node]
    const children = below(node).filter(
      (child) => !inner.includes(child) && (!isFiltered || hasStatus(child)),
    )
    const isCut = children.length > mostBelow
    const shown = isCut ? children.toSorted(worstFirst).slice(0, mostBelow) : children.toSorted(compare)
    return {
      node,
      below: shown.map((child) => treeOf(child, levels - 1, inner, false)),
      more: children.length - shown.length,
    }
  }
  /** The highest components that match, each once; all that match where the answer is flat. */
  function highest(starts: readonly TreeNode[], test: (node: TreeNode) => boolean): readonly TreeNode[] {
    if (matches === undefined && !flatten) return starts.filter(test)
    const found: TreeNode[] = []
    const seen = new Set<TreeNode>()
    const waiting = [...starts]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      const isMatch = matches?.(node) ?? true
      if (isMatch && test(node)) found.push(node)
      if (flatten || !isMatch) waiting.push(...below(node))
    }
    return found
  }
  const part = limit === undefined ? undefined : offset + limit
  const page = (
    starts: readonly TreeNode[],
    levels: number,
    above: readonly TreeNode[],
    isFiltered: boolean,
  ): TreePage => {
    const ofAnyStatus = highest(starts, () => true)
    const listed = hasStatusFilter ? highest(starts, hasStatus) : ofAnyStatus
    const trees = listed
      .toSorted(compare)
      .slice(offset, part)
      .map((node) => (flatten ? { node, below: [] } : treeOf(node, levels, above, isFiltered)))
    return { trees, listed, ofAnyStatus }
  }

  if (id !== undefined) {
    const root = model.nodes.get(id)
    if (root === undefined) return { trees: [], listed: [], ofAnyStatus: [] }
    if (depth <= 1) return { trees: [{ node: root, below: [] }], listed: [], ofAnyStatus: [] }
    const { trees, ...list } = page(below(root), depth - 1, [root], false)
    return { trees: [{ node: root, below: trees }], ...list }
  }
  return page(model.roots().filter(isShown), depth, [], true)
}

/** Numbers of components by their own health. */
export function countByHealth(nodes: readonly TreeNode[]): HealthTotals {
  const totals = { healthy: 0, unknown: 0, warning: 0, unhealthy: 0 }
  for (const { data } of nodes) totals[healthOf(data.health)] += 1
  return totals
}

/** What is known of a whole list, of which a part is answered. */
export function describeList({ listed, ofAnyStatus }: Pick<TreePage, 'listed' | 'ofAnyStatus'>): {
  total: number
  totals: HealthTotals
  at_risk: number
  headlines: string[]
} {
  const headlines = new Set<string>()
  for (const { data } of listed)
    for (const { name, headline } of data.properties) if (headline === true) headlines.add(name)
  return {
    total: listed.length,
    totals: countByHealth(ofAnyStatus),
    at_risk: ofAnyStatus.filter(({ isAtRisk }) => isAtRisk).length,
    headlines: [...headlines].toSorted(),
  }
}
