import { DiscardQuestion } from '@binnacle/ui'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUnsaved } from '../session/unsaved.ts'

/** Asks before the person leaves a page with unsaved changes, and lets the browser ask before it closes. */
export function LeaveGuard({ dirty }: { dirty: () => boolean }): ReactNode {
  useUnsaved(dirty)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty() && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return <DiscardQuestion guard={{ asking: true, cancel: blocker.reset, confirm: blocker.proceed }} />
}
