import { readStored, writeStored } from '@binnacle/ui'
import type { GraphView, Place } from '@binnacle/ui/graph'
import * as z from 'zod/mini'

const stored = z.object({
  hidden: z.array(z.string()),
  pinned: z.array(z.string()),
  moved: z.record(z.string(), z.tuple([z.number(), z.number()])),
  toggled: z.array(z.string()),
  direction: z.enum(['LR', 'TB']),
  lines: z.enum(['bezier', 'smoothstep']),
})

/** How a person arranged a graph. */
export interface Arrangement extends GraphView {
  hidden: ReadonlySet<string>
  /** Ids of components that are always shown, and in no group. */
  pinned: ReadonlySet<string>
  moved: ReadonlyMap<string, Place>
}

/** The graph of a person who arranged nothing. */
export const unarranged: Arrangement = {
  hidden: new Set(),
  pinned: new Set(),
  moved: new Map(),
  toggled: [],
  direction: 'LR',
  lines: 'bezier',
}

const keyOf = (graph: string): string => `binnacle.topology.graph.${graph}`

/** Reads how a graph is arranged from its text; a text that says nothing is no arrangement. */
export function parseArrangement(text: string | undefined): Arrangement {
  if (text === undefined) return unarranged
  try {
    const parsed = stored.safeParse(JSON.parse(text))
    if (!parsed.success) return unarranged
    const { hidden, pinned, moved, ...view } = parsed.data
    return {
      ...view,
      hidden: new Set(hidden),
      pinned: new Set(pinned),
      moved: new Map(Object.entries(moved).map(([id, [x, y]]) => [id, { x, y }])),
    }
  } catch {
    return unarranged
  }
}

/** Writes how a graph is arranged as text. */
export function printArrangement({ hidden, pinned, moved, ...view }: Arrangement): string {
  return JSON.stringify({
    ...view,
    hidden: [...hidden],
    pinned: [...pinned],
    moved: Object.fromEntries(Array.from(moved, ([id, { x, y }]) => [id, [Math.round(x), Math.round(y)]])),
  })
}

/** How this browser stores that a graph is arranged. @param graph id of the component, or what stands for all */
export const readArrangement = (graph: string): Arrangement => parseArrangement(readStored(keyOf(graph)))

/** Stores how a graph is arranged in this browser. */
export const storeArrangement = (graph: string, arrangement: Arrangement): void =>
  writeStored(keyOf(graph), printArrangement(arrangement))
