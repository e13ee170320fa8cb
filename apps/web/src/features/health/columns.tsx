import type { CheckGroup, CheckRow } from '@binnacle/contract'
import {
  Age,
  type DataColumn,
  Duration,
  GroupHealthBadge,
  HealthBadge,
  HealthCounts,
  NoValue,
  StatusStrip,
  TruncatedText,
  UptimeValue,
} from '@binnacle/ui'
import { groupHealth } from '@binnacle/contract'

/** The columns of the list of checks. */
export const checkColumns: readonly DataColumn<CheckRow, CheckGroup>[] = [
  {
    id: 'name',
    header: 'Check',
    sortable: true,
    width: 220,
    cell: (check) => <TruncatedText text={check.name} />,
  },
  {
    id: 'status',
    header: 'Health',
    sortable: true,
    width: 140,
    narrow: 'keep',
    cell: (check) => <HealthBadge state={check.state} />,
    groupCell: (group) =>
      groupHealth(group.counts) === 'mixed' ? (
        <HealthCounts counts={group.counts} />
      ) : (
        <GroupHealthBadge health={groupHealth(group.counts)} />
      ),
  },
  {
    id: 'recent',
    header: 'Recent runs',
    width: 172,
    narrow: 'drop',
    cell: (check) => <StatusStrip results={check.recent} className="flex" />,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    sortable: true,
    numeric: true,
    width: 92,
    cell: (check) => <UptimeValue {...check.uptime} />,
    groupCell: (group) => <UptimeValue {...group.uptime} />,
  },
  {
    id: 'latency',
    header: 'Latency p95',
    sortable: true,
    numeric: true,
    width: 112,
    cell: (check) =>
      check.latency.p95 === null ? <NoValue /> : <Duration milliseconds={check.latency.p95} />,
  },
  {
    id: 'last_transition_time',
    header: 'Last transition',
    sortable: true,
    numeric: true,
    width: 128,
    cell: (check) =>
      check.last_transition_time === null ? <NoValue /> : <Age time={check.last_transition_time} />,
    groupCell: (group) =>
      group.last_transition_time === null ? null : <Age time={group.last_transition_time} />,
  },
  {
    id: 'type',
    header: 'Type',
    sortable: true,
    width: 84,
    narrow: 'drop',
    cell: (check) => <span className="text-secondary">{check.type}</span>,
    groupCell: (group) => <span className="text-muted">{group.type}</span>,
  },
  {
    id: 'created_at',
    header: 'Age',
    sortable: true,
    numeric: true,
    width: 72,
    narrow: 'drop',
    cell: (check) => <Age time={check.created_at} />,
    groupCell: (group) => <Age time={group.created_at} />,
  },
]
