import {
  Badge,
  type DataColumn,
  formatFullTime,
  NoValue,
  timeZone,
  TruncatedText,
  useChosenTimeZone,
} from '@binnacle/ui'
import type { ReactNode } from 'react'
import { dataColumns } from '../../application/columns/data-columns.ts'
import { type AuditEvent, eventList } from './event-list.ts'
import { actionLabel, resourceLabel, thingOf } from './words.ts'

/** When an event was, to the second: an age is too coarse to compare with other logs. */
export function EventTime({ time }: { time: string }): ReactNode {
  const zone = useChosenTimeZone() ?? timeZone()
  return (
    <time dateTime={time} className="whitespace-nowrap numeric">
      {formatFullTime(new Date(time), zone)}
    </time>
  )
}

/** What somebody did, and how often. */
function EventAction({ event }: { event: AuditEvent }): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <TruncatedText text={actionLabel(event.action)} />
      {event.occurrences > 1 && (
        <Badge>
          <span aria-hidden="true">×{event.occurrences}</span>
          <span className="sr-only">{event.occurrences} times</span>
        </Badge>
      )}
    </span>
  )
}

function EventThing({ event }: { event: AuditEvent }): ReactNode {
  const thing = thingOf(event)
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span className={thing === undefined ? 'min-w-0' : 'shrink-0 text-muted'}>
        {resourceLabel(event.resource)}
      </span>
      {thing !== undefined && <TruncatedText text={thing} />}
    </span>
  )
}

/** The columns of the audit log. */
export const eventColumns: readonly DataColumn<AuditEvent>[] = dataColumns(eventList.columns, {
  created_at: { width: 232, grow: 0, cell: (event) => <EventTime time={event.created_at} /> },
  actor: { width: 170, grow: 1, cell: ({ actor }) => <TruncatedText text={actor} /> },
  action: { width: 150, cell: (event) => <EventAction event={event} /> },
  resource: { width: 220, grow: 2, cell: (event) => <EventThing event={event} /> },
  address: {
    width: 130,
    narrow: 'drop',
    hasValue: ({ address }) => address !== null,
    cell: ({ address }) =>
      address === null ? (
        <NoValue />
      ) : (
        <code className="block min-w-0 text-small">
          <TruncatedText text={address} />
        </code>
      ),
  },
})
