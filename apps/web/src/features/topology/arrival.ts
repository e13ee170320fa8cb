/** Card that gets the focus on the next page: that of a component by its id, or the first. */
type Arrival = 'first' | { id: string }

// Outside React, because the page that is left and the one that opens are two.
let next: Arrival | undefined

/** Has the next page of cards focus one of them, so that a person with a keyboard continues from there. */
export function arriveAt(card: Arrival): void {
  next = card
}

/** The place of the card that the page that opens focuses. @param ids of its cards */
export function arrivalAmong(ids: readonly (string | undefined)[]): number | undefined {
  if (next === undefined || ids.length === 0) return undefined
  const place = next === 'first' ? 0 : ids.indexOf(next.id)
  return place < 0 ? undefined : place
}

/** Ends it when the page is open. Not while it renders, because a page may be rendered and mounted several times. */
export function endArrival(): void {
  next = undefined
}
