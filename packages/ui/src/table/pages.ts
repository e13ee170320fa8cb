/** Choices for the number of rows per page. */
export const pageSizes = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1_000] as const

/** Returns the number of pages; an empty list has one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/**
 * Parses a typed page number and clamps it to the existing pages.
 * @param text typed text, counted from 1
 * @returns the page counted from 1, or undefined if the text is not a number
 */
export function clampPage(text: string, pages: number): number | undefined {
  const page = Number.parseInt(text, 10)
  if (Number.isNaN(page)) return undefined
  return Math.min(Math.max(page, 1), pages)
}

const grouped = new Intl.NumberFormat('en')

/**
 * Describes the rows of a page: `51–100 of 312`.
 * @param pageIndex counted from 0
 */
export function describePage(pageIndex: number, pageSize: number, total: number): string {
  if (total === 0) return '0 of 0'
  const first = Math.min(pageIndex * pageSize + 1, total)
  const last = Math.min((pageIndex + 1) * pageSize, total)
  return `${grouped.format(first)}–${grouped.format(last)} of ${grouped.format(total)}`
}

/** Most rows of a page. */
const MOST_ROWS = pageSizes[pageSizes.length - 1] ?? 1_000

/**
 * Doubles the size of a page, for people who scroll to its end. Source: SHELL-023.
 * @returns the page with the same first row; undefined if there are no further rows, or no larger page begins with that row
 */
export function doublePage(
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
  total: number,
): { pageIndex: number; pageSize: number } | undefined {
  const first = pageIndex * pageSize
  const doubled = Math.min(pageSize * 2, MOST_ROWS)
  if (doubled === pageSize || first % doubled !== 0 || first + pageSize >= total) return undefined
  return { pageIndex: first / doubled, pageSize: doubled }
}
