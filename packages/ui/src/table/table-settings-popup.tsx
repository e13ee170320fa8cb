import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '../primitives/checkbox.tsx'
import { IconButton } from '../primitives/icon-button.tsx'
import { Select } from '../primitives/select.tsx'
import type { Sort } from './column.ts'
import type { Choosable, TableSettingsProps } from './table-settings.tsx'

const DEFAULT_SORT = ''

function SortChoice(props: {
  columns: readonly Choosable[]
  sort: Sort | undefined
  onSortChange: (sort: Sort | undefined) => void
}): ReactNode {
  const { sort } = props
  const options = props.columns.filter((column) => column.sortable === true)
  if (options.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      <p className="text-caption font-medium text-muted">Sort by</p>
      <div className="flex gap-1">
        <Select
          label="Sort by"
          className="flex-1"
          value={sort?.column ?? DEFAULT_SORT}
          onChange={(column) =>
            props.onSortChange(column === DEFAULT_SORT ? undefined : { column, direction: 'asc' })
          }
          options={[
            { value: DEFAULT_SORT, label: 'Default' },
            ...options.map(({ id, header }) => ({ value: id, label: header })),
          ]}
        />
        {sort !== undefined && (
          <IconButton
            variant="secondary"
            label={sort.direction === 'asc' ? 'Ascending; sort descending' : 'Descending; sort ascending'}
            icon={
              sort.direction === 'asc' ? <ArrowUp className="size-3.5" /> : <ArrowDown className="size-3.5" />
            }
            onClick={() =>
              props.onSortChange({ ...sort, direction: sort.direction === 'asc' ? 'desc' : 'asc' })
            }
          />
        )}
      </div>
    </div>
  )
}

/** See TableSettings. */
export function TableSettingsPopup(props: TableSettingsProps): ReactNode {
  const { hidden } = props
  return (
    <>
      {props.onSortChange !== undefined && (
        <SortChoice columns={props.columns} sort={props.sort} onSortChange={props.onSortChange} />
      )}
      <fieldset>
        <legend className="text-caption font-medium text-muted">Columns</legend>
        {props.columns.slice(1).map((column) => (
          <Checkbox
            key={column.id}
            label={column.header}
            className="flex w-full"
            checked={!hidden.includes(column.id)}
            onChange={(checked) =>
              props.onHiddenChange(checked ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])
            }
          />
        ))}
      </fieldset>
    </>
  )
}
