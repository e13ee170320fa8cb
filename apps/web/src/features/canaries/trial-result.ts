import type { TriedCheck } from '@binnacle/contract/health'
import type { TrialResult } from '../../application/spec-editor/use-trial.ts'

/** How often a check was tried, where that tells something. */
function attemptsText({ attempts, state }: TriedCheck): string | undefined {
  if (attempts === null) return undefined
  const { made, most } = attempts
  if (state === 'unhealthy' && made < most)
    return `Tried ${made} of ${most} times: there was no time for more.`
  return made === 1 ? undefined : `Tried ${made} times.`
}

const textOf = ({ error, message }: TriedCheck): string | undefined => error ?? message ?? undefined

/**
 * The result of a trial for the editor.
 * @param results the first one is the check's; the others were made from it by its transform
 */
export function trialResult([check, ...transformed]: readonly TriedCheck[]): TrialResult | undefined {
  if (check === undefined) return undefined
  return {
    state: check.state,
    duration: check.duration,
    text: textOf(check),
    isError: check.error !== null,
    note: attemptsText(check),
    evidence: check.details,
    parts: transformed.map((part) => ({
      id: `${part.type} ${part.name}`,
      name: part.name,
      text: textOf(part),
      state: part.state,
    })),
  }
}
