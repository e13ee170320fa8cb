import { type ConnectionTest, fail, type Result, succeed } from '@binnacle/contract'
import type { ConnectionValues } from '@binnacle/plugin-kit'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { type CheckSources, connectCheck } from './connections.ts'
import { runCheck, type RunnerParts } from './runner.ts'

/** Someone waits for the answer. */
const LONGEST_TEST_MILLISECONDS = 15_000

/** Makes the function that opens connections: the code of the check type that uses them runs with a harmless spec. */
export function createConnectionTest(
  types: CheckTypes,
  parts: RunnerParts & Pick<CheckSources, 'references'>,
) {
  /** @returns undefined for a type that no check uses */
  return async (
    connection: ConnectionValues,
    signal: AbortSignal,
  ): Promise<Result<ConnectionTest, string> | undefined> => {
    const type = [...types.values()].find(
      ({ definition }) => definition.connectionTests?.[connection.type] !== undefined,
    )
    const written = type?.definition.connectionTests?.[connection.type]?.(connection)
    if (type === undefined || written === undefined) return undefined
    const naming = {
      type,
      written: { name: connection.name, ...written },
      namespace: connection.namespace,
    }
    const connected = await connectCheck(naming, {
      connections: { find: async () => succeed(connection) },
      references: parts.references,
    })
    if (!connected.ok) return connected
    const timeoutMilliseconds = Math.min(type.definition.timeoutMilliseconds, LONGEST_TEST_MILLISECONDS)
    const result = await runCheck({ type, timeoutMilliseconds, ...connected.value }, parts, signal)
    if (result === undefined) return fail('the test was stopped')
    const { state, message, error, duration, details } = result
    if (state !== 'healthy') return fail(error ?? 'the server is not as it should be')
    return succeed({
      message: 'ok',
      detail: message,
      duration: Math.round(duration),
      details: { ...details },
    })
  }
}
