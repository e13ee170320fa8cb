import { classNames, PlainLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../../../application/session/session.ts'
import { ALERTS_PATH } from '../paths.ts'
import { myAlertsQuery } from './mine.ts'
import { bellText } from './bell-text.ts'

/** The largest number that fits beside the bell. */
const MOST_SHOWN = 99

/** How many alerts wait for this person, with the way to them; nothing where none does. */
export function WaitingCount(): ReactNode {
  const { waitingAlerts } = useSession()
  const { data: mine } = useQuery({ ...myAlertsQuery, initialData: waitingAlerts })
  if (mine === null || mine.count === 0) return null
  return (
    <PlainLink
      href={`${ALERTS_PATH}?mine=true&state=open`}
      aria-label={bellText(mine)}
      title={bellText(mine)}
      className={classNames(
        'flex h-5 min-w-5 items-center justify-center rounded-full border px-1.5 text-caption font-semibold numeric hover:bg-hover',
        mine.critical > 0
          ? 'border-unhealthy-line bg-unhealthy-subtle text-unhealthy'
          : 'border-warning-line bg-surface text-warning',
      )}
    >
      {mine.count > MOST_SHOWN ? `${MOST_SHOWN}+` : mine.count}
    </PlainLink>
  )
}
