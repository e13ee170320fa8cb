import type { QueueSelection } from '@binnacle/contract/events'
import { ConfirmDialog, TextField, useToast } from '@binnacle/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { discardEvents, QUEUE_KEY, retryEvents } from './queries.ts'

/** An action on events. */
export interface QueueAction {
  verb: 'retry' | 'discard'
  selection: QueueSelection
  /** Number of selected events as text; undefined for a single event. */
  counted?: string
}

const explanations = {
  retry:
    'Failed events start again with all their attempts. What a consumer did before it failed may happen twice.',
  discard:
    'They leave the queue for good, and their consumers never see them. The reason is in the audit log.',
}

/** Asks before it retries or discards events. Discarding needs a reason. */
export function ChangeDialog(props: {
  change: QueueAction
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { verb, selection, counted } = props.change
  const toast = useToast()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const isRetry = verb === 'retry'

  async function confirm(): Promise<void> {
    if (!isRetry && reason.trim() === '') throw new Error('Enter a reason')
    const { events } = await (isRetry ? retryEvents(selection) : discardEvents({ ...selection, reason }))
    if (events === 0) toast.information(`No event was left to ${verb}`)
    else
      toast.success(
        `${isRetry ? 'Retried' : 'Discarded'} ${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'}`,
      )
    props.onDone()
    void queries.invalidateQueries({ queryKey: QUEUE_KEY })
  }

  const which = counted === undefined ? 'this event' : isRetry ? 'all failed events' : `${counted} events`
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={confirm}
      title={`${isRetry ? 'Retry' : 'Discard'} ${which}?`}
      confirmLabel={isRetry ? 'Retry' : 'Discard'}
      danger={!isRetry}
    >
      <p>{explanations[verb]}</p>
      {counted !== undefined && (
        <p className="mt-2">
          Of <code className="text-small">{selection.name}</code>
          {selection.state === undefined && selection.query === undefined
            ? '.'
            : ', only those that the filters choose.'}{' '}
          Events that run are left alone.
        </p>
      )}
      {!isRetry && (
        <TextField
          className="mt-3"
          label="Reason"
          required
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
