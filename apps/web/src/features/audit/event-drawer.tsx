import { type Href, type KeyValue, KeyValueList, NoValue, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ItemDrawer } from '../../application/resource/item-drawer.tsx'
import { EventTime } from './columns.tsx'
import type { AuditEvent } from './event-list.ts'
import { eventQuery } from './queries.ts'
import { actionLabel, changesOf, resourceLabel, valueText } from './words.ts'

/** Returns the address of the list with only one filter. */
export type FilterHref = (
  changes: Partial<Record<'person' | 'action' | 'resource' | 'address', string>>,
) => Href

/** One event with all its fields. */
export function EventDrawer(props: { id: string; href: FilterHref; onClose: () => void }): ReactNode {
  return (
    <ItemDrawer
      answer={useQuery(eventQuery(props.id))}
      title="Event"
      headOf={(event) => ({
        title: actionLabel(event.action),
        subtitle: <EventTime time={event.created_at} />,
      })}
      nothing={{
        title: 'No such event',
        icon: <SearchX strokeWidth={1.5} />,
        text: 'There is no event with this id. Events are removed after two years.',
      }}
      onClose={props.onClose}
    >
      {(event) => <EventDetails event={event} href={props.href} />}
    </ItemDrawer>
  )
}

function Others(props: { what: string; href: Href; children: ReactNode }): ReactNode {
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
