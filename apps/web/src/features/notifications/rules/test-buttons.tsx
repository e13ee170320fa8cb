import { Button, Notice, useToast } from '@binnacle/ui'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { TestResultList } from '../../../application/resource/test-result-list.tsx'
import { type ChosenEvent, type Draft, sendTest } from './preview.ts'

/** Sends tests of the message of a rule: to the person, or to the real recipients. */
export function TestButtons(props: {
  draftNow: () => Draft
  id: string | undefined
  chosen: ChosenEvent | undefined
  /** Whether something has happened that the message can be about. */
  hasMessage: boolean
}): ReactNode {
  const { draftNow, id, chosen, hasMessage } = props
  const toast = useToast()
  const own = useMutation({
    mutationFn: () => sendTest('me', draftNow(), id, chosen),
    onSuccess: ({ to }) => toast.success(`Test message sent to ${to}`),
    onError: (error) => toast.error(messageOf(error)),
  })
  const all = useMutation({
    // Failures are shown below the button.
    meta: { quiet: true },
    mutationFn: () => sendTest('recipients', draftNow(), id, chosen),
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {hasMessage && (
          <Button
            icon={<Send aria-hidden="true" className="size-3.5" />}
            loading={own.isPending}
            onClick={() => own.mutate()}
          >
            Send test to me
          </Button>
        )}
        <Button
          icon={<Send aria-hidden="true" className="size-3.5" />}
          loading={all.isPending}
          onClick={() => all.mutate()}
        >
          Send test to recipients
        </Button>
      </div>
      <p className="text-small text-muted">
        Tests are marked as such. They go to the real recipients and open no alert.
      </p>
      {all.error !== null && <Notice kind="error">{messageOf(all.error)}</Notice>}
      {all.data !== undefined && <TestResultList results={all.data.results} />}
    </div>
  )
}
