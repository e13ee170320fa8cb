// Whether a rule tells its recipients of an event, and if not, why. It changes nothing.
import type { SendStatus } from '@binnacle/contract/notifications'
import type { Alert } from './alerts.ts'
import type { AffectedResource, FilterDependencies } from './filter.ts'
import type { Limits, RateLimit } from './limits.ts'
import type { Recipient } from './recipients.ts'
import type { PreparedRule } from './prepare.ts'
import { acknowledgementOf, type Suppression, type SuppressionDependencies } from './suppress.ts'

export interface EvaluateDependencies extends FilterDependencies, SuppressionDependencies {
  rateLimit: () => RateLimit
}

/** What a rule does about an event. */
export type Verdict =
  | { kind: 'tell'; recipients: readonly Recipient[] }
  /** Nobody is told. Without a status there is nothing to record. */
  | { kind: 'hold'; status?: SendStatus; error?: string; suppression?: Suppression }

/**
 * Evaluates a rule that is prepared. It writes each step into the decisions, and asks nothing.
 * @param alert the open alert, if there is one
 */
export function evaluateRule(
  limits: Pick<Limits, 'toldAt' | 'isExceeded'>,
  dependencies: Pick<EvaluateDependencies, 'now' | 'rateLimit'>,
  { rule, decisions, recipients, suppression: outer }: PreparedRule,
  { happening, state }: AffectedResource,
  alert: Alert | undefined,
): Verdict {
  if (recipients.length === 0) {
    const error = rule.named.problems.join('; ')
    decisions.add('recipient', 'stop', error === '' ? 'No recipient is left' : error)
    return error === '' ? { kind: 'hold' } : { kind: 'hold', status: 'error', error }
  }
  const suppression = outer ?? acknowledgementOf(alert, dependencies.now(), decisions)
  if (suppression !== undefined) return { kind: 'hold', status: suppression.status, suppression }
  const lastTold = limits.toldAt({ rule, event: happening.event, state })
  if (lastTold !== undefined) {
    const reason = `It was told at ${lastTold.toISOString()}, within the repeat interval`
    decisions.add('repeat interval', 'stop', reason)
    return { kind: 'hold', status: 'repeat-interval' }
  }
  decisions.add('repeat interval', 'pass', 'It was not told within the repeat interval')
  if (limits.isExceeded(rule)) {
    const { count, milliseconds } = dependencies.rateLimit()
    const reason = `The rule has sent ${count} messages in ${milliseconds / 3_600_000} h`
    decisions.add('rate limit', 'stop', reason)
    return { kind: 'hold', status: 'rate-limited' }
  }
  decisions.add('rate limit', 'pass', 'The rule has not reached its limit')
  return { kind: 'tell', recipients }
}
