import type { CheckOutcome, CommonCheckSpec, Json } from '@binnacle/plugin-kit'
import type { ScriptEnvironment } from '@binnacle/scripting'
import { variablesOf } from '../canary-spec/environment.ts'
import { type Known, lastResultValue, type Subject } from './subject.ts'

/** What of a run its scripts see. */
export interface Findings {
  /** All that has a name, details included. */
  values: Readonly<Record<string, Json>>
  /** Milliseconds */
  durations: Readonly<Record<string, number>>
}

/** What scripts see of an outcome: its details, and what its type adds to them. */
export function findingsOf({ details = {}, data }: CheckOutcome): Findings {
  const { values = {}, durations = {} } = data?.() ?? {}
  return { values: { results: details, ...details, ...values }, durations }
}

/** Whose scripts run, and what they see beside the run. */
export interface Onlooker {
  spec: CommonCheckSpec
  subject: Subject
  known: Known
  secrets: readonly string[]
}

/** Everything that a script of a check finds. */
export function environmentOf(
  { spec, subject, known, secrets }: Onlooker,
  outcome: CheckOutcome,
  { values, durations }: Findings,
): ScriptEnvironment {
  const { lastResult, outputs = {} } = known
  return {
    variables: {
      ...values,
      env: variablesOf(spec),
      canary: subject.canary,
      check: subject.check,
      duration: Math.round(outcome.durationMilliseconds ?? 0),
      pass: outcome.state === 'healthy',
      outputs,
    },
    durations,
    given: { last_result: lastResultValue(lastResult) },
    secrets,
    // What comes out is cleaned once, when all scripts have run; a text that is cut up before it would hide a secret.
    keepSecrets: true,
  }
}
