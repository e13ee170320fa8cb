import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListPage } from '../../application/resource/list-page.tsx'
import { useFilters } from '../../application/address/use-filters.ts'
import { summaryColumns } from './columns.tsx'
import { eventsHref } from './index.ts'
import { summaryFilters, summaryQuery, summarySortColumns } from './queries.ts'

/** What waits and what failed, by the name of the event. */
export function EventQueuePage(): ReactNode {
  const { values, set } = useFilters(summaryFilters)
  const list = useQuery(summaryQuery(values))
  return (
    <ListPage
      title="Event Queue Status"
      things="event names"
      searchPlaceholder="Search by name"
      list={list}
      values={values}
      set={set}
      sortColumns={summarySortColumns}
      columns={summaryColumns}
      rowId={({ name }) => name}
      rowHref={({ name }) => eventsHref(name)}
      onClear={() => set({ query: '' })}
      add={undefined}
      empty={{
        title: 'The queue is empty',
        icon: <ListChecks strokeWidth={1.5} />,
        text: 'Every event was consumed. Events that wait or fail are listed here by name.',
      }}
    />
  )
}
