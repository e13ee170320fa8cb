import type { QueuedEventDetails } from '@binnacle/contract/events'
import { Age, Button, Drawer, EmptyState, type KeyValue, KeyValueList, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { RequestFailure } from '../../application/requests/failure.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import type { WantedChange } from './change-dialog.tsx'
import { EventState, NextAttempt } from './columns.tsx'
import { eventQuery } from './queries.ts'

/** One event in the queue: where it stands, why it failed, and what it carries. */
export function EventDrawer(props: {
  id: string
  mayWrite: boolean
  onChange: (change: WantedChange) => void
  onClose: () => void
}): ReactNode {
  const { id, mayWrite, onChange } = props
  const event = useQuery(eventQuery(id))
  const { data, error } = event
  const isGone = error instanceof RequestFailure && error.status === 404
  const shown = isGone ? undefined : data
  const change = (verb: WantedChange['verb'], { name }: QueuedEventDetails) =>
    onChange({ verb, selection: { name, id } })
  return (
    <Drawer
      open
      onClose={props.onClose}
      title={shown === undefined ? 'Event' : (shown.consumer ?? shown.name)}
      subtitle={shown !== undefined && <code className="text-small">{shown.name}</code>}
      actions={
        mayWrite &&
        shown !== undefined &&
        shown.state !== 'running' && (
          <>
            {shown.state !== 'waiting' && <Button onClick={() => change('retry', shown)}>Retry</Button>}
            <Button onClick={() => change('discard', shown)}>Discard</Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5 p-4 md:p-5">
        {event.isPending && <Skeleton className="h-72 w-full" />}
        {isGone && (
          <EmptyState title="Not in the queue" icon={<CircleCheck strokeWidth={1.5} />} compact>
            This event was consumed or discarded.
          </EmptyState>
        )}
        {error !== null && !isGone && <LoadFailure compact error={error} asked={[event]} />}
        {shown !== undefined && <EventDetails event={shown} />}
      </div>
    </Drawer>
  )
}

function factsOf(event: QueuedEventDetails): KeyValue[] {
  return [
    { label: 'State', value: <EventState state={event.state} /> },
    { label: 'Consumer', value: event.consumer },
    { label: 'Attempts', value: `${event.attempts} of ${event.most_attempts}` },
    { label: 'Emitted', value: <Age time={event.created_at} /> },
    { label: 'Last failure', value: <Age time={event.last_failure} /> },
    { label: 'Next attempt', value: <NextAttempt time={event.next_attempt} /> },
    { label: 'ID', value: <code className="text-small">{event.id}</code> },
  ]
}

function EventDetails({ event }: { event: QueuedEventDetails }): ReactNode {
  return (
    <>
      {event.state === 'dead' && (
        <p className="text-secondary">
          No attempt is left. Dead letters are removed 30 days after their last attempt.
        </p>
      )}
      <KeyValueList items={factsOf(event)} />
      {event.error !== null && <Text title="Error" text={event.error} />}
      <Text title="Payload" text={JSON.stringify(event.payload, null, 2)} />
    </>
  )
}

function Text({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-lead font-semibold">{title}</h2>
      {/* Long texts scroll by keyboard too. */}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-panel border border-line bg-surface p-3 text-small whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </section>
  )
}
