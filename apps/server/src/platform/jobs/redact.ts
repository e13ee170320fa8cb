import { createRedactor, maskCredentials, redactDeep } from '@binnacle/contract/redact'
import { z } from 'zod'
import type { JobOutcome } from './define.ts'

/**
 * Replaces secrets in a text of a run.
 * @param secrets values that the run used; credentials in the usual forms are replaced too
 */
export function redactRun(text: string, secrets: readonly string[]): string {
  const named = secrets.length === 0 ? text : createRedactor(secrets)(text)
  return maskCredentials(named)
}

const details = z.record(z.string(), z.unknown())

/**
 * Replaces secrets in the outcome of a run: those that the run named everywhere, credentials in the usual forms only
 * in errors.
 */
export function redactOutcome(outcome: JobOutcome, secrets: readonly string[]): JobOutcome {
  const errors = outcome.errors.map((error) => redactRun(error, secrets))
  if (outcome.details === undefined || secrets.length === 0) return { ...outcome, errors }
  return {
    ...outcome,
    errors,
    details: details.parse(redactDeep(outcome.details, createRedactor(secrets))),
  }
}
