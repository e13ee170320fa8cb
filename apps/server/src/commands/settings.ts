import { type Configuration, readConfiguration } from '../platform/configuration.ts'

/** Settings that mean nothing to `check run`, `scrape run` and `topology run`, so that they may be anything. */
export const UNUSED_BY_CHECK_RUN = ['DATABASE_URL', 'ROLE', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const

/**
 * Reads the settings for a command and prints everything that is wrong with them.
 * @param ignored variables that mean nothing to the command
 * @returns undefined when they are not valid
 */
export function readSettings(ignored: readonly string[] = []): Configuration | undefined {
  const none = Object.fromEntries(ignored.map((name) => [name, '']))
  const read = readConfiguration({ ...process.env, ...none })
  if (read.ok) return read.value
  for (const { path, message } of read.failure) console.error(`${path} ${message}`)
  return undefined
}
