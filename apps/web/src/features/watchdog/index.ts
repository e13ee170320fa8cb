import type { Area } from '../../application/pages/area.ts'
import { watchdogPage, type WatchdogPath } from './pages.ts'

export { WATCHDOG_PATH } from './paths.ts'

export const watchdog: Area<WatchdogPath> = { pages: [watchdogPage] }

/** Loads why the product cannot see what happens. Null if it can. */
export async function loadBlindness(signal: AbortSignal): Promise<string | null> {
  return (await import('./queries.ts')).loadBlindness(signal)
}
