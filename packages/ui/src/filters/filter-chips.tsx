import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../primitives/button.tsx'
import { type ActiveFilter, describeFilter } from './filter-control.ts'

/** Chips of the active filters, each removable, with a button that removes all. */
export function FilterChips(props: { filters: readonly ActiveFilter[]; onClearAll: () => void }): ReactNode {
  if (props.filters.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <ul aria-label="Active filters" className="contents">
        {props.filters.map((filter) => (
          <li
            key={filter.id}
            className="flex h-control-small max-w-full items-center rounded-control border border-line-strong bg-surface pl-2 text-small"
          >
            <span className="min-w-0 truncate">
              <span className="text-muted">
                {filter.label}
                {filter.value !== '' && ': '}
              </span>
              {filter.excluded && <span className="text-muted">not </span>}
              {filter.value}
            </span>
            <button
              type="button"
              aria-label={`Remove filter ${describeFilter(filter)}`}
              onClick={filter.remove}
              className="-my-px -mr-px flex h-control-small w-6 shrink-0 items-center justify-center rounded-r-control text-muted focus-inset hover:bg-hover hover:text-primary"
            >
              <X aria-hidden="true" className="size-3" />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="small" onClick={props.onClearAll}>
        Clear all
      </Button>
    </div>
  )
}
