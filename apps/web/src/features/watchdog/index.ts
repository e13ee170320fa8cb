import { HeartPulse } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'

declare module '../../application/pages/addresses.ts' {
  interface PagePaths {
    '/settings/watchdog': unknown
  }
}

/** Address of the page of the watchdog. */
export const WATCHDOG_PATH = '/settings/watchdog'

/** The page of the watchdog. */
export const watchdogPage = definePage({
  path: WATCHDOG_PATH,
  title: 'Watchdog',
  icon: HeartPulse,
  place: 'settings',
  keywords: ['dead man', 'heartbeat'],
  access: { resource: 'database', action: 'read' },
  topics: ['watchdog'],
  load: async () => ({ default: (await import('./watchdog-page.tsx')).WatchdogPage }),
})

/** Loads why the product cannot see what happens. Null if it can. */
export async function loadBlindness(signal: AbortSignal): Promise<string | null> {
  return (await import('./queries.ts')).loadBlindness(signal)
}
