import {
  Age,
  type DataColumn,
  Duration,
  HealthBadge,
  HealthCounts,
  StatusStrip,
  TruncatedText,
  UptimeValue,
} from '../../src/index.ts'
import type { SampleCheck, SampleGroup } from './checks.ts'

/** The columns of the health dashboard. */
export const checkColumns: readonly DataColumn<SampleCheck, SampleGroup>[] = [
  {
    id: 'name',
    header: 'Check',
    sortable: true,
    width: 240,
    cell: (check) => <TruncatedText text={check.name} />,
  },
  {
    id: 'status',
    header: 'Health',
    sortable: true,
    width: 132,
    narrow: 'keep',
    cell: (check) => <HealthBadge state={check.state} />,
    groupCell: (group) => <HealthCounts counts={group} />,
  },
  {
    id: 'results',
    header: 'Recent runs',
    width: 172,
    narrow: 'drop',
    cell: (check) => <StatusStrip results={check.results} className="flex" />,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    sortable: true,
    numeric: true,
    width: 90,
    cell: (check) => <UptimeValue passed={check.passed} failed={check.failed} />,
    groupCell: (group) => <UptimeValue passed={group.passed} failed={group.failed} />,
  },
  {
    id: 'latency',
    header: 'p95',
    sortable: true,
    numeric: true,
    width: 84,
    cell: (check) => <Duration milliseconds={check.p95} />,
    groupCell: (group) => <Duration milliseconds={group.p95} />,
  },
  {
    id: 'last_transition_time',
    header: 'Changed',
    sortable: true,
    numeric: true,
    width: 96,
    cell: (check) => <Age time={check.transition} />,
  },
  {
    id: 'type',
    header: 'Type',
    sortable: true,
    width: 96,
    narrow: 'drop',
    cell: (check) => <span className="text-secondary">{check.type}</span>,
  },
]
