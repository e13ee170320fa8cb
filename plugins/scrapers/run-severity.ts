import type { Severity } from '@binnacle/contract/health'
import type { ScrapedItem } from '@binnacle/plugin-kit/scrapers'

/** How a run of a pipeline ended, in the words of its service, and what that means. */
const ends: Readonly<Record<string, { severity: Severity; health: NonNullable<ScrapedItem['health']> }>> = {
  success: { severity: 'info', health: 'healthy' },
  succeeded: { severity: 'info', health: 'healthy' },
  neutral: { severity: 'info', health: 'healthy' },
  skipped: { severity: 'info', health: 'unknown' },
  stale: { severity: 'info', health: 'unknown' },
  cancelled: { severity: 'low', health: 'unknown' },
  canceled: { severity: 'low', health: 'unknown' },
  partiallysucceeded: { severity: 'medium', health: 'warning' },
  action_required: { severity: 'medium', health: 'warning' },
  failure: { severity: 'high', health: 'unhealthy' },
  failed: { severity: 'high', health: 'unhealthy' },
  timed_out: { severity: 'high', health: 'unhealthy' },
  startup_failure: { severity: 'high', health: 'unhealthy' },
}

/** What the end of a run means; a run that goes on means nothing yet. */
export function meaningOf(end: string | null | undefined): {
  severity: Severity
  health: NonNullable<ScrapedItem['health']>
} {
  return ends[end?.toLowerCase() ?? ''] ?? { severity: 'info', health: 'unknown' }
}
