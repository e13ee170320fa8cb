import type { KeyboardEvent } from 'react'
import type { Place } from './sizes.ts'

/** Pixels that a key moves a node. */
const STEP = 24
const steps: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/** Where Shift and an arrow key move the node in which something has the focus; undefined for other keys and places. */
export function movedByKey(
  { key, shiftKey, target }: KeyboardEvent<HTMLElement>,
  positions: ReadonlyMap<string, Place> | undefined,
): { id: string; place: Place } | undefined {
  const step = shiftKey ? steps[key] : undefined
  if (step === undefined || !(target instanceof Element)) return undefined
  const id = target.closest<HTMLElement>('.react-flow__node')?.dataset['id']
  const place = id === undefined ? undefined : positions?.get(id)
  return id === undefined || place === undefined
    ? undefined
    : { id, place: { x: place.x + step.x, y: place.y + step.y } }
}

/** Where nodes are: where people moved them, else where the layout puts them. */
export function withMoved(
  positions: ReadonlyMap<string, Place> | undefined,
  moved: ReadonlyMap<string, Place> | undefined,
  drag: { id: string; place: Place } | undefined,
): ReadonlyMap<string, Place> | undefined {
  if (positions === undefined || ((moved === undefined || moved.size === 0) && drag === undefined))
    return positions
  const placed = new Map(positions)
  for (const [id, place] of moved ?? []) if (placed.has(id)) placed.set(id, place)
  if (drag !== undefined) placed.set(drag.id, drag.place)
  return placed
}
