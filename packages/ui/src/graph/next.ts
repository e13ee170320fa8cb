import type { Place } from './sizes.ts'

/** The direction of each arrow key, as a step of x and y. */
const arrows: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A pixel across the direction of the key counts as this many pixels along it. */
const ASIDE = 2

/**
 * Finds the node that an arrow key moves to: the nearest one in the direction of the key.
 * @param key as the browser names it, such as `ArrowLeft`
 * @param from id of the node that has the focus
 * @returns the id of the node; undefined if the key is no arrow, or no node lies in its direction
 */
export function nextNode(
  key: string,
  from: string,
  positions: ReadonlyMap<string, Place>,
): string | undefined {
  const arrow = arrows[key]
  const start = positions.get(from)
  if (arrow === undefined || start === undefined) return undefined
  let nearest: { id: string; distance: number } | undefined
  for (const [id, place] of positions) {
    const [x, y] = [place.x - start.x, place.y - start.y]
    const ahead = x * arrow.x + y * arrow.y
    const aside = Math.abs(x * arrow.y) + Math.abs(y * arrow.x)
    if (ahead <= 0) continue
    const distance = ahead + ASIDE * aside
    if (nearest === undefined || distance < nearest.distance) nearest = { id, distance }
  }
  return nearest?.id
}
