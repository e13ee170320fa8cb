import type { Edge, Link, Thing } from './facts.ts'
import { keyOf } from './facts.ts'

/**
 * How a thing was reached, which limits where causes are looked for next: a node and a namespace hold much that has nothing to
 * do with what they were reached from.
 */
export type Way = 'open' | 'used' | 'needed' | 'above' | 'end'

const moves: Readonly<Record<Way, Readonly<Partial<Record<Link, Way>>>>> = {
  open: {
    same: 'open',
    contains: 'open',
    uses: 'used',
    needs: 'needed',
    within: 'above',
    checks: 'open',
    checked: 'end',
  },
  used: { same: 'used', contains: 'open', needs: 'needed', checked: 'end' },
  needed: {
    same: 'needed',
    contains: 'open',
    needs: 'needed',
    within: 'above',
    checks: 'open',
    checked: 'end',
  },
  above: { same: 'above', needs: 'needed', within: 'above', checked: 'end' },
  end: {},
}

/** Whether what a thing contains or uses is looked at. */
export const looksDown = (way: Way): boolean => moves[way].contains !== undefined

/** Edges also say what is in a namespace. From there, everything in it would be looked at. */
function linkOf(from: Thing, to: Thing, link: Link): Link {
  return link === 'needs' && from.within.includes(keyOf(to.kind, to.id)) ? 'within' : link
}

/** A move along an edge. */
export interface Move {
  way: Way
  link: Link
  /** 0 or 1. */
  steps: number
  /** Steps that it counts for. */
  cost: number
}

/** Where an edge leads to from a thing that was reached in some way; undefined where causes are not looked for there. */
export function moveAlong(
  way: Way,
  { link: given }: Pick<Edge, 'link'>,
  from: Thing,
  to: Thing,
): Move | undefined {
  const link = linkOf(from, to, given)
  const next = moves[way][link]
  if (next === undefined) return undefined
  if (link === 'same') return { way: next, link, steps: 0, cost: 0 }
  // Most edges in this direction lead to what needs the thing, which suffers with it.
  return { way: next, link, steps: 1, cost: link === 'uses' ? 2 : 1 }
}
