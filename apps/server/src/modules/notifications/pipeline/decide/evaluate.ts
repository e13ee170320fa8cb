// Whether a rule tells its recipients of an event, and if not, why. It changes nothing.
import type { SendStatus } from '@binnacle/contract/notifications'
import type { AffectedResource, FilterDependencies } from './filter.ts'
import type { Limits, RateLimits } from './limits.ts'
import type { Recipient } from './recipients.ts'
import type { PreparedRule } from './prepare.ts'
import type { Suppression, SuppressionDependencies } from './suppress.ts'

export interface EvaluateDependencies extends FilterDependencies, SuppressionDependencies {
  limits: () => RateLimits
}

/** What a rule does about an event. */
export type Verdict =
  | { kind: 'tell'; recipients: readonly Recipient[] }
  /** Nobody is told. Without a status there is nothing to record. */
  | { kind: 'hold'; status?: SendStatus; error?: string; suppression?: Suppression }

/**
 * Evaluates a rule that is prepared for an event that is no alert, or that tells nobody. It writes each step into the
 * decisions, and asks nothing.
 */
export function evaluateRule(
  limits: Pick<Limits, 'toldAt' | 'isExceeded'>,
  dependencies: Pick<EvaluateDependencies, 'limits'>,
  { rule, decisions, recipients, suppression }: PreparedRule,
  { happening, state }: AffectedResource,
): Verdict {
  if (recipients.length === 0) {
    if (
      rule.escalationPolicyId !== undefined &&
      rule.named.recipients.length === 0 &&
      rule.named.problems.length === 0
    ) {
      decisions.add('recipient', 'pass', 'Its escalation policy tells people')
      return { kind: 'hold' }
    }
    const error = rule.named.problems.join('; ')
    decisions.add('recipient', 'stop', error === '' ? 'No recipient is left' : error)
    return error === '' ? { kind: 'hold' } : { kind: 'hold', status: 'error', error }
  }
  if (suppression !== undefined) return { kind: 'hold', status: suppression.status, suppression }
  const lastTold = limits.toldAt({ rule, event: happening.event, state })
  if (lastTold !== undefined) {
    const reason = `It was told at ${lastTold.toISOString()}, within the repeat interval`
    decisions.add('repeat interval', 'stop', reason)
    return { kind: 'hold', status: 'repeat-interval' }
  }
  decisions.add('repeat interval', 'pass', 'It was not told within the repeat interval')
  if (limits.isExceeded(rule)) {
    const { count, milliseconds } = dependencies.limits().rule
    const reason = `The rule has sent ${count} messages in ${milliseconds / 3_600_000} h`
    decisions.add('rate limit', 'stop', reason)
    return { kind: 'hold', status: 'rate-limited' }
  }
  decisions.add('rate limit', 'pass', 'The rule has not reached its limit')
  return { kind: 'tell', recipients }
}
