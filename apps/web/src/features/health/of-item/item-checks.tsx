import {
  type DataColumn,
  DataTable,
  EmptyState,
  Age,
  HealthBadge,
  UptimeValue,
  Duration,
  TruncatedName,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { HeartPulse } from 'lucide-react'
import type { ReactNode } from 'react'
import { tableError } from '../../../application/pages/load-failure.tsx'
import type { ItemSubject } from '../../../application/slots/types.ts'
import { type ItemCheck, itemChecksQuery } from './queries.ts'

const columns: readonly DataColumn<ItemCheck>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    grow: 2,
    cell: ({ name }) => <TruncatedName text={name} />,
  },
  {
    id: 'health',
    header: 'Health',
    width: 120,
    narrow: 'keep',
    cell: ({ state }) => <HealthBadge state={state} />,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    numeric: true,
    width: 100,
    cell: ({ uptime }) => <UptimeValue {...uptime} />,
  },
  {
    id: 'latency',
    header: 'Latency',
    numeric: true,
    width: 100,
    cell: ({ latency }) => <Duration milliseconds={latency?.rolling1h ?? null} />,
  },
  {
    id: 'last_transition_time',
    header: 'Last transition',
    numeric: true,
    width: 130,
    cell: ({ last_transition_time: time }) => <Age time={time} />,
  },
]

/** The checks of an item. Source: CAT-035. */
export function ItemChecks({ subject }: { subject: ItemSubject }): ReactNode {
  const list = useQuery(itemChecksQuery(subject.id))
  return (
    <DataTable
      label="Checks"
      fill
      columns={columns}
      rows={list.data ?? []}
      rowId={(row) => row.id}
      rowHref={(row) => `/health?checkId=${row.id}`}
      loading={list.isPending}
      error={tableError(list)}
      empty={
        <EmptyState title="No checks" icon={<HeartPulse strokeWidth={1.5} />}>
          No check is about this item.
        </EmptyState>
      }
    />
  )
}
