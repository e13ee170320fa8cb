/** Size of a node in CSS pixels. */
export const NODE = { width: 232, height: 60 } as const

/** Space between levels and between nodes of a level, in CSS pixels. Source: REL-011. */
export const SPACING = { levels: 120, nodes: 100 } as const

/** Which way levels follow each other: to the right, or down. */
export type Direction = 'LR' | 'TB'

/** What a layout needs of a picture. */
export interface LayoutRequest {
  /** Increases with each request, so that late answers can be told apart. */
  number: number
  direction: Direction
  nodes: readonly string[]
  edges: readonly (readonly [source: string, target: string])[]
}

/** The upper left corner of a node. */
export interface Place {
  x: number
  y: number
}

/** Where each node is, by its id. */
export interface LayoutAnswer {
  number: number
  direction: Direction
  positions: ReadonlyMap<string, Place>
}
