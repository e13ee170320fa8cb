import { Drawer, EmptyState, type KeyValue, KeyValueList, NoValue, Skeleton, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { EventTime } from './columns.tsx'
import { type AuditEvent, eventQuery } from './queries.ts'
import { actionLabel, changesOf, resourceLabel, valueText } from './words.ts'

/** What the addresses of lists with one filter are made of. */
export type FilterHref = (
  changes: Partial<Record<'person' | 'action' | 'resource' | 'address', string>>,
) => string

/** One event with everything that is known of it. */
export function EventDrawer(props: { id: string; href: FilterHref; onClose: () => void }): ReactNode {
  const event = useQuery(eventQuery(props.id))
  const { data } = event
  return (
    <Drawer
      open
      onClose={props.onClose}
      title={data === undefined || data === null ? 'Event' : actionLabel(data.action)}
      subtitle={data === undefined || data === null ? undefined : <EventTime time={data.created_at} />}
    >
      <div className="flex flex-col gap-5 p-4 md:p-5">
        {event.isPending && <Skeleton className="h-72 w-full" />}
        {event.error !== null && <LoadFailure compact error={event.error} asked={[event]} />}
        {data === null && (
          <EmptyState title="No such event" icon={<SearchX strokeWidth={1.5} />} compact>
            There is no event with this id. Events are removed after two years.
          </EmptyState>
        )}
        {data !== undefined && data !== null && <EventDetails event={data} href={props.href} />}
      </div>
    </Drawer>
  )
}

function Others(props: { what: string; href: string; children: ReactNode }): ReactNode {
  return (
    <TextLink href={props.href} title={`Show only events ${props.what}`}>
      {props.children}
    </TextLink>
  )
}

function factsOf(event: AuditEvent, href: FilterHref): KeyValue[] {
  const { person_id: person, address } = event
  return [
    {
      label: 'Who',
      value:
        person === null ? (
          event.actor
        ) : (
          <Others what="of this person" href={href({ person })}>
            {event.actor}
          </Others>
        ),
    },
    {
      label: 'Action',
      value: (
        <Others what="with this action" href={href({ action: event.action })}>
          {actionLabel(event.action)}
        </Others>
      ),
    },
    {
      label: 'Kind',
      value: (
        <Others what="about this kind" href={href({ resource: event.resource })}>
          {resourceLabel(event.resource)}
        </Others>
      ),
    },
    { label: 'Name', value: event.resource_name },
    { label: 'ID', value: event.resource_id && <code className="text-small">{event.resource_id}</code> },
    {
      label: 'From',
      value: address !== null && (
        <Others what="from this address" href={href({ address })}>
          <code className="text-small">{address}</code>
        </Others>
      ),
    },
    { label: 'Client', value: event.user_agent },
    { label: 'Session', value: event.session_id && <code className="text-small">{event.session_id}</code> },
    {
      label: 'Access token',
      value: event.token_id && <code className="text-small">{event.token_id}</code>,
    },
    { label: 'Times', value: event.occurrences > 1 ? event.occurrences : null },
    { label: 'Event', value: <code className="text-small">{event.id}</code> },
  ].filter(({ value }) => value !== null && value !== false && value !== '')
}

function EventDetails({ event, href }: { event: AuditEvent; href: FilterHref }): ReactNode {
  const changes = changesOf(event)
  return (
    <>
      <KeyValueList items={factsOf(event, href)} />
      {changes.length > 0 && (
        <section aria-labelledby="changes" className="flex flex-col gap-2">
          <h2 id="changes" className="text-lead font-semibold">
            {event.before === null ? 'Details' : 'Changes'}
          </h2>
          <dl className="divide-y divide-line overflow-clip rounded-panel border border-line">
            {changes.map((change) => (
              <div key={change.field} className="flex flex-col gap-1.5 p-3">
                <dt className="font-medium wrap-anywhere">{change.field}</dt>
                {event.before !== null && <Value label="Before" value={change.before} />}
                {(event.after !== null || event.before === null) && (
                  <Value label={event.before === null ? undefined : 'After'} value={change.after} />
                )}
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

function Value({ label, value }: { label: string | undefined; value: unknown }): ReactNode {
  return (
    <dd className="grid grid-cols-[auto_1fr] items-baseline gap-x-3">
      {label === undefined ? <span /> : <span className="w-12 text-small text-muted">{label}</span>}
      {value === undefined || value === null ? (
        <NoValue />
      ) : (
        <pre className="max-h-80 min-w-0 overflow-y-auto text-small whitespace-pre-wrap wrap-anywhere">
          {valueText(value)}
        </pre>
      )}
    </dd>
  )
}
