export { NetworkGraph, type GraphView } from './network-graph.tsx'
export type { GraphThing } from './model.ts'
export type { Place } from './sizes.ts'
