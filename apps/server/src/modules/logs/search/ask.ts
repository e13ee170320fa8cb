import type { Result } from '@binnacle/contract/core'
import type { LogSource } from '@binnacle/plugin-kit/logs'
import { askEntry, type LogDependencies } from './entry.ts'
import type { RoutedEntry } from './route.ts'

/** Asks an entry of a stored log backend, as `askEntry` does, and notes whether the backend failed. */
export async function askBackend<Value>(
  { backend, entry }: RoutedEntry,
  dependencies: LogDependencies,
  signal: AbortSignal,
  ask: (source: LogSource) => Promise<Result<Value, string>>,
): Promise<Result<Value, string>> {
  const answer = await askEntry(entry, dependencies, signal, ask)
  // A client that leaves is no failure of the backend, and one that cannot count was not asked.
  const isAnswer = !signal.aborted && !(answer.ok && answer.value === undefined)
  if (isAnswer) dependencies.failing.note(backend, entry.place, answer.ok ? undefined : answer.failure)
  return answer
}
