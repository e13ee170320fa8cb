// Properties that say how much people are told.
import { type RateLimits, usualLimits } from './pipeline/decide/limits.ts'
import { repeatMilliseconds } from './pipeline/rules.ts'
import { KEPT_MILLISECONDS } from './told/retention.ts'
import { type FlappingRules, usualFlapping } from './told/flapping.ts'

/** Reads a property. */
type ReadProperty = (name: string) => string | undefined

const countOf = (text: string | undefined, usual: number): number => {
  const count = Number(text)
  return Number.isSafeInteger(count) && count > 0 ? count : usual
}

const timeOf = (text: string | undefined, usual: number): number => repeatMilliseconds(text ?? null) ?? usual

/** The limits that the properties set. */
export function limitsIn(read: ReadProperty): RateLimits {
  const { rule, resource, recipient, summaryMilliseconds } = usualLimits
  return {
    rule: {
      count: countOf(read('notifications.max.count'), rule.count),
      milliseconds: timeOf(read('notifications.max.window'), rule.milliseconds),
    },
    resource: {
      count: countOf(read('notifications.resource.max.count'), resource.count),
      milliseconds: timeOf(read('notifications.resource.max.window'), resource.milliseconds),
    },
    recipient: {
      count: countOf(read('notifications.recipient.max.count'), recipient.count),
      milliseconds: timeOf(read('notifications.recipient.max.window'), recipient.milliseconds),
    },
    summaryMilliseconds: timeOf(read('notifications.summary.interval'), summaryMilliseconds),
  }
}

/** How long alerts are kept after their end. Milliseconds. */
export const keptIn = (read: ReadProperty): number =>
  timeOf(read('notifications.alerts.keep'), KEPT_MILLISECONDS)

/** When the properties call a resource flapping. */
export function flappingIn(read: ReadProperty): FlappingRules {
  const begins = countOf(read('notifications.flapping.begins'), usualFlapping.begins)
  const window = timeOf(read('notifications.flapping.window'), usualFlapping.window)
  return {
    begins,
    // It must end at fewer changes than it began with.
    ends: Math.min(countOf(read('notifications.flapping.ends'), usualFlapping.ends), begins - 1),
    window,
    calm: window,
  }
}
