import { buttonClass, PlainLink } from '@binnacle/ui'
import { Bell as Icon } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { HISTORY_PATH } from '../paths.ts'

// The first page does not wait for the count.
const WaitingCount = lazy(async () => ({ default: (await import('./waiting-count.tsx')).WaitingCount }))

/** Leads to the notifications, and with a count beside it to the alerts that wait for this person. Source: SHELL-005. */
export function Bell(): ReactNode {
  return (
    <span className="flex items-center">
      <PlainLink
        href={HISTORY_PATH}
        aria-label="Notifications"
        className={buttonClass({ variant: 'ghost', square: true })}
      >
        <Icon aria-hidden="true" className="size-4" />
      </PlainLink>
      <Suspense>
        <WaitingCount />
      </Suspense>
    </span>
  )
}
