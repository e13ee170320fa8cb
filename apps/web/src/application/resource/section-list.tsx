import { EmptyState, FilteredEmptyState, Pagination, SearchField, Skeleton } from '@binnacle/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DataPage } from '../requests/data.ts'
import type { PageRequest } from '../address/list.ts'
import type { ListSearch } from '../query/list-search.ts'
import { LoadFailure } from '../pages/load-failure.tsx'
import { useLastPage } from '../address/use-last-page.ts'

/**
 * Searchable list in a section of a page, such as the members of a team, in all its states.
 * @param props.things plural as used in sentences: `members`
 * @param props.action button that adds an entry, for people who may
 * @param props.empty text for a list without entries
 */
export function SectionList<Row>(props: {
  label: string
  things: string
  placeholder: string
  /** The query language of the search box. */
  search: ListSearch
  list: UseQueryResult<DataPage<Row>>
  values: PageRequest
  set: (changes: Partial<PageRequest>) => void
  action?: ReactNode
  empty: { title: string; icon: ReactNode; text: string }
  children: (row: Row) => ReactNode
}): ReactNode {
  const { list, values, set, action, empty, things } = props
  const { data } = list
  useLastPage(data?.total, values, set)
  const isFiltered = values.query !== ''
  return (
    <div className="flex flex-col gap-3">
      {(data?.total !== 0 || isFiltered) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SearchField
            value={values.query}
            onSearch={(query) => set({ query, pageIndex: 0 })}
            label={`Search ${things}`}
            problemOf={props.search.problemOf}
            offersAt={props.search.offersAt}
            placeholder={props.placeholder}
            className="min-w-32 flex-1 sm:max-w-80"
          />
          {action}
        </div>
      )}
      {list.isPending && <LoadingRows />}
      {list.error !== null && data === undefined && <LoadFailure error={list.error} queries={[list]} />}
      {data?.total === 0 && !isFiltered && (
        <EmptyState title={empty.title} icon={empty.icon} actions={action}>
          {empty.text}
        </EmptyState>
      )}
      {data?.total === 0 && isFiltered && (
        <FilteredEmptyState
          filters={[`“${values.query}”`]}
          onClear={() => set({ query: '', pageIndex: 0 })}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <ul
            aria-label={props.label}
            className="divide-y divide-line rounded-panel border border-line bg-surface"
          >
            {data.rows.map((row) => props.children(row))}
          </ul>
          {data.total > values.pageSize && (
            <Pagination
              label={`Pages of ${things}`}
              pageIndex={values.pageIndex}
              pageSize={values.pageSize}
              total={data.total}
              onChange={set}
            />
          )}
        </>
      )}
    </div>
  )
}

function LoadingRows(): ReactNode {
  return (
    <div className="flex flex-col gap-px" aria-hidden="true">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  )
}
