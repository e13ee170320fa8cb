import { buttonClass, PlainLink } from '@binnacle/ui'
import { Bell as Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { HISTORY_PATH } from '../paths.ts'
import { WaitingCount } from './waiting-count.tsx'

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
      <WaitingCount />
    </span>
  )
}
