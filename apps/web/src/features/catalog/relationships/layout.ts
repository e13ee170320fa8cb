import { Graph, layout as arrange } from '@dagrejs/dagre'

/** Size of a node in CSS pixels. */
export const NODE = { width: 232, height: 60 } as const

/** Space between levels and between nodes of a level, in CSS pixels. Source: REL-011. */
const SPACING = { ranksep: 120, nodesep: 100 } as const

/** What a layout needs of a picture. */
export interface LayoutRequest {
  /** Increases with each request, so that late answers can be told apart. */
  number: number
  direction: 'LR' | 'TB'
  nodes: readonly string[]
  edges: readonly (readonly [source: string, target: string])[]
}

/** Where each node is, by its id. */
export interface LayoutAnswer {
  number: number
  positions: ReadonlyMap<string, { x: number; y: number }>
}

/** Computes where the nodes of a graph are: in levels, with few lines that cross. */
export function layoutOf({ number, direction, nodes, edges }: LayoutRequest): LayoutAnswer {
  const graph = new Graph()
  graph.setGraph({ rankdir: direction, ...SPACING })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of nodes) graph.setNode(id, { ...NODE })
  for (const [source, target] of edges) graph.setEdge(source, target)
  arrange(graph)
  return {
    number,
    positions: new Map(
      nodes.map((id) => {
        const { x, y } = graph.node(id)
        return [id, { x: (x ?? 0) - NODE.width / 2, y: (y ?? 0) - NODE.height / 2 }]
      }),
    ),
  }
}
