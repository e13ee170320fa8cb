import { Button, ConfirmDialog, Notice, useToast } from '@binnacle/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../requests/queries.ts'

/** Deletions that are so many that somebody decides about them. */
export function HeldDeletions(props: {
  /** What the last run no longer saw. */
  children: string
  /** Title of the question before they are deleted. */
  question: string
  mayWrite: boolean
  decide: (decision: 'approve' | 'reject') => Promise<void>
}): ReactNode {
  const { children, question, mayWrite, decide } = props
  const toast = useToast()
  const [asks, setAsks] = useState(false)
  const keep = useMutation({
    mutationFn: () => decide('reject'),
    // The button goes with what it asked about.
    onSuccess: () => document.getElementById('main')?.focus({ preventScroll: true }),
    onError: (error) => toast.error(messageOf(error)),
  })

  return (
    <>
      <Notice
        kind="warning"
        actions={
          mayWrite && (
            <>
              <Button
                disabledReason={keep.isPending ? 'They are being kept' : undefined}
                onClick={() => setAsks(true)}
              >
                Delete them
              </Button>
              <Button loading={keep.isPending} onClick={() => keep.mutate()}>
                Keep them
              </Button>
            </>
          )
        }
      >
        {children}
      </Notice>
      {asks && (
        <ConfirmDialog
          open
          title={question}
          confirmLabel="Delete"
          onClose={() => setAsks(false)}
          onConfirm={() => decide('approve')}
        >
          They are marked as deleted. A run that sees them again restores them.
        </ConfirmDialog>
      )}
    </>
  )
}
