import { isEditableSource } from '@binnacle/contract/core'
import { eventLabel } from '@binnacle/contract/kinds'
import { formatNanoseconds, type NotificationRuleSummary } from '@binnacle/contract/notifications'
import { Badge, type DataColumn, Duration, NoValue, Switch } from '@binnacle/ui'
import type { ReactNode } from 'react'
import {
  ageColumn,
  codeColumn,
  createdByColumn,
  numberColumn,
  nameColumn,
  textColumn,
} from '../../../application/resource/columns.tsx'
import { useChange } from '../../../application/resource/use-change.ts'
import { useSession } from '../../../application/session/session.ts'
import { RULES_KEY, updateRule } from './queries.ts'
import { RecipientName } from './recipient.tsx'
import { FailedCount, RuleError } from './rule-error.tsx'

function EnabledSwitch({ rule }: { rule: NotificationRuleSummary }): ReactNode {
  const mayWrite = useSession().may('write', 'notifications')
  const change = useChange({
    run: () => updateRule(rule.id, { enabled: !rule.enabled }),
    keys: [RULES_KEY],
  })
  return (
    <span data-above-row="" className="flex items-center gap-1">
      <Switch
        label={<span className="sr-only">{`${rule.name} enabled`}</span>}
        checked={change.isPending ? !rule.enabled : rule.enabled}
        disabled={!mayWrite || !isEditableSource(rule.source)}
        onChange={() => change.mutate()}
      />
      {rule.error !== null && <RuleError name={rule.name} error={rule.error} />}
    </span>
  )
}

/** Most characters of the events that a row names. */
const SHOWN_CHARACTERS = 26

/** The events that fit in a row, and how many more there are. */
function Events({ events }: { events: readonly string[] }): ReactNode {
  const fitting = events.filter(
    (_, index) =>
      events
        .slice(0, index + 1)
        .map(eventLabel)
        .join('').length <= SHOWN_CHARACTERS,
  )
  const shown = fitting.length === 0 ? events.slice(0, 1) : fitting
  const more = events.length - shown.length
  return (
    <span className="flex min-w-0 gap-1" title={events.join(', ')}>
      {shown.map((event) => (
        <Badge key={event}>{eventLabel(event)}</Badge>
      ))}
      {more > 0 && <Badge>{`+${more}`}</Badge>}
    </span>
  )
}

/** The columns of the list of rules. */
export const ruleColumns: readonly DataColumn<NotificationRuleSummary>[] = [
  nameColumn({ id: 'name', header: 'Name', sortable: true, width: 190, grow: 2 }),
  {
    id: 'enabled',
    header: 'Enabled',
    width: 88,
    narrow: 'keep',
    cell: (rule) => <EnabledSwitch rule={rule} />,
  },
  { id: 'events', header: 'Events', width: 210, grow: 2, cell: ({ events }) => <Events events={events} /> },
  {
    id: 'recipient',
    header: 'Recipient',
    width: 140,
    grow: 1,
    cell: (rule) => <RecipientName rule={rule} />,
  },
  codeColumn({ id: 'filter', header: 'Filter', width: 150, grow: 1, rank: 3 }),
  numberColumn({ id: 'pending', header: 'Pending', sortable: true, width: 84, rank: 1 }),
  {
    id: 'failed',
    header: 'Failed',
    sortable: true,
    numeric: true,
    // Counts of a storm have seven digits.
    width: 94,
    cell: ({ name, failed, most_common_error: error }) => (
      <FailedCount name={name} failed={failed} error={error} />
    ),
  },
  numberColumn({ id: 'sent', header: 'Sent', sortable: true, width: 94 }),
  {
    id: 'avg_duration_ms',
    header: 'Avg Duration',
    sortable: true,
    numeric: true,
    width: 114,
    rank: 2,
    cell: ({ avg_duration_ms: duration }) => <Duration milliseconds={duration} />,
  },
  ageColumn({ id: 'last_sent_at', header: 'Last Sent', sortable: true, width: 94, rank: 1 }),
  textColumn({ id: 'repeat_interval', header: 'Repeat Interval', width: 118, rank: 4 }),
  {
    id: 'wait_for',
    header: 'Wait For',
    width: 82,
    rank: 4,
    cell: ({ wait_for: wait }) => (wait === null ? <NoValue /> : formatNanoseconds(wait)),
  },
  ageColumn({ id: 'created_at', header: 'Created', sortable: true, width: 88, rank: 5 }),
  ageColumn({ id: 'updated_at', header: 'Updated', sortable: true, width: 92, hidden: true }),
  createdByColumn({ hidden: true }),
]
