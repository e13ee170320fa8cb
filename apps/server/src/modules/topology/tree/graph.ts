import type { TopologyGraph } from '@binnacle/contract/topology'
import { healthOf } from '@binnacle/contract/core'
import type { Model, TreeNode } from './model.ts'

/** Most components of an answer. */
const MOST_NODES = 5_000

/**
 * The components below one, or all, and what depends on what.
 * @param level steps below the start; all where it is not given
 */
export function graphOf(
  model: Model,
  { id, level }: { id?: string | undefined; level?: number | undefined },
): TopologyGraph {
  const start = id === undefined ? model.roots() : [model.nodes.get(id)].filter((node) => node !== undefined)
  const found = new Set<TreeNode>(start)
  let border = start
  for (let step = 0; border.length > 0 && step < (level ?? Number.POSITIVE_INFINITY); step += 1) {
    border = border.flatMap((node) => model.childrenOf(node)).filter((node) => !found.has(node))
    border = [...new Set(border)]
    for (const node of border) found.add(node)
  }
  // What is needed from elsewhere is shown too, or a graph would not say why something is at risk.
  const needed = [...found].flatMap((node) =>
    model.needsOf(node).flatMap(({ id: other }) => model.nodes.get(other) ?? []),
  )
  for (const node of needed) found.add(node)
  const shown = new Map([...found].slice(0, MOST_NODES).map((node) => [node.data.id, node]))
  const edges: TopologyGraph['edges'] = []
  for (const node of shown.values()) {
    // A component depends on what is below it: its health follows from theirs.
    for (const child of node.children)
      if (shown.has(child)) edges.push({ from: node.data.id, to: child, kind: 'parent' })
    for (const { id: other, kind } of model.needsOf(node))
      if (shown.has(other)) edges.push({ from: node.data.id, to: other, kind })
  }
  return {
    nodes: [...shown.values()].map(({ data, isAtRisk }) => ({
      id: data.id,
      name: data.name,
      type: data.type,
      icon: data.icon,
      namespace: data.namespace,
      health: healthOf(data.health),
      at_risk: isAtRisk,
      parent_id: data.parent_id,
    })),
    edges,
    truncated: found.size > shown.size,
    total: found.size,
  }
}
