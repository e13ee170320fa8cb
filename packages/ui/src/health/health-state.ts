import type { GroupHealth, UptimeThresholds } from '@binnacle/contract/health'

/** The four colours of health. Each is always shown with a shape and a word. */
export type HealthTone = 'healthy' | 'unhealthy' | 'warning' | 'unknown'

/** The shapes of health; every one can be told from the others without colour. */
export type HealthShape =
  | 'check'
  | 'cross'
  | 'question'
  | 'exclamation'
  | 'arrow-down'
  | 'slash'
  | 'pause'
  | 'half'

/** How a state is shown. */
export interface HealthAppearance {
  tone: HealthTone
  shape: HealthShape
  word: string
}

const appearances: ReadonlyMap<string, HealthAppearance> = new Map([
  ['healthy', { tone: 'healthy', shape: 'check', word: 'Healthy' }],
  ['unhealthy', { tone: 'unhealthy', shape: 'cross', word: 'Unhealthy' }],
  ['degraded', { tone: 'unhealthy', shape: 'arrow-down', word: 'Degraded' }],
  ['missing', { tone: 'unhealthy', shape: 'slash', word: 'Missing' }],
  ['warning', { tone: 'warning', shape: 'exclamation', word: 'Warning' }],
  ['unknown', { tone: 'unknown', shape: 'question', word: 'Unknown' }],
  ['suspended', { tone: 'unknown', shape: 'pause', word: 'Suspended' }],
])

/**
 * How a health state is shown: degraded, missing and unhealthy red, unknown and suspended grey, warning orange.
 * Every other word is green, with the word itself.
 */
export function healthAppearance(state: string): HealthAppearance {
  const key = state.trim().toLowerCase()
  return (
    appearances.get(key) ?? {
      tone: 'healthy',
      shape: 'check',
      word: state.charAt(0).toUpperCase() + state.slice(1),
    }
  )
}

/** How the health of a group is shown; mixed is orange. */
export const groupAppearance: Readonly<Record<GroupHealth, HealthAppearance>> = {
  good: { tone: 'healthy', shape: 'check', word: 'Healthy' },
  mixed: { tone: 'warning', shape: 'half', word: 'Mixed' },
  bad: { tone: 'unhealthy', shape: 'cross', word: 'Unhealthy' },
}

/**
 * The colour of an uptime: grey when nothing ran, otherwise by thresholds.
 * @param beside the health that it is shown beside; the uptime is never greener than that
 */
export function uptimeTone(
  { passed, failed }: { passed: number; failed: number },
  thresholds: UptimeThresholds,
  beside: HealthTone = 'healthy',
): HealthTone {
  const total = passed + failed
  if (total === 0) return 'unknown'
  const percent = (passed / total) * 100
  if (percent < thresholds.unhealthy || beside === 'unhealthy') return 'unhealthy'
  return percent < thresholds.warning || beside === 'warning' ? 'warning' : 'healthy'
}

/** Text colour of each tone. */
export const toneTextClass: Readonly<Record<HealthTone, string>> = {
  healthy: 'text-healthy',
  unhealthy: 'text-unhealthy',
  warning: 'text-warning',
  unknown: 'text-unknown',
}

/** Background colour of a solid mark of each tone. */
export const toneFillClass: Readonly<Record<HealthTone, string>> = {
  healthy: 'bg-healthy-fill',
  unhealthy: 'bg-unhealthy-fill',
  warning: 'bg-warning-fill',
  unknown: 'bg-unknown-fill',
}
