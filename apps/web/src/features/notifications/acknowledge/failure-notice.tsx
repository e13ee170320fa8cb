import { Button, Notice } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { messageOf } from '../../../application/requests/queries.ts'

/** Statuses with which a link is refused: not complete, the alert is gone or the feature is off, expired. */
const refusals: ReadonlySet<number> = new Set([401, 404, 410])
const TOO_MANY = 429

/** Whether trying again does not help. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RequestFailure && refusals.has(error.status)
}

function textOf(error: unknown): string {
  if (error instanceof RequestFailure && error.status === TOO_MANY)
    return 'Too many requests come from your network. Try again in a minute.'
  return messageOf(error)
}

/** Why a link cannot be shown, or the alert could not be acknowledged. */
export function FailureNotice(props: {
  error: unknown
  /** Undefined where the button that failed is still there. */
  retry?: { run: () => void; running: boolean }
}): ReactNode {
  const { error, retry } = props
  if (isRefusal(error)) return <Notice kind="warning">{textOf(error)}</Notice>
  if (retry === undefined) return <Notice kind="error">{textOf(error)}</Notice>
  return (
    <Notice
      kind="error"
      actions={
        <Button loading={retry.running} onClick={retry.run}>
          Try again
        </Button>
      }
    >
      {textOf(error)}
    </Notice>
  )
}
