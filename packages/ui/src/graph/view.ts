import { NODE, type Place } from './sizes.ts'

/** A part of the picture, in its own coordinates. */
export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** The part of the picture that contains some nodes; undefined for none. */
export function boundsOf(places: Iterable<Place>): Bounds | undefined {
  let found: Bounds | undefined
  for (const { x, y } of places)
    found = {
      left: Math.min(found?.left ?? x, x),
      top: Math.min(found?.top ?? y, y),
      right: Math.max(found?.right ?? x + NODE.width, x + NODE.width),
      bottom: Math.max(found?.bottom ?? y + NODE.height, y + NODE.height),
    }
  return found
}

/** Side of the squares by which the seen part is rounded outwards, so that a small move renders nothing. */
const TILE = 600

/** The part of the picture that is seen, rounded outwards. */
export function seenPart(view: {
  transform: readonly [x: number, y: number, zoom: number]
  width: number
  height: number
}): Bounds {
  const [x, y, zoom] = view.transform
  const down = (value: number) => Math.floor(value / TILE) * TILE
  const up = (value: number) => Math.ceil(value / TILE) * TILE
  return {
    left: down(-x / zoom),
    top: down(-y / zoom),
    right: up((view.width - x) / zoom),
    bottom: up((view.height - y) / zoom),
  }
}

/** Whether any of a node is in a part of the picture. */
export function isSeen({ x, y }: Place, { left, top, right, bottom }: Bounds): boolean {
  return x + NODE.width >= left && x <= right && y + NODE.height >= top && y <= bottom
}

/** Whether two parts of the picture are the same. */
export function isSamePart(one: Bounds | undefined, other: Bounds | undefined): boolean {
  return (
    one?.left === other?.left &&
    one?.top === other?.top &&
    one?.right === other?.right &&
    one?.bottom === other?.bottom
  )
}
