import { createRedactor, redactDeep } from '@binnacle/contract/redact'
import { z } from 'zod'
import type { JobOutcome } from './define.ts'

/** Matches passwords and tokens in URLs, signatures of requests, and values that are named as secrets. */
const credentials = [
  /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,500}(?=@)/gi,
  /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#:@]{1,2000}(?=@)/gi,
  /(\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?(?:[a-z]{1,20} )?)[^\s"',;]{1,2000}/gi,
  /(\bbearer\s{1,5})[\w.~+/=-]{8,2000}/gi,
  /(\b[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)["']?\s{0,5}[:=]\s{0,5}["']?)[^\s"',;&]{1,2000}/gi,
]

/**
 * Replaces secrets in a text of a run.
 * @param secrets values that the run used; credentials in the usual forms are replaced too
 */
export function redactRun(text: string, secrets: readonly string[]): string {
  const named = secrets.length === 0 ? text : createRedactor(secrets)(text)
  return credentials.reduce((present, pattern) => present.replaceAll(pattern, '$1***'), named)
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
