import { Button, buttonClass, Dialog } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { forgetSessionEnded } from '../../application/requests/session-ended.ts'
import { sessionQuery } from '../../application/session/session.ts'
import { endSignInRequest, type SignInRequest } from '../../application/session/sign-in-request.ts'

/** The same sign-in for another tab, which returns to the start page: this page is open here. */
function targetForTab(target: string): string {
  const url = new URL(target, location.origin)
  url.searchParams.set('return_to', '/')
  return url.pathname + url.search
}

/**
 * Asks the person to sign in while a page has unsaved values. The values may contain secrets, so nothing stores them; they
 * stay in this page. The session is loaded again when the person returns to this tab.
 */
export function SignInDialog({ request }: { request: SignInRequest }): ReactNode {
  const { dataUpdatedAt } = useQuery(sessionQuery)
  const isOver = dataUpdatedAt > request.since
  useEffect(() => {
    if (!isOver) return
    endSignInRequest()
    forgetSessionEnded()
  }, [isOver])
  if (isOver) return null
  return (
    <Dialog
      open
      onClose={endSignInRequest}
      title="Your session has ended"
      size="small"
      footer={
        <>
          <Button onClick={() => location.assign(request.target)}>Sign in here</Button>
          <a
            href={targetForTab(request.target)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'primary' })}
          >
            Sign in in a new tab
          </a>
        </>
      }
    >
      <p>
        What you entered is not saved yet. Sign in in a new tab, then return to this one to save it. If you
        sign in here, you lose it.
      </p>
    </Dialog>
  )
}
