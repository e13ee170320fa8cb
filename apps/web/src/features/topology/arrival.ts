/** Card that gets the focus on the next page: that of a component by its id, or the first. */
type Arrival = 'first' | { id: string }

// Outside React, because the page that is left and the one that opens are two.
let next: Arrival | undefined

/** Has the next page of cards focus one of them, so that a person with a keyboard continues from there. */
export function arriveAt(card: Arrival): void {
  next = card
}

/** Which card the page that opens focuses, once. @param ids of its cards */
export function takeArrival(ids: readonly (string | undefined)[]): number | undefined {
  const card = next
  next = undefined
  if (card === undefined || ids.length === 0) return undefined
  const place = card === 'first' ? 0 : ids.indexOf(card.id)
  return place < 0 ? undefined : place
}
