import type { Result } from '@binnacle/contract/core'
import type { CheckState } from '@binnacle/contract/health'
import type { CommonCheckSpec, TransformDeleteStrategy } from '@binnacle/plugin-kit/checks'
import type { CheckOutcome, Json } from '@binnacle/plugin-kit/core'
import type { RelatedThings } from './related.ts'
import type { Subject } from './subject.ts'
import { detailsOf, type TransformObject } from './transform.ts'

/** A transformed check with its result. */
export interface TransformedOutcome {
  type: string
  name: string
  namespace: string | undefined
  description: string | undefined
  icon: string | undefined
  endpoint: string | undefined
  labels: Readonly<Record<string, string>>
  deleteStrategy: TransformDeleteStrategy | undefined
  /** Whether the transform says that the check is gone. */
  isDeleted: boolean
  state: CheckState
  message: string | undefined
  error: string | undefined
  durationMilliseconds: number
  details: Readonly<Record<string, Json>> | undefined
  /** What it belongs to, or why nobody knows; undefined where its spec says nothing of it. */
  related: Result<RelatedThings, string> | undefined
}

const badness: readonly CheckState[] = ['healthy', 'unknown', 'unhealthy']

function stateOf({ pass = false, invalid }: TransformObject): CheckState {
  if (invalid === true) return 'unknown'
  return pass ? 'healthy' : 'unhealthy'
}

function outcomeOf(
  given: TransformObject & { name: string },
  { spec, type, subject }: { spec: CommonCheckSpec; type: string; subject: Subject },
  parent: CheckOutcome,
): TransformedOutcome {
  const state = stateOf(given)
  const { start } = given
  const details = detailsOf(given, undefined)
  const evidence = start === undefined ? details : { start, ...details }
  return {
    type: given.type ?? type,
    name: given.name,
    namespace: given.namespace,
    description: given.description ?? spec.description,
    icon: given.icon,
    endpoint: given.endpoint ?? subject.check.endpoint,
    labels: { ...subject.check.labels, ...given.labels },
    deleteStrategy: given.transformDeleteStrategy ?? spec.transformDeleteStrategy,
    isDeleted: given.deletedAt !== undefined && given.deletedAt !== '',
    state,
    message: given.message,
    error:
      state === 'healthy' ? undefined : (given.error ?? given.message ?? 'the transform says that it failed'),
    durationMilliseconds: given.duration ?? parent.durationMilliseconds ?? 0,
    details: evidence,
    related: undefined,
  }
}

/**
 * Creates transformed checks, one for each type and name. If several have one name, the worst counts.
 * @param parent the outcome of the run
 */
export function transformedOutcomes(
  named: readonly (TransformObject & { name: string })[],
  parts: { spec: CommonCheckSpec; type: string; subject: Subject },
  parent: CheckOutcome,
): TransformedOutcome[] {
  const found = new Map<string, TransformedOutcome>()
  for (const given of named) {
    const outcome = outcomeOf(given, parts, parent)
    const key = JSON.stringify([outcome.type, outcome.name])
    const known = found.get(key)
    if (known === undefined || badness.indexOf(outcome.state) > badness.indexOf(known.state))
      found.set(key, outcome)
  }
  return [...found.values()]
}
