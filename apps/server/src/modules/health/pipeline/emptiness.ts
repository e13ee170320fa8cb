import { type CheckOutcome, type CommonCheckSpec, isRecord, unhealthy } from '@binnacle/plugin-kit'

/** What a run that went well did not find, in the words of its type; undefined where it found something. */
function missingIn({ details }: CheckOutcome): string | undefined {
  const results = details?.['results']
  if (Array.isArray(results)) return results.length === 0 ? 'no results, expected at least one' : undefined
  if (!isRecord(results) || results['count'] !== 0) return undefined
  return 'rows' in results ? 'no rows, expected at least one' : 'nothing was found, expected something'
}

/** Makes a result unhealthy that went well and found nothing, where its check wants that. */
export function judgeEmptiness(spec: CommonCheckSpec, outcome: CheckOutcome): CheckOutcome {
  if (spec.markFailOnEmpty !== true || outcome.state !== 'healthy') return outcome
  const missing = missingIn(outcome)
  if (missing === undefined) return outcome
  const { message: _goodNews, ...rest } = outcome
  return { ...rest, ...unhealthy(missing) }
}
