import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../primitives/button.tsx'
import { Popover } from '../primitives/popover.tsx'
import { SearchField, type SearchFieldProps } from '../primitives/search-field.tsx'
import { classNames } from '../utilities/class-names.ts'
import { useElementWidth } from '../utilities/element-width.ts'
import { FilterChips } from './filter-chips.tsx'
import { activeFilters, type FilterControl } from './filter-control.ts'
import { InlineFilter, StackedFilter } from './filter-field.tsx'

/** Width in CSS pixels below which the filters move into a panel. */
const COLLAPSE_BELOW = 720

/** Props of a filter bar. */
export interface FilterBarProps {
  search?: Omit<SearchFieldProps, 'delay' | 'className'>
  /** A search for something else than the first one, which the shortcut does not focus. */
  secondSearch?: Omit<SearchFieldProps, 'delay' | 'className' | 'focusKeys'>
  filters: readonly FilterControl[]
  /**
   * Where the filters are: in the bar, in a menu whose button counts the active ones, or elsewhere on the page.
   * Default: depends on the width. Active filters always have a chip.
   */
  placement?: 'inline' | 'menu' | 'elsewhere'
  /** Clears every filter and the search. */
  onClearAll: () => void
  /** Content at the right: counts, display settings. */
  children?: ReactNode
}

/** Search and filters above a list, with the active filters below them. */
export function FilterBar(props: FilterBarProps): ReactNode {
  const [measure, width] = useElementWidth()
  const active = activeFilters(props.filters)
  const collapsed = width > 0 && width < COLLAPSE_BELOW
  const placement = props.placement ?? (collapsed ? 'menu' : 'inline')
  return (
    <search ref={measure} className="flex flex-col gap-2">
      {/* Filters wrap if they do not all fit. Views and settings stay at the right. */}
      <div className={classNames('flex items-start gap-2', collapsed && 'flex-wrap')}>
        <div className={collapsed ? 'contents' : 'flex min-w-0 flex-1 flex-wrap items-start gap-2'}>
          {props.search !== undefined && (
            <SearchField {...props.search} className="min-w-32 flex-1 basis-40 sm:max-w-80" />
          )}
          {props.secondSearch !== undefined && (
            <SearchField
              {...props.secondSearch}
              focusKeys={null}
              className="min-w-32 flex-1 basis-32 sm:max-w-56"
            />
          )}
          {placement === 'menu' && props.filters.length > 0 && (
            <CollapsedFilters filters={props.filters} count={active.length} onClearAll={props.onClearAll} />
          )}
          {placement === 'inline' &&
            props.filters.map((control) => <InlineFilter key={control.id} control={control} />)}
        </div>
        {props.children !== undefined && <div className="flex items-center gap-2">{props.children}</div>}
      </div>
      <FilterChips filters={active} onClearAll={props.onClearAll} />
    </search>
  )
}

function CollapsedFilters(props: {
  filters: readonly FilterControl[]
  count: number
  onClearAll: () => void
}): ReactNode {
  return (
    <Popover
      label="Filters"
      align="end"
      className="w-80 max-w-[calc(100vw-1rem)] p-3"
      trigger={
        <Button icon={<ListFilter aria-hidden="true" className="size-3.5" />}>
          Filters
          {props.count > 0 && (
            <span className="flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-caption text-on-accent numeric">
              {props.count}
              <span className="sr-only"> active</span>
            </span>
          )}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {props.filters.map((control) => (
          <StackedFilter key={control.id} control={control} />
        ))}
        {props.count > 0 && (
          <Button onClick={props.onClearAll} className="w-full">
            Clear all
          </Button>
        )}
      </div>
    </Popover>
  )
}
