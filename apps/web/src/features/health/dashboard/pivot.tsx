import { type CheckPivot, groupHealth } from '@binnacle/contract/health'
import {
  Duration,
  groupAppearance,
  GroupHealthBadge,
  HealthCounts,
  NoValue,
  PlainLink,
  ProgressBar,
  Skeleton,
  StaleNotice,
  UptimeValue,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tableError } from '../../../application/pages/load-failure.tsx'
import { Silenced } from '../silenced-later.tsx'
import { groupTitle } from './check-group.ts'
import type { DashboardValues } from './filters.ts'
import { checkPivotQuery } from './queries.ts'
import { ListError, NothingToShow } from './states.tsx'
import { cellHref, columnHref, columnTitle, type PivotPlace } from './pivot-links.ts'
import { DashboardPages, type DashboardViewProps, useCounts } from './table.tsx'

type Row = CheckPivot['rows'][number]
type Cell = Row['cells'][number]

/** The groups of checks set against the values of a label, the namespaces or the agents. */
export function DashboardPivot(props: DashboardViewProps & { pivotBy: string }): ReactNode {
  const { dashboard, range, onCounts, pivotBy } = props
  const { values } = dashboard
  const pivot = useQuery(checkPivotQuery({ values, range }, pivotBy))
  useCounts(pivot, pivot.data?.rows[0], onCounts)
  const rows = pivot.data?.rows ?? []
  const failure = tableError(pivot)
  return (
    <>
      <div className="relative overflow-auto rounded-panel border border-line bg-surface md:min-h-0 md:flex-1">
        <ProgressBar active={pivot.isPlaceholderData} className="sticky inset-x-0 top-0 z-20" />
        {failure !== undefined && rows.length > 0 && <StaleNotice error={failure} />}
        {pivot.isPending ? (
          <div className="flex flex-col gap-3 p-4">
            <Skeleton className="w-full" />
            <Skeleton className="w-full" />
            <Skeleton className="w-full" />
            <output className="sr-only">Loading Checks</output>
          </div>
        ) : pivot.data === undefined ? (
          failure !== undefined && <ListError error={failure} />
        ) : rows.length === 0 ? (
          <NothingToShow dashboard={dashboard} counts={pivot.data.counts} />
        ) : values.layout === 'cards' ? (
          <PivotCards pivot={pivot.data} dashboard={dashboard} pivotBy={pivotBy} />
        ) : (
          <PivotTable pivot={pivot.data} dashboard={dashboard} pivotBy={pivotBy} />
        )}
      </div>
      {pivot.data !== undefined && pivot.data.more > 0 && (
        <p className="text-small text-muted">
          {`${pivot.data.more} values with fewer checks have no column: filter to see them.`}
        </p>
      )}
      <DashboardPages dashboard={dashboard} total={pivot.data?.total} label="Pages of groups" />
    </>
  )
}

interface PivotProps extends PivotPlace {
  pivot: CheckPivot
}

function ColumnLink(props: PivotProps & { column: string | null }): ReactNode {
  const title = columnTitle(props.column, props.pivotBy)
  const href = columnHref(props.column, props)
  if (href === undefined) return <span className="text-muted">{title}</span>
  return (
    <PlainLink href={href} className="rounded-small hover:underline">
      {title}
    </PlainLink>
  )
}

/** The figure of some checks, with their health unless the figure says it. */
function Figure(props: { cell: Cell; type: DashboardValues['pivotCellType'] }): ReactNode {
  const { cell, type } = props
  if (type === 'count') return <HealthCounts counts={cell.counts} />
  return (
    <span className="inline-flex items-center gap-1.5">
      <GroupHealthBadge health={groupHealth(cell.counts)} compact />
      {type === 'uptime' ? (
        <UptimeValue {...cell.uptime} beside={groupAppearance[groupHealth(cell.counts)].tone} />
      ) : cell.latency === null ? (
        <NoValue />
      ) : (
        <Duration milliseconds={cell.latency} />
      )}
    </span>
  )
}

/** The figure of one group and column, which leads to the checks that it is of where a filter can say which those are. */
function PivotCell(props: PivotProps & { row: Row; column: string | null }): ReactNode {
  const { row, column, dashboard, pivotBy } = props
  const { groupBy, pivotCellType } = dashboard.values
  const cell = row.cells.find((candidate) => candidate.column === column)
  if (cell === undefined) return <NoValue />
  const figure = <Figure cell={cell} type={pivotCellType} />
  const href = cellHref(row, cell, props)
  if (href === undefined) return figure
  return (
    <span className="inline-flex items-center gap-1.5">
      <PlainLink href={href} className="-mx-1 inline-block rounded-small px-1 hover:bg-hover">
        <span className="sr-only">{`${groupTitle(row, groupBy)}, ${columnTitle(column, pivotBy)}: `}</span>
        {figure}
      </PlainLink>
      <Silenced as="mark" silences={cell.silenced && [cell.silenced]} />
    </span>
  )
}

function PivotTable(props: PivotProps): ReactNode {
  const { pivot, dashboard } = props
  return (
    <table aria-label="Checks" className="w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-line bg-band text-small">
          <th
            scope="col"
            className="sticky left-0 min-w-32 bg-band px-cell py-1.5 font-medium text-secondary"
          >
            Group
          </th>
          {pivot.columns.map((column) => (
            <th
              key={column ?? '-'}
              scope="col"
              className="px-cell py-1.5 font-medium whitespace-nowrap text-secondary"
            >
              <ColumnLink {...props} column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pivot.rows.map((row) => (
          <tr key={row.key} className="border-b border-line last:border-b-0">
            <th
              scope="row"
              className="sticky left-0 max-w-60 min-w-32 bg-surface px-cell py-1.5 font-medium wrap-anywhere"
            >
              {groupTitle(row, dashboard.values.groupBy)}
            </th>
            {pivot.columns.map((column) => (
              <td key={column ?? '-'} className="px-cell py-1.5 whitespace-nowrap">
                <PivotCell {...props} row={row} column={column} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PivotCards(props: PivotProps): ReactNode {
  const { pivot, dashboard } = props
  return (
    <ul
      aria-label="Checks"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] items-start gap-3 p-3"
    >
      {pivot.rows.map((row) => (
        <li
          key={row.key}
          aria-label={groupTitle(row, dashboard.values.groupBy)}
          className="flex min-w-0 flex-col gap-2 rounded-panel border border-line p-3"
        >
          <h2 className="font-semibold wrap-anywhere">{groupTitle(row, dashboard.values.groupBy)}</h2>
          <dl className="flex flex-col gap-1">
            {pivot.columns.flatMap((column) => {
              return row.cells.every((cell) => cell.column !== column)
                ? []
                : [
                    <div key={column ?? '-'} className="flex justify-between gap-3">
                      <dt className="min-w-0 wrap-anywhere text-secondary">
                        <ColumnLink {...props} column={column} />
                      </dt>
                      <dd className="shrink-0">
                        <PivotCell {...props} row={row} column={column} />
                      </dd>
                    </div>,
                  ]
            })}
          </dl>
        </li>
      ))}
    </ul>
  )
}
