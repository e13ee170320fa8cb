import { type CheckPivot, labelOfChoice, NO_GROUP } from '@binnacle/contract/health'
import { ALL } from '@binnacle/ui'
import type { Filters } from '../../../application/address/use-filters.ts'
import { withKey } from './controls.ts'
import type { DashboardValues } from './filters.ts'

type Row = CheckPivot['rows'][number]

/** A pivot table with the address that it stands in. */
export interface PivotPlace {
  dashboard: Pick<Filters<DashboardValues>, 'values' | 'href'>
  /** What the columns stand for. */
  pivotBy: string
}

/** What a column is called. */
export function columnTitle(column: string | null, pivotBy: string): string {
  if (column === null) return `No ${labelOfChoice(pivotBy) ?? pivotBy}`
  return column === '' ? '(empty)' : column
}

/** The list in place of the table, with every check that its figures are of, whatever its health. */
const asList = {
  pivotBy: 'none',
  pivotLabel: undefined,
  status: ALL,
  hidePassing: false,
  collapsed: [],
  pageIndex: 0,
} as const

/** The filter that leaves the checks of a column; undefined where none does. */
function ofColumn(column: string | null, { dashboard, pivotBy }: PivotPlace) {
  if (column === null) return undefined
  const label = labelOfChoice(pivotBy)
  if (label !== undefined)
    return { labels: withKey(dashboard.values.labels, label, new Map([[column, 1 as const]])) }
  const tabBy = pivotBy === 'agent' ? 'agent' : 'namespace'
  const { tab, tabBy: present, labels } = dashboard.values
  if (tab === undefined || present === tabBy) return { tabBy, tab: column } as const
  // The tab that is open has to become a filter, so that the column can be one.
  const byLabel = labelOfChoice(present)
  if (byLabel === undefined) return undefined
  return { tabBy, tab: column, labels: withKey(labels, byLabel, new Map([[tab, 1 as const]])) } as const
}

/** The address of the checks of a column; undefined where no filter says which those are. */
export function columnHref(column: string | null, place: PivotPlace): string | undefined {
  const filter = ofColumn(column, place)
  return filter === undefined ? undefined : place.dashboard.href({ ...asList, ...filter })
}

/**
 * The address of what a cell counts: of one check that check, opened; of more the list of them. Undefined where no
 * filter says which those are: checks without the label of the columns, in a group that is not a label.
 */
export function cellHref(row: Row, cell: Row['cells'][number], place: PivotPlace): string | undefined {
  const { dashboard, pivotBy } = place
  const { values, href } = dashboard
  if (cell.check !== null) return href({ checkId: cell.check })
  const column = ofColumn(cell.column, place)
  if (column !== undefined) return href({ ...asList, ...column, group: row.key })
  // The group takes the place of the column where the row is one of a label.
  const [rows, columns] = [labelOfChoice(values.groupBy), labelOfChoice(pivotBy)]
  if (rows === undefined || columns === undefined || row.name === null) return undefined
  const labels = withKey(values.labels, rows, new Map([[row.name, 1 as const]]))
  return href({ ...asList, labels, groupBy: `label:${columns}`, group: NO_GROUP })
}
