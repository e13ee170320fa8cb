import type { ReactNode } from 'react'
import type { Href, RenderLink } from '../primitives/link.tsx'
import { ProgressBar } from '../primitives/progress-bar.tsx'
import { ErrorState, FilteredEmptyState } from '../states/states.tsx'
import { NO_DATA } from '../states/texts.ts'
import { classNames } from '../utilities/class-names.ts'
import { useElementWidth } from '../utilities/element-width.ts'
import { type DataColumn, fitColumns, gridTemplate, type Sort } from './column.ts'
import type { GroupSetup } from './group-row.tsx'
import { buildLines, type Grouping } from './line.ts'
import { LoadingRows } from './loading-rows.tsx'
import { StaleNotice, type TableError } from './stale-notice.tsx'
import { TableBody } from './table-body.tsx'
import { TableHeader } from './table-header.tsx'
import { useTableModel } from './table-model.ts'
import { TableSettings } from './table-settings.tsx'

/**
 * Props of a table. Rows, order and groups come from the server; callbacks report every change that the person makes.
 */
export interface DataTableProps<Row, Group> {
  /** Accessible name of the table. */
  label: string
  /** The first column names the row and contains its link. Keep the array between renders. */
  columns: readonly DataColumn<Row, Group>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Returns undefined for a row that cannot be opened. */
  rowHref: (row: Row) => Href | undefined
  /** Renders the link of a row. Default: as the app renders links. */
  renderLink?: RenderLink
  /** Id of the row that is open beside the table. */
  selectedId?: string | undefined
  renderRowActions?: (row: Row) => ReactNode
  sort?: Sort | undefined
  onSortChange?: (sort: Sort | undefined) => void
  hiddenColumns?: readonly string[]
  onHiddenColumnsChange?: (hidden: readonly string[]) => void
  grouping?: Grouping<Row, Group> & GroupSetup<Group>
  /** Whether the first answer is awaited. */
  loading?: boolean
  /** Whether newer rows are awaited while rows are shown. */
  refreshing?: boolean
  error?: TableError | undefined
  /** Set it while filters are active: a table without rows then offers to clear them. */
  onClearFilters?: (() => void) | undefined
  /** Descriptions of the active filters, for the state without rows. */
  filters?: readonly string[]
  /** Shown without rows. Default: 'No data available'. */
  empty?: ReactNode
  /** Number of placeholder rows while loading. */
  loadingRows?: number
  /**
   * Whether it takes the remaining height of a column and scrolls by itself. Otherwise, and on phones, the
   * surrounding area scrolls.
   */
  fill?: boolean
  /** Called when somebody scrolls a virtual table to its end. */
  onEnd?: (() => void) | undefined
  /** Whether j and k work from anywhere on the page. Pass false for a second table. */
  shortcuts?: boolean
  className?: string
}

/** Width in CSS pixels of the track with the settings and row actions. */
const TRAILING = 36

/** A table of rows from the server. See DataTableProps; `j`, `k` and the arrows move, Enter opens. */
export function DataTable<Row, Group = never>(props: DataTableProps<Row, Group>): ReactNode {
  const { sort, grouping } = props
  const [measure, width] = useElementWidth()
  const model = useTableModel({
    columns: props.columns,
    rows: props.rows,
    sort,
    onSortChange: props.onSortChange,
    hiddenColumns: props.hiddenColumns,
    onHiddenColumnsChange: props.onHiddenColumnsChange,
  })
  const layout = fitColumns(model.columns, width, TRAILING)
  const template = gridTemplate(layout.columns, layout.stacked, TRAILING)
  const lines = buildLines(model.rows, props.rowId, grouping)
  const replacement = replacementOf(props, lines.length === 0)

  return (
    <div
      ref={measure}
      className={classNames(
        'relative overflow-clip rounded-panel border border-line bg-surface',
        props.fill === true && 'md:flex md:min-h-0 md:flex-1 md:flex-col',
        props.className,
      )}
    >
      <ProgressBar active={props.refreshing ?? false} className="absolute inset-x-0 top-0 z-20" />
      {props.error !== undefined && lines.length > 0 && <StaleNotice error={props.error} />}
      <div className={props.fill === true ? 'md:min-h-0 md:flex-1 md:overflow-y-auto' : undefined}>
        <table
          aria-label={props.label}
          aria-busy={props.loading || undefined}
          aria-rowcount={lines.length + 1}
          className="block w-full border-collapse"
        >
          {/* Without rows, a custom state is clearer than the names of empty columns. */}
          {(replacement === undefined || replacement !== props.empty) && (
            <TableHeader
              columns={layout.columns}
              template={template}
              sort={sort}
              onSort={model.toggleSort}
              trailing={
                <TableSettings
                  columns={props.columns}
                  hidden={model.hidden}
                  onHiddenChange={model.setHidden}
                  sort={sort}
                  onSortChange={layout.stacked ? props.onSortChange : undefined}
                />
              }
            />
          )}
          {props.loading === true ? (
            <LoadingRows columns={layout.columns} template={template} rows={props.loadingRows ?? 12} />
          ) : replacement === undefined ? (
            <TableBody
              lines={lines}
              groups={grouping}
              shortcuts={props.shortcuts ?? true}
              onEnd={props.onEnd}
              setup={{
                layout,
                template,
                rowHref: props.rowHref,
                renderLink: props.renderLink,
                renderRowActions: props.renderRowActions,
                trailing: true,
                selectedId: props.selectedId,
                grouped: (grouping?.groups.length ?? 0) > 0,
              }}
            />
          ) : (
            <tbody className="block">
              <tr className="block">
                <td className="block" colSpan={layout.columns.length + 1}>
                  {replacement}
                </td>
              </tr>
            </tbody>
          )}
        </table>
      </div>
      {props.loading === true && <output className="sr-only">{`Loading ${props.label}`}</output>}
    </div>
  )
}

/** Returns the state shown instead of rows; undefined if there are rows. */
function replacementOf<Row, Group>(props: DataTableProps<Row, Group>, empty: boolean): ReactNode {
  if (props.error !== undefined && empty)
    return (
      <ErrorState
        {...(props.error.title !== undefined && { title: props.error.title })}
        {...(props.error.message !== undefined && { message: props.error.message })}
        requestId={props.error.requestId}
        {...(props.error.retry !== undefined && { onRetry: props.error.retry })}
      />
    )
  if (!empty) return undefined
  if (props.onClearFilters !== undefined)
    return (
      <FilteredEmptyState
        onClear={props.onClearFilters}
        {...(props.filters !== undefined && { filters: props.filters })}
      />
    )
  return props.empty ?? <p className="px-4 py-10 text-center text-secondary">{NO_DATA}</p>
}
