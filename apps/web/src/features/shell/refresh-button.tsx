import { classNames, IconButton, useShortcuts } from '@binnacle/ui'
import { useIsFetching } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRefresh } from '../../application/refresh.tsx'

const KEYS = 'r'

/** Loads again what the page shows. It spins while anything is being loaded. */
export function RefreshButton(): ReactNode {
  const loading = useIsFetching() > 0
  const { refresh } = useRefresh()
  useShortcuts([{ keys: KEYS, label: 'Load the page’s data again', perform: refresh }])
  return (
    <IconButton
      label="Refresh"
      keys={KEYS}
      aria-busy={loading || undefined}
      icon={<RotateCw className={classNames('size-4', loading && 'animate-spin')} />}
      onClick={refresh}
    />
  )
}
