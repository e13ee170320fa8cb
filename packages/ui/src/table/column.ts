import type { ReactNode } from 'react'

/** A column of a table. The first one given names the row and holds its link. */
export interface DataColumn<Row, Group = never> {
  /** What the server sorts by, and what is stored when the column is hidden. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The aggregate in the heading of a group. */
  groupCell?: (group: Group) => ReactNode
  sortable?: boolean
  /** Set right, in digits of one width. */
  numeric?: boolean
  /** The least width in CSS pixels; 120 if not given, 220 for the first column. */
  width?: number
  /** Share of the width that is left over; 0 if not given, 1 for the first column. */
  grow?: number
  /**
   * What becomes of the column where there is not room for all: `below` puts it under the name, `keep` leaves it a
   * column, `drop` leaves it out before any other has to move. `below` if not given.
   */
  narrow?: 'keep' | 'below' | 'drop'
  /** Columns with the highest rank leave first where there is not room for all; 0 if not given. */
  rank?: number
  /** The width in CSS pixels where other columns go under the name; `width` if not given. */
  stackedWidth?: number
  /** Not shown until it is chosen. */
  hidden?: boolean
}

/** What the server sorts by. */
export interface Sort {
  column: string
  direction: 'asc' | 'desc'
}

const DEFAULT_WIDTH = 120
const DEFAULT_NAME_WIDTH = 220

type Measured = Pick<DataColumn<never>, 'id' | 'width' | 'narrow' | 'grow' | 'rank' | 'stackedWidth'>

function widthOf(column: Measured, index: number): number {
  return column.width ?? (index === 0 ? DEFAULT_NAME_WIDTH : DEFAULT_WIDTH)
}

const rankOf = (column: Measured): number => column.rank ?? 0

/** Which columns stand side by side, and which go under the name. */
export interface ColumnLayout<Column> {
  columns: readonly Column[]
  below: readonly Column[]
  /** Whether some columns went under the name, which makes rows taller. */
  stacked: boolean
}

/**
 * Fits columns into a width, so that a table never scrolls sideways. Columns with a rank or marked `drop` go first, the
 * highest rank and then the last of them before the others; if that is not enough, only the name and columns marked `keep` stay side by side.
 * @param width of the table in CSS pixels; 0 while it is not known, which leaves every column
 * @param reserved CSS pixels taken by what is no column
 */
export function fitColumns<Column extends Measured>(
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
        // There is room for all of them under the name, in lines.
        below: columns.filter((column, index) => !isBeside(column, index) && column.narrow !== 'drop'),
        stacked: true,
      }
    }
    shown = shown.filter((column) => column !== last)
  }
  return { columns: shown, below: [], stacked: false }
}

/**
 * The columns as tracks of a CSS grid.
 * @param trailing width in CSS pixels of a last track that is no column; 0 for none
 */
export function gridTemplate(columns: readonly Measured[], stacked: boolean, trailing: number): string {
  const tracks = columns.map((column, index) => {
    const width = stacked ? (column.stackedWidth ?? widthOf(column, index)) : widthOf(column, index)
    const grow = column.grow ?? (index === 0 ? 1 : 0)
    // Stacked, the name takes what the kept columns leave, however little that is.
    if (stacked && index === 0) return 'minmax(0, 1fr)'
    return grow > 0 ? `minmax(${width}px, ${grow}fr)` : `${width}px`
  })
  return [...tracks, ...(trailing > 0 ? [`${trailing}px`] : [])].join(' ')
}
