import { connectionFormValues, type ConnectionTest } from '@binnacle/contract/connections'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor, type Egress, redactDeep } from '@binnacle/egress'
import {
  type CheckOutcome,
  type CommandRunner,
  connectionSecrets,
  type ConnectionValues,
  type FileAccess,
  isRecord,
  problemsOf,
  renderConnection,
  resolveConnection,
} from '@binnacle/plugin-kit/core'
import type { TaskPool } from '@binnacle/scripting/tasks'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { References } from '../../platform/references/index.ts'
import type { ConnectionType, ConnectionTypes } from './types.ts'

/** Someone waits for the answer. */
const LONGEST_TEST_MILLISECONDS = 15_000
/** A test that was told to stop and did not is given up after this long. */
const GRACE_MILLISECONDS = 1_000

const DEFECT = 'the test failed because of an error in Binnacle; see the log of the server'

/** What the test of a connection uses of the world. */
export interface ConnectionTestDependencies {
  egress: Egress
  commands: CommandRunner
  files: FileAccess
  tasks: TaskPool
  references: References
  clock: Clock
  log: Log
  userAgent: string
  /** Milliseconds that a test may take. */
  longest?: number
}

/**
 * Opens a connection once.
 * @returns what the server said, why it could not be opened, or undefined for a type that cannot be tested
 */
export type TestConnection = (
  connection: ConnectionValues,
  signal: AbortSignal,
) => Promise<Result<ConnectionTest, string> | undefined>

/** Secret values of a connection: those of fields that its type does not show. */
function secretsOf({ open }: ConnectionType, connection: ConnectionValues): string[] {
  const { username, properties, ...rest } = connection
  const hidden = Object.entries(properties).filter(([key]) => !open.has(`properties.${key}`))
  return connectionSecrets({
    ...rest,
    ...(username === undefined || open.has('username') ? {} : { username }),
    properties: Object.fromEntries(hidden),
  })
}

const scriptless = async () => fail('the test of a connection runs no scripts')

/** Makes the function that opens connections with the code of their types. */
export function createConnectionTest(
  types: ConnectionTypes,
  dependencies: ConnectionTestDependencies,
): TestConnection {
  const { egress, commands, files, tasks, references, clock, log, userAgent } = dependencies
  const longest = dependencies.longest ?? LONGEST_TEST_MILLISECONDS

  /** The outcome of a test, however long the code of the type takes. */
  async function runWithin(
    type: ConnectionType & { test: NonNullable<ConnectionType['test']> },
    connection: ConnectionValues,
    secrets: readonly string[],
    stopping: AbortSignal,
  ): Promise<Result<CheckOutcome, string>> {
    const { insecureTls, ...columns } = connection
    const values = connectionFormValues(type.schema, { ...columns, insecure_tls: insecureTls })
    const form = type.definition.schema.safeParse(values)
    if (!form.success) {
      const [problem] = problemsOf(form.error, type.schema)
      return fail(`${problem?.path ?? 'connection'}: ${problem?.message ?? 'is not valid'}`)
    }
    const abort = new AbortController()
    const done = new AbortController()
    const stop = () => abort.abort(stopping.reason)
    stopping.addEventListener('abort', stop, { once: true })
    if (stopping.aborted) stop()
    const redact = createRedactor(secrets)
    const late = async (): Promise<Result<CheckOutcome, string>> => {
      await clock.wait(longest, done.signal)
      abort.abort(Object.assign(new Error('the time is over'), { name: 'TimeoutError' }))
      await clock.wait(GRACE_MILLISECONDS, done.signal)
      return fail(`did not end within ${longest / 1_000} s`)
    }
    const run = async (): Promise<Result<CheckOutcome, string>> => {
      try {
        const outcome = await type.test(form.data, {
          connection,
          signal: abort.signal,
          timeoutMilliseconds: longest,
          now: () => clock.now(),
          wait: (milliseconds) => clock.wait(milliseconds, abort.signal),
          egress,
          commands,
          files,
          template: scriptless,
          jsonPath: scriptless,
          work: async (task, input) => {
            const worked = await tasks.run(task, input, secrets)
            return worked.ok ? worked : fail(worked.failure.message)
          },
          redact,
          redactConnectionSecrets: redact,
          userAgent,
        })
        return succeed(outcome)
      } catch (error) {
        if (abort.signal.aborted) return fail(`did not end within ${longest / 1_000} s`)
        log.error({ err: error, type: connection.type }, 'the test of a connection type has a defect')
        return fail(DEFECT)
      }
    }
    try {
      return await Promise.race([run(), late()])
    } finally {
      done.abort()
      stopping.removeEventListener('abort', stop)
    }
  }

  return async (stored, signal) => {
    const type = types.get(stored.type)
    const { test } = type ?? {}
    if (type === undefined || test === undefined) return undefined
    const resolved = await resolveConnection(stored, (kept) => references.read(kept, stored.namespace))
    if (!resolved.ok) return resolved
    const rendered = renderConnection(resolved.value.connection)
    if (!rendered.ok) return rendered
    const connection = rendered.value
    const secrets = [
      ...secretsOf(type, connection),
      ...secretsOf(type, resolved.value.connection),
      ...resolved.value.secrets,
    ]
    const redact = createRedactor(secrets)
    const started = performance.now()
    const result = await runWithin({ ...type, test }, connection, secrets, signal)
    if (!result.ok) return fail(redact(result.failure))
    const { state, message, error, details = {}, durationMilliseconds } = result.value
    if (state !== 'healthy') return fail(redact(error ?? 'the server is not as it should be'))
    const shown = redactDeep(details, redact)
    return succeed({
      message: 'ok',
      detail: message === undefined ? null : redact(message),
      duration: Math.round(durationMilliseconds ?? performance.now() - started),
      details: isRecord(shown) ? shown : null,
    })
  }
}
