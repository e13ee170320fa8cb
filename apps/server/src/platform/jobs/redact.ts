import { createRedactor } from '@binnacle/contract'

/** A password in an address, what signs a request in, and values that are named as secrets. */
const credentials = [
  /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,500}(?=@)/gi,
  /(\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?(?:[a-z]{1,20} )?)[^\s"',;]{1,2000}/gi,
  /(\bbearer\s{1,5})[\w.~+/=-]{8,2000}/gi,
  /(\b[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)["']?\s{0,5}[:=]\s{0,5}["']?)[^\s"',;&]{1,2000}/gi,
]

/**
 * Replaces secrets in what a run says.
 * @param secrets values that the run used; credentials in the usual forms are replaced without being named
 */
export function redactRun(text: string, secrets: readonly string[]): string {
  const named = secrets.length === 0 ? text : createRedactor(secrets)(text)
  return credentials.reduce((present, pattern) => present.replaceAll(pattern, '$1***'), named)
}
