import { type CheckPivot, labelOfChoice, NO_GROUP } from '@binnacle/contract/health'
import { type Href, ALL } from '@binnacle/ui'
import type { Filters } from '../../../application/address/use-filters.ts'
import { withKey } from './controls.ts'
import type { DashboardValues } from './filters.ts'

type Row = CheckPivot['rows'][number]

/** A pivot table and the address of its page. */
export interface PivotPlace {
  dashboard: Pick<Filters<DashboardValues>, 'values' | 'href'>
  /** Dimension of the columns. */
  pivotBy: string
}

/** Returns the title of a column. */
export function columnTitle(column: string | null, pivotBy: string): string {
  if (column === null) return `No ${labelOfChoice(pivotBy) ?? pivotBy}`
  return column === '' ? '(empty)' : column
}

/**
 * Parameters that show a list instead of the table, with checks of any health, because the figures count all of them.
 */
const asList = {
  pivotBy: 'none',
  pivotLabel: undefined,
  status: ALL,
  hidePassing: false,
  collapsed: [],
  pageIndex: 0,
} as const

/** Returns the filter for the checks of a column; undefined if no filter selects them. */
function ofColumn(column: string | null, { dashboard, pivotBy }: PivotPlace) {
  if (column === null) return undefined
  const label = labelOfChoice(pivotBy)
  if (label !== undefined)
    return { labels: withKey(dashboard.values.labels, label, new Map([[column, 1 as const]])) }
  const tabBy = pivotBy === 'agent' ? 'agent' : 'namespace'
  const { tab, tabBy: present, labels } = dashboard.values
  if (tab === undefined || present === tabBy) return { tabBy, tab: column } as const
  // The column needs the tab parameter, so turn the selected tab into a label filter.
  const byLabel = labelOfChoice(present)
  if (byLabel === undefined) return undefined
  return { tabBy, tab: column, labels: withKey(labels, byLabel, new Map([[tab, 1 as const]])) } as const
}

/** Returns the address of the checks of a column; undefined if no filter selects them. */
export function columnHref(column: string | null, place: PivotPlace): Href | undefined {
  const filter = ofColumn(column, place)
  return filter === undefined ? undefined : place.dashboard.href({ ...asList, ...filter })
}

/**
 * Returns the address of the checks that a cell counts: a single check opens, several are listed. Undefined if no
 * filter selects them: checks without the label of the columns, in a group that is not a label.
 */
export function cellHref(row: Row, cell: Row['cells'][number], place: PivotPlace): Href | undefined {
  const { dashboard, pivotBy } = place
  const { values, href } = dashboard
  if (cell.check !== null) return href({ checkId: cell.check })
  const column = ofColumn(cell.column, place)
  if (column !== undefined) return href({ ...asList, ...column, group: row.key })
  // Filter by the row's label, and select the group of checks without the column's label.
  const [rows, columns] = [labelOfChoice(values.groupBy), labelOfChoice(pivotBy)]
  if (rows === undefined || columns === undefined || row.name === null) return undefined
  const labels = withKey(values.labels, rows, new Map([[row.name, 1 as const]]))
  return href({ ...asList, labels, groupBy: `label:${columns}`, group: NO_GROUP })
}
