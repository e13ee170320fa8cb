import { LiveControl, useShortcuts } from '@binnacle/ui'
import { useIsFetching } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLive } from '../../application/live/live-provider.tsx'
import { usePageRate } from '../../application/live/page-rate.tsx'
import { useRefresh } from '../../application/live/refresh.tsx'

const REFRESH_KEYS = 'r'

/** How the page that is shown is kept up to date. */
export function Live(): ReactNode {
  const { state, since, toggle } = useLive()
  const { refresh } = useRefresh()
  const loading = useIsFetching() > 0
  const rate = usePageRate()
  useShortcuts([{ keys: REFRESH_KEYS, label: 'Refresh', perform: refresh }])
  return (
    <LiveControl
      state={state}
      since={since}
      onToggle={toggle}
      onRefresh={refresh}
      loading={loading}
      refreshKeys={REFRESH_KEYS}
      rate={rate}
    />
  )
}
