import { Button, ConfirmDialog, Notice, useToast } from '@binnacle/ui'
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
  const [keeping, setKeeping] = useState(false)

  async function keep(): Promise<void> {
    setKeeping(true)
    try {
      await decide('reject')
      // The button goes with what it asked about.
      document.getElementById('main')?.focus({ preventScroll: true })
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setKeeping(false)
    }
  }

  return (
    <>
      <Notice
        kind="warning"
        actions={
          mayWrite && (
            <>
              <Button
                disabledReason={keeping ? 'They are being kept' : undefined}
                onClick={() => setAsks(true)}
              >
                Delete them
              </Button>
              <Button loading={keeping} onClick={() => void keep()}>
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
