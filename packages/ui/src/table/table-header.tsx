import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import type { DataColumn, Sort } from './column.ts'

type Header = Pick<DataColumn<never>, 'id' | 'header' | 'numeric' | 'sortable'>

function SortMark({ direction }: { direction: Sort['direction'] | undefined }): ReactNode {
  const Arrow = direction === 'desc' ? ArrowDown : ArrowUp
  return (
    <Arrow
      aria-hidden="true"
      className={classNames(
        'size-3 shrink-0',
        direction === undefined && 'opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50',
      )}
    />
  )
}

function HeaderCell(props: {
  column: Header
  direction: Sort['direction'] | undefined
  onSort: (() => void) | undefined
}): ReactNode {
  const { column, direction } = props
  const sorted = { asc: 'ascending', desc: 'descending' } as const
  const alignment = column.numeric === true && 'flex-row-reverse'
  return (
    <th
      scope="col"
      aria-sort={direction === undefined ? undefined : sorted[direction]}
      className={classNames('flex min-w-0 items-stretch text-left font-medium', alignment)}
    >
      {props.onSort === undefined ? (
        <span className="flex min-w-0 items-center truncate px-cell">{column.header}</span>
      ) : (
        <button
          type="button"
          onClick={props.onSort}
          className={classNames(
            'group flex min-w-0 items-center gap-1 px-cell focus-inset hover:text-primary',
            direction !== undefined && 'text-primary',
            alignment,
          )}
        >
          <span className="truncate">{column.header}</span>
          <SortMark direction={direction} />
        </button>
      )}
    </th>
  )
}

/** Header of a table. It stays visible while the rows scroll below it. */
export function TableHeader(props: {
  columns: readonly Header[]
  template: string
  sort: Sort | undefined
  /** Receives the column whose header was pressed. */
  onSort: ((column: string) => void) | undefined
  /** Content above the last track, which holds no column. */
  trailing: ReactNode
}): ReactNode {
  const { onSort } = props
  return (
    <thead className="sticky top-0 z-10 block border-b border-line bg-surface text-small text-secondary">
      <tr className="grid h-8 items-stretch" style={{ gridTemplateColumns: props.template }}>
        {props.columns.map((column) => (
          <HeaderCell
            key={column.id}
            column={column}
            direction={props.sort?.column === column.id ? props.sort.direction : undefined}
            onSort={column.sortable === true && onSort !== undefined ? () => onSort(column.id) : undefined}
          />
        ))}
        {props.trailing !== undefined && (
          <th scope="col" className="flex items-center justify-center">
            {props.trailing}
          </th>
        )}
      </tr>
    </thead>
  )
}
