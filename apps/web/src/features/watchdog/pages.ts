import { HeartPulse } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'
import { WATCHDOG_PATH } from './paths.ts'

/** The paths of its pages. */
export type WatchdogPath = '/settings/watchdog'

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
