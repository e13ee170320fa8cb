import type { QueuedEventDetails } from '@binnacle/contract/events'
import { Age, Button, type KeyValue, KeyValueList } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { ItemDrawer, TextSection } from '../../application/resource/item-drawer.tsx'
import type { QueueAction } from './change-dialog.tsx'
import { attemptsOf, EventState, NextAttempt } from './columns.tsx'
import { eventQuery } from './queries.ts'

/** One event in the queue: its state, its error and its payload. */
export function EventDrawer(props: {
  id: string
  mayWrite: boolean
  onChange: (change: QueueAction) => void
  onClose: () => void
}): ReactNode {
  const { id, mayWrite, onChange } = props
  const change = (verb: QueueAction['verb'], { name }: QueuedEventDetails) =>
    onChange({ verb, selection: { name, id } })
  return (
    <ItemDrawer
      answer={useQuery(eventQuery(id))}
      title="Event"
      headOf={(event) => ({
        title: event.consumer ?? event.name,
        subtitle: <code className="text-small">{event.name}</code>,
        actions: mayWrite && event.state !== 'running' && (
          <>
            {event.state !== 'waiting' && <Button onClick={() => change('retry', event)}>Retry</Button>}
            <Button onClick={() => change('discard', event)}>Discard</Button>
          </>
        ),
      })}
      nothing={{
        title: 'Not in the queue',
        icon: <CircleCheck strokeWidth={1.5} />,
        text: 'This event was consumed or discarded.',
      }}
      onClose={props.onClose}
    >
      {(event) => (
        <>
          {event.state === 'dead' && (
            <p className="text-secondary">
              No attempt is left. Dead letters are removed 30 days after their last attempt.
            </p>
          )}
          <KeyValueList items={factsOf(event)} />
          {event.error !== null && <TextSection title="Error" text={event.error} />}
          <TextSection title="Payload" text={JSON.stringify(event.payload, null, 2)} />
        </>
      )}
    </ItemDrawer>
  )
}

function factsOf(event: QueuedEventDetails): KeyValue[] {
  return [
    { label: 'State', value: <EventState state={event.state} /> },
    { label: 'Consumer', value: event.consumer },
    { label: 'Attempts', value: attemptsOf(event) },
    { label: 'Emitted', value: <Age time={event.created_at} /> },
    { label: 'Last failure', value: <Age time={event.last_failure} /> },
    { label: 'Next attempt', value: <NextAttempt time={event.next_attempt} /> },
    { label: 'ID', value: <code className="text-small">{event.id}</code> },
  ]
}
