import type { CommonCheckSpec } from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, isRecord, unhealthy } from '@binnacle/plugin-kit/core'

/** What a healthy run did not find, in the words of its type; undefined if it found something. */
function missingIn({ details }: CheckOutcome): string | undefined {
  const results = details?.['results']
  if (Array.isArray(results)) return results.length === 0 ? 'no results, expected at least one' : undefined
  if (!isRecord(results) || results['count'] !== 0) return undefined
  return 'rows' in results ? 'no rows, expected at least one' : 'nothing was found, expected something'
}

/** Makes a healthy result unhealthy if it is empty and its check has `markFailOnEmpty`. */
export function applyEmptiness(spec: CommonCheckSpec, outcome: CheckOutcome): CheckOutcome {
  if (spec.markFailOnEmpty !== true || outcome.state !== 'healthy') return outcome
  const missing = missingIn(outcome)
  if (missing === undefined) return outcome
  const { message: _goodNews, ...rest } = outcome
  return { ...rest, ...unhealthy(missing) }
}
