import {
  checkColumns,
  type CheckListGroup,
  type CheckRow,
  groupHealth,
  NO_NAMESPACE,
} from '@binnacle/contract/health'
import {
  Age,
  type DataColumn,
  Duration,
  groupAppearance,
  GroupHealthBadge,
  healthAppearance,
  HealthBadge,
  HealthCounts,
  NoValue,
  StatusStrip,
  TruncatedName,
  TruncatedText,
  UptimeValue,
  useNow,
} from '@binnacle/ui'
import type { ReactNode } from 'react'
import { dataColumns } from '../../../application/columns/data-columns.ts'
import { AlertMark } from '../../notifications/index.ts'
import { Silenced } from '../silenced-later.tsx'
import { showsAgo } from './transition-ago.ts'

/** The state of a check, and since when where that is neither new nor long past. */
function StateCell({ check }: { check: CheckRow }): ReactNode {
  const now = useNow('minute')
  return (
    <span className="flex items-center gap-1.5">
      <HealthBadge state={check.state} />
      <AlertMark as="mark" kind="check" id={check.id} healthy={check.state === 'healthy'} />
      <Silenced as="mark" silences={check.silenced && [check.silenced]} />
      {check.last_transition_time !== null && showsAgo(check.last_transition_time, now) && (
        <span className="text-small text-muted max-sm:hidden">
          <Age time={check.last_transition_time} /> ago
        </span>
      )}
    </span>
  )
}

/** First line of what the last run said. What a healthy check says is no reason, and stands back. */
function ReasonCell({ check }: { check: CheckRow }): ReactNode {
  const [line = ''] = (check.message ?? '').split('\n', 1)
  if (line === '') return <NoValue />
  return <TruncatedText text={line} className={check.state === 'healthy' ? 'text-muted' : 'text-secondary'} />
}

/** A check with the place it comes from, where no heading says that. */
function NameCell({ check }: { check: CheckRow }): ReactNode {
  return (
    <>
      <TruncatedName text={check.name} />
      <TruncatedText
        className="text-small font-normal text-muted"
        text={`${check.canary_name} · ${check.namespace === '' ? NO_NAMESPACE : check.namespace}`}
      />
    </>
  )
}

/** The columns of the list of checks. */
export const checkTableColumns: readonly DataColumn<CheckRow, CheckListGroup>[] = dataColumns(checkColumns, {
  name: { width: 180, cell: (check) => <TruncatedName text={check.name} /> },
  status: {
    width: 168,
    stackedWidth: 112,
    narrow: 'keep',
    cell: (check) => <StateCell check={check} />,
    groupCell: (group) => (
      <span className="flex items-center gap-2">
        <GroupHealthBadge health={groupHealth(group.counts)} />
        {groupHealth(group.counts) === 'mixed' && (
          <HealthCounts counts={group.counts} className="text-small max-sm:hidden" />
        )}
      </span>
    ),
  },
  reason: { width: 140, grow: 1, cell: (check) => <ReasonCell check={check} /> },
  recent: {
    width: 172,
    narrow: 'drop',
    rank: 1,
    cell: (check) => <StatusStrip results={check.recent} className="flex" />,
  },
  uptime: {
    width: 92,
    rank: 2,
    cell: (check) => <UptimeValue {...check.uptime} beside={healthAppearance(check.state).tone} />,
    groupCell: (group) => (
      <UptimeValue {...group.uptime} beside={groupAppearance[groupHealth(group.counts)].tone} />
    ),
  },
  latency: {
    width: 112,
    rank: 3,
    cell: (check) =>
      check.latency.p95 === null ? <NoValue /> : <Duration milliseconds={check.latency.p95} />,
    groupCell: (group) =>
      group.latency === null ? null : (
        <span className="font-normal text-secondary">
          <span className="text-muted">mean </span>
          <Duration milliseconds={group.latency} />
        </span>
      ),
  },
  last_transition_time: {
    width: 128,
    rank: 4,
    cell: (check) =>
      check.last_transition_time === null ? <NoValue /> : <Age time={check.last_transition_time} />,
    groupCell: (group) =>
      group.last_transition_time === null ? null : <Age time={group.last_transition_time} />,
  },
  type: {
    width: 84,
    narrow: 'drop',
    rank: 5,
    cell: (check) => <span className="text-secondary">{check.type}</span>,
    groupCell: (group) => <span className="text-muted">{group.type}</span>,
  },
  created_at: {
    width: 72,
    narrow: 'drop',
    rank: 6,
    cell: (check) => <Age time={check.created_at} />,
    groupCell: (group) => <Age time={group.created_at} />,
  },
})

/** The same where checks are not grouped: each says where it belongs. */
export const ungroupedCheckColumns = checkTableColumns.map((column) =>
  column.id === 'name' ? { ...column, cell: (check: CheckRow) => <NameCell check={check} /> } : column,
)
