import { chooser, statusTest, type TreeFilter } from './filter.ts'
import type { Model, TreeNode } from './model.ts'
import type { ShownTree } from './render.ts'
import { compareBy } from './sort.ts'

export interface TreeRequest extends TreeFilter {
  id?: string | undefined
  sortBy: string
  sortOrder: 'asc' | 'desc'
  /** Whether the components that match stand in one list. */
  flatten: boolean
  /** Whether hidden components are shown, and what is below them. */
  hidden: boolean
  /** Levels of components, the first included. */
  depth: number
}

/**
 * Chooses the components of an answer. Filters keep the highest components that match, with all below those; the filter of
 * the status holds for them and for those right below them. With an id there is one root, and the filters hold for what is
 * below it. Source: section 3.4 of the reference, with its defects left out.
 */
export function selectTree(model: Model, request: TreeRequest): ShownTree[] {
  const { id, flatten, hidden, depth } = request
  const matches = chooser(request)
  const hasStatus = statusTest(request)
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
    return {
      node,
      below: children.toSorted(compare).map((child) => treeOf(child, levels - 1, inner, false)),
    }
  }
  /** The highest components that match, each once; all that match where the answer is flat. */
  function highest(starts: readonly TreeNode[]): TreeNode[] {
    if (matches === undefined && !flatten) return starts.filter(hasStatus)
    const found: TreeNode[] = []
    const seen = new Set<TreeNode>()
    const waiting = [...starts]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      const isMatch = matches?.(node) ?? true
      if (isMatch && hasStatus(node)) found.push(node)
      if (flatten || !isMatch) waiting.push(...below(node))
    }
    return found
  }
  const list = (
    nodes: readonly TreeNode[],
    levels: number,
    above: readonly TreeNode[],
    isFiltered: boolean,
  ) =>
    nodes
      .toSorted(compare)
      .map((node) => (flatten ? { node, below: [] } : treeOf(node, levels, above, isFiltered)))

  if (id !== undefined) {
    const root = model.nodes.get(id)
    if (root === undefined) return []
    if (depth <= 1) return [{ node: root, below: [] }]
    return [{ node: root, below: list(highest(below(root)), depth - 1, [root], false) }]
  }
  return list(highest(model.roots().filter(isShown)), depth, [], true)
}
