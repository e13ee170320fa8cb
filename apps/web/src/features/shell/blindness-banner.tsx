import { TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../application/session/session.ts'
import { loadBlindness, WATCHDOG_PATH } from '../watchdog/index.ts'

/** A line above every page while the watchdog finds that checks may not run: what is green then may be wrong. */
export function BlindnessBanner(): ReactNode {
  const { blindness } = useSession()
  const isItsPage = useRouterState({ select: ({ location }) => location.pathname === WATCHDOG_PATH })
  const { data: reason } = useQuery({
    // The first part is the live topic: a change loads it again.
    queryKey: ['watchdog', 'blindness'],
    // The session was loaded with the page and says it.
    initialData: blindness,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
    queryFn: ({ signal }) => loadBlindness(signal),
  })
  if (reason === null || isItsPage) return null
  return (
    <div
      role="status"
      className="flex shrink-0 items-start gap-2 border-b border-unhealthy-line bg-unhealthy-subtle px-3 py-1.5 text-small"
    >
      <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-unhealthy" />
      <p className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">Binnacle may not see what happens:</strong> {reason}.{' '}
        <TextLink href={WATCHDOG_PATH}>Open the watchdog</TextLink>
      </p>
    </div>
  )
}
