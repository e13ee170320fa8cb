import { Button, ErrorState, Spinner } from '@binnacle/ui'
import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messageOf, requestIdOf } from '../../application/queries.ts'

/** Shown while it is not known yet who is signed in. */
export function LoadingApplication(): ReactNode {
  return (
    <div className="flex h-dvh items-center justify-center text-muted" role="status">
      <Spinner />
      <span className="sr-only">Loading</span>
    </div>
  )
}

/** Shown in place of the application, or of a page, when it cannot be shown. */
export function ApplicationError({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <main className="flex min-h-80 items-center justify-center p-4">
      <ErrorState
        title="Sorry.. there was an error"
        message={messageOf(error)}
        requestId={requestIdOf(error)}
        onRetry={reset}
        actions={<Button onClick={() => location.reload()}>Reload the page</Button>}
      />
    </main>
  )
}
