import type { CommonCheckSpec } from '@binnacle/plugin-kit/checks'
import type { CheckOutcome, Json } from '@binnacle/plugin-kit/core'
import type { ScriptEnvironment } from '@binnacle/scripting'
import { variablesOf } from '../canary-spec/environment.ts'
import { type ScriptInputs, lastResultValue, type Subject } from './subject.ts'

/** The part of a run that scripts see. */
export interface Findings {
  /** All named values, including details. */
  values: Readonly<Record<string, Json>>
  /** Milliseconds */
  durations: Readonly<Record<string, number>>
}

/** What scripts see of an outcome: its details and its data. */
export function findingsOf({ details = {}, data }: CheckOutcome): Findings {
  const { values = {}, durations = {} } = data?.() ?? {}
  return { values: { results: details, ...details, ...values }, durations }
}

/** The check whose scripts run, and what they see besides the run. */
export interface Onlooker {
  spec: CommonCheckSpec
  subject: Subject
  known: ScriptInputs
  secrets: readonly string[]
}

/** The complete environment of a script of a check. */
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
    // Outputs are redacted once, after all scripts. A text that was cut earlier could hide a secret.
    keepSecrets: true,
  }
}
