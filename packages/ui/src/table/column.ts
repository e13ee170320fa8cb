import type { ReactNode } from 'react'

/** A column of a table. The first column names the row and contains its link. */
export interface DataColumn<Row, Group = never> {
  /** Id by which the server sorts, and under which a hidden column is stored. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Renders the aggregate in the heading of a group. */
  groupCell?: (group: Group) => ReactNode
  sortable?: boolean
  /** Whether to align it right, with tabular digits. */
  numeric?: boolean
  /** Minimum width in CSS pixels. Default: 120, and 220 for the first column. */
  width?: number
  /** Share of the remaining width. Default: 0, and 1 for the first column. */
  grow?: number
  /**
   * What happens to the column if not all fit: `below` puts it under the name, `keep` leaves it a column, `drop`
   * removes it before any other moves. Default: `below`.
   */
  narrow?: 'keep' | 'below' | 'drop'
  /** Columns with the highest rank are removed first if not all fit. Default: 0. */
  rank?: number
  /** Width in CSS pixels while other columns are under the name. Default: `width`. */
  stackedWidth?: number
  /** Whether a row has a value here; one without is not listed under the name. Default: every row has one. */
  hasValue?: (row: Row) => boolean
  /** Whether it is hidden until people choose it. */
  hidden?: boolean
}

/** Sort order for the server. */
export interface Sort {
  column: string
  direction: 'asc' | 'desc'
}

const DEFAULT_WIDTH = 120
const DEFAULT_NAME_WIDTH = 220

type ColumnSizing = Pick<DataColumn<never>, 'id' | 'width' | 'narrow' | 'grow' | 'rank' | 'stackedWidth'>

function widthOf(column: ColumnSizing, index: number): number {
  return column.width ?? (index === 0 ? DEFAULT_NAME_WIDTH : DEFAULT_WIDTH)
}

const rankOf = (column: ColumnSizing): number => column.rank ?? 0

/** Which columns are side by side, and which are under the name. */
export interface ColumnLayout<Column> {
  columns: readonly Column[]
  below: readonly Column[]
  /** Whether some columns are under the name, which makes rows taller. */
  stacked: boolean
}

/**
 * Fits columns into a width, so that a table never scrolls sideways. First it removes columns with a rank or marked
 * `drop`: highest rank first, and the last of equal rank first. If the rest still does not fit, only the name and
 * columns marked `keep` stay side by side.
 * @param width width of the table in CSS pixels; 0 while unknown, which keeps every column
 * @param reserved CSS pixels taken by anything other than columns
 */
export function fitColumns<Column extends ColumnSizing>(
  columns: readonly Column[],
  width: number,
  reserved = 0,
): ColumnLayout<Column> {
  const fits = (candidates: readonly Column[]): boolean =>
    width === 0 ||
    candidates.reduce((sum, column) => sum + widthOf(column, columns.indexOf(column)), reserved) <= width
  let shown = columns
  while (!fits(shown)) {
    const leaving = shown.filter(
      (column, index) => index > 0 && (column.narrow === 'drop' || column.rank !== undefined),
    )
    const highest = Math.max(...leaving.map(rankOf))
    const last = leaving.findLast((column) => rankOf(column) === highest)
    if (last === undefined) {
      const isBeside = (column: Column, index: number): boolean => index === 0 || column.narrow === 'keep'
      return {
        columns: shown.filter(isBeside),
        // Under the name all of them fit, on their own lines.
        below: columns.filter((column, index) => !isBeside(column, index) && column.narrow !== 'drop'),
        stacked: true,
      }
    }
    shown = shown.filter((column) => column !== last)
  }
  return { columns: shown, below: [], stacked: false }
}

/**
 * Returns the columns as tracks of a CSS grid.
 * @param trailing width in CSS pixels of the last track, which holds no column; 0 for none
 */
export function gridTemplate(columns: readonly ColumnSizing[], stacked: boolean, trailing: number): string {
  const tracks = columns.map((column, index) => {
    const width = stacked ? (column.stackedWidth ?? widthOf(column, index)) : widthOf(column, index)
    const grow = column.grow ?? (index === 0 ? 1 : 0)
    // In a stacked layout the name takes the remaining width, however small.
    if (stacked && index === 0) return 'minmax(0, 1fr)'
    return grow > 0 ? `minmax(${width}px, ${grow}fr)` : `${width}px`
  })
  return [...tracks, ...(trailing > 0 ? [`${trailing}px`] : [])].join(' ')
}
