import { classNames, buttonClass, PlainLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Bell as Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ALERTS_PATH } from '../paths.ts'
import { myAlertsQuery } from './act.ts'
import { bellText } from './bell-text.ts'

/** The largest number that fits beside the bell. */
const MOST_SHOWN = 99

/** Leads to the alerts, and says how many of them wait for this person. */
export function Bell(): ReactNode {
  const { data: mine = { count: 0, critical: 0 } } = useQuery(myAlertsQuery)
  return (
    <PlainLink
      href={mine.count === 0 ? ALERTS_PATH : `${ALERTS_PATH}?mine=true&state=open`}
      aria-label={bellText(mine)}
      className={classNames(buttonClass({ variant: 'ghost', square: true }), 'relative')}
    >
      <Icon aria-hidden="true" className="size-4" />
      {mine.count > 0 && (
        <span
          aria-hidden="true"
          className={classNames(
            'absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full border px-1 text-caption font-semibold numeric',
            mine.critical > 0
              ? 'border-unhealthy-line bg-unhealthy-subtle text-unhealthy'
              : 'border-warning-line bg-surface text-warning',
          )}
        >
          {mine.count > MOST_SHOWN ? `${MOST_SHOWN}+` : mine.count}
        </span>
      )}
    </PlainLink>
  )
}
