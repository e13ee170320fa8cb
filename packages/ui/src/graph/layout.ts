import { Graph, layout as arrange } from '@dagrejs/dagre'
import { layered } from './layered.ts'
import { type LayoutAnswer, type LayoutRequest, NODE, SPACING } from './sizes.ts'

/**
 * Nodes and lines together that dagre arranges. It needs 1.3 s for 780 and 6 s for 1,560 (two cores, load 5): beyond
 * this, lines may cross, and the picture is there at once.
 */
const MOST_FOR_DAGRE = 500

/** Computes where the nodes of a graph are: in levels, with few lines that cross. */
export function layoutOf(request: LayoutRequest): LayoutAnswer {
  const { number, direction, nodes, edges } = request
  if (nodes.length + edges.length > MOST_FOR_DAGRE) return { number, direction, positions: layered(request) }
  const graph = new Graph()
  graph.setGraph({ rankdir: direction, ranksep: SPACING.levels, nodesep: SPACING.nodes })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of nodes) graph.setNode(id, { ...NODE })
  for (const [source, target] of edges) graph.setEdge(source, target)
  arrange(graph)
  return {
    number,
    direction,
    positions: new Map(
      nodes.map((id) => {
        const { x, y } = graph.node(id)
        return [id, { x: (x ?? 0) - NODE.width / 2, y: (y ?? 0) - NODE.height / 2 }]
      }),
    ),
  }
}
