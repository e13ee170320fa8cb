import { BrandMark, Button, buttonClass, ErrorState, PlainLink, Spinner } from '@binnacle/ui'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import * as z from 'zod/mini'
import { RequestFailure } from '../../application/requests/failure.ts'
import { messageOf, requestIdOf } from '../../application/requests/queries.ts'

/** Milliseconds between requests to a server that is starting. */
const LOOK_AGAIN = 2_000

/** Shown while the session and the disabled features load. */
export function LoadingApplication(): ReactNode {
  return (
    <div className="flex h-dvh items-center justify-center text-muted" role="status">
      <Spinner />
      <span className="sr-only">Loading</span>
    </div>
  )
}

const startingAnswer = z.object({ status: z.literal('unavailable') })

/** Whether the server answered that it is not ready yet. */
function isStarting(error: unknown): boolean {
  return (
    error instanceof RequestFailure && error.status === 503 && startingAnswer.safeParse(error.body).success
  )
}

/** Shown while the server starts; disappears by itself. */
function ProvisioningScreen({ onLookAgain }: { onLookAgain: () => void }): ReactNode {
  useEffect(() => {
    const timer = setInterval(onLookAgain, LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [onLookAgain])
  return (
    <main
      className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-canvas p-4 text-center"
      role="status"
    >
      <BrandMark size={36} />
      <p className="text-lead text-balance">Please wait, instance provisioning in-progress ...</p>
      <span className="text-muted">
        <Spinner />
      </span>
    </main>
  )
}

/** Error messages of browsers for a chunk that cannot be loaded, for example because an update replaced it. */
const missingPart = /dynamically imported module|importing a module script/i

/** Shown instead of a page that crashed. The frame stays, so that people can open every other page. */
export function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter()
  // Browsers cache a failed import, so only a reload of the page helps.
  if (error instanceof TypeError && missingPart.test(error.message))
    return (
      <div className="p-4">
        <ErrorState
          page
          message="This page could not be loaded. The connection broke, or the product was updated meanwhile."
          actions={<Button onClick={() => location.reload()}>Reload the page</Button>}
        />
      </div>
    )
  return (
    <div className="p-4">
      <ErrorState
        page
        message={messageOf(error)}
        requestId={requestIdOf(error)}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
        actions={<Button onClick={() => location.reload()}>Reload the page</Button>}
      />
    </div>
  )
}

/** Shown if the application as a whole cannot be shown. */
export function ApplicationError({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter()
  if (isStarting(error)) return <ProvisioningScreen onLookAgain={() => void router.invalidate()} />
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-canvas p-4">
      <BrandMark size={36} />
      <ErrorState
        page
        title="Sorry.. there was an error"
        message={messageOf(error)}
        requestId={requestIdOf(error)}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
        actions={
          <>
            <Button onClick={() => location.reload()}>Reload the page</Button>
            <PlainLink href="/" className={buttonClass({ variant: 'ghost' })}>
              Start page
            </PlainLink>
          </>
        }
      />
    </main>
  )
}
