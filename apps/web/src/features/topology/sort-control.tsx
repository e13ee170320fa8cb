import { IconButton, Select } from '@binnacle/ui'
import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Sort, sortOptions } from './sort.ts'

/** What cards are sorted by, and in which direction. Source: TOP-005, TOP-042. */
export function SortControl(props: {
  sort: Sort
  /** Names of the headline properties of the shown components. */
  properties: readonly string[]
  onChange: (sort: Sort) => void
}): ReactNode {
  const { sort, properties, onChange } = props
  const isDescending = sort.order === 'desc'
  return (
    <span className="flex items-center gap-1">
      <Select
        label="Sort"
        showLabel
        value={sort.by}
        options={sortOptions(properties, sort.by)}
        // Health is read worst first, everything else from its beginning.
        onChange={(by) => onChange({ by, order: by === 'status' || by === 'updated_at' ? 'desc' : 'asc' })}
      />
      <IconButton
        label={isDescending ? 'Sort ascending' : 'Sort descending'}
        variant="secondary"
        icon={
          isDescending ? (
            <ArrowDownNarrowWide className="size-3.5" />
          ) : (
            <ArrowUpNarrowWide className="size-3.5" />
          )
        }
        onClick={() => onChange({ by: sort.by, order: isDescending ? 'asc' : 'desc' })}
      />
    </span>
  )
}
