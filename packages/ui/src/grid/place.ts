/** Gap between columns and rows in CSS pixels. */
export const GAP = 12

/** The part of its width that a column keeps at least, so that one more fits where otherwise half of the screen is empty. */
const LEAST_PART = 0.85

/** The least width of columns that are meant to have a width, both in CSS pixels. */
export const leastWidth = (width: number): number => Math.floor(width * LEAST_PART)

/** How many columns of about a width fit, at least one. They share what there is. */
export function columnsThatFit(available: number, width: number): number {
  return Math.max(1, Math.floor((available + GAP) / (leastWidth(width) + GAP)))
}

/** The item to which a key moves the focus; undefined for keys that move nothing. */
export function nextItem(key: string, from: number, columns: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return undefined
  const to = from + step
  // The last row may be shorter: down from above its end goes to the last item.
  if (to >= count)
    return key === 'ArrowDown' && rowOf(from, columns) < rowOf(count - 1, columns) ? count - 1 : from
  return to < 0 ? from : to
}

const rowOf = (index: number, columns: number): number => Math.floor(index / columns)
