import { createRedactor, type Egress, redactDeep } from '@binnacle/egress'
import {
  type CheckOutcome,
  type CommandRunner,
  type CommonCheckSpec,
  isRecord,
  type Json,
  unhealthy,
  unknown,
} from '@binnacle/plugin-kit'
import { formatDuration } from '@binnacle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { CheckType } from '../spec/check-types.ts'
import { type RunResult, toResult } from './result.ts'

/** A check that is ready to run: parsed, its secrets in the clear. */
export interface RunnableCheck {
  type: CheckType
  spec: CommonCheckSpec
  timeoutMilliseconds: number
  /** Values that may stand in no output. */
  secrets: readonly string[]
}

export interface RunnerParts {
  egress: Egress
  commands: CommandRunner
  clock: Clock
  log: Log
  userAgent: string
}

/** A run that was told to stop and did not is given up after this long, so that it holds no place for ever. */
const GRACE_MILLISECONDS = 2_000

function timeoutError(): Error {
  return Object.assign(new Error('the time is over'), { name: 'TimeoutError' })
}

function isJsonRecord(value: unknown): value is Record<string, Json> {
  return isRecord(value)
}

function redactOutcome(outcome: CheckOutcome, secrets: readonly string[]): CheckOutcome {
  if (secrets.length === 0) return outcome
  const redact = createRedactor(secrets)
  const details = redactDeep(outcome.details, redact)
  return {
    ...outcome,
    ...(outcome.message === undefined ? {} : { message: redact(outcome.message) }),
    ...(outcome.error === undefined ? {} : { error: redact(outcome.error) }),
    ...(isJsonRecord(details) ? { details } : {}),
  }
}

/**
 * Runs a check once: with its timeout, whatever it does, and without secrets in what comes out.
 * @param stopping aborts when the product stops; the run's outcome is then undefined
 */
export async function runCheck(
  check: RunnableCheck,
  { egress, commands, clock, log, userAgent }: RunnerParts,
  stopping: AbortSignal,
): Promise<RunResult | undefined> {
  const { type, spec, timeoutMilliseconds } = check
  const time = clock.now()
  const started = performance.now()
  const abort = new AbortController()
  const done = new AbortController()
  const stop = () => abort.abort(stopping.reason)
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()

  const tooLong = async (): Promise<CheckOutcome> => {
    await clock.wait(timeoutMilliseconds, done.signal)
    abort.abort(timeoutError())
    await clock.wait(GRACE_MILLISECONDS, done.signal)
    return unhealthy(`did not end within ${formatDuration(timeoutMilliseconds)}`)
  }
  const run = async (): Promise<CheckOutcome> => {
    try {
      return await type.run(spec, {
        signal: abort.signal,
        timeoutMilliseconds,
        now: () => clock.now(),
        egress,
        commands,
        userAgent,
      })
    } catch (error) {
      // A run returns its failures: what it throws is a defect of the check type.
      if (!abort.signal.aborted)
        log.error({ err: error, type: type.definition.type }, 'a check type has a defect')
      return abort.signal.aborted
        ? unhealthy(`did not end within ${formatDuration(timeoutMilliseconds)}`)
        : unknown('the check met a defect of Binnacle; the log of the server says more')
    }
  }
  try {
    const outcome = await Promise.race([run(), tooLong()])
    if (stopping.aborted) return undefined
    return toResult(redactOutcome(outcome, check.secrets), time, performance.now() - started)
  } finally {
    done.abort()
    stopping.removeEventListener('abort', stop)
  }
}
