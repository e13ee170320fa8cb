import type { Health } from '@binnacle/contract/core'
import type { GroupHealth, UptimeThresholds } from '@binnacle/contract/health'

/** The four colors of health. Always show them together with a shape and a word. */
export type HealthTone = Health

/** The shapes of health. They differ without color too. */
export type HealthShape =
  | 'check'
  | 'cross'
  | 'question'
  | 'exclamation'
  | 'arrow-down'
  | 'slash'
  | 'pause'
  | 'half'

/** Appearance of a state. */
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
 * Returns the appearance of a health state: degraded, missing and unhealthy red, unknown and suspended gray, warning
 * orange. Every other word is green and shown unchanged.
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

/** Returns the appearance of a group's health; mixed is orange. */
export const groupAppearance: Readonly<Record<GroupHealth, HealthAppearance>> = {
  good: { tone: 'healthy', shape: 'check', word: 'Healthy' },
  mixed: { tone: 'warning', shape: 'half', word: 'Mixed' },
  bad: { tone: 'unhealthy', shape: 'cross', word: 'Unhealthy' },
}

/**
 * Returns the color of an uptime: gray without runs, otherwise by thresholds.
 * @param beside health shown next to it; the uptime never looks better than that
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

/** Text color by tone. */
export const toneTextClass: Readonly<Record<HealthTone, string>> = {
  healthy: 'text-healthy',
  unhealthy: 'text-unhealthy',
  warning: 'text-warning',
  unknown: 'text-unknown',
}

/** Background color of a solid mark by tone. */
export const toneFillClass: Readonly<Record<HealthTone, string>> = {
  healthy: 'bg-healthy-fill',
  unhealthy: 'bg-unhealthy-fill',
  warning: 'bg-warning-fill',
  unknown: 'bg-unknown-fill',
}
