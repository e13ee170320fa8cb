import { type ConnectFailure, type Connection, createRedactor, redactDeep } from '@binnacle/egress'
import type { CertificateFacts, TlsSettings } from '@binnacle/egress'
import type { RunContext } from '../core/run-context.ts'
import { isRecord, type Json } from '../core/json.ts'
import { type CheckOutcome, unhealthy, unknown } from '../core/outcome.ts'
import { boundReceived, createMessageGuard, type MessageHead } from './bounded-socket.ts'

export { createMessageGuard, type MessageHead } from './bounded-socket.ts'

/** A server to talk to. */
export interface TalkTarget {
  host: string
  port: number
  /** For TLS from the first byte on. Leave it out for protocols that start TLS later. */
  tls?: TlsSettings
  /** Secret values that the schema does not mark, such as a password in an address. */
  secrets?: readonly string[]
  /** How messages of the server begin. With anything else the conversation ends. Default: anything is read. */
  messages?: MessageHead
}

/** A conversation with a server over a connection of egress. */
export interface Talk {
  connection: Connection
  /**
   * Starts a phase. The evidence has the time of each phase, and an error names the phase in which it happened.
   * @param phase such as `signing in`
   */
  enter: (phase: string) => void
  /** Evidence so far: address, milliseconds by phase, certificate. */
  details: () => Record<string, Json>
}

/** A failure that the server explains; thrown by the code that talks to it. */
export class TalkFailure extends Error {
  readonly details: Readonly<Record<string, Json>>

  constructor(message: string, details: Readonly<Record<string, Json>> = {}) {
    super(message)
    this.details = details
  }
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

/** Milliseconds by phase with one decimal. */
export function roundTimings(timings: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(timings).map(([phase, milliseconds]) => [phase, tenths(Number(milliseconds))]),
  )
}

/** The evidence of a certificate. */
export function certificateDetails(certificate: CertificateFacts | undefined): Record<string, Json> {
  return certificate === undefined ? {} : { certificate: { ...certificate } }
}

/** The outcome of a failed connection: unknown if policy denied it, because that says nothing about the target. */
export function connectionOutcome(failure: ConnectFailure): CheckOutcome {
  const { address, timings } = failure
  const details = {
    reason: failure.code,
    ...(address === undefined ? {} : { address }),
    ...(timings === undefined ? {} : { timings: roundTimings(timings) }),
    ...certificateDetails(failure.certificate),
  }
  const outcome = failure.code === 'denied' || failure.code === 'invalid-address' ? unknown : unhealthy
  return outcome(failure.message, { details })
}

/** The message of anything that was thrown; of an AggregateError, that of its first error. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}

/** The code of an error, such as ECONNRESET or that of a database, if it has one. */
export function errorCode(error: unknown): string | undefined {
  const code = isRecord(error) || error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined
}

/** Waits for a promise, or rejects when the signal aborts. The result of the promise is then ignored. */
export async function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new Error('aborted'))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    promise.catch(() => {})
    aborted.catch(() => {})
  }
}

/** Why a signal aborted. */
export function stopped(signal: AbortSignal): 'timed out' | 'stopped' {
  return signal.reason instanceof Error && signal.reason.name === 'TimeoutError' ? 'timed out' : 'stopped'
}

function isJsonRecord(value: unknown): value is Record<string, Json> {
  return isRecord(value)
}

/** Redacts values from all parts of an outcome. */
export function withoutSecrets(outcome: CheckOutcome, secrets: readonly string[]): CheckOutcome {
  if (secrets.length === 0) return outcome
  const cleaned = redactDeep(outcome, createRedactor(secrets))
  const details = isRecord(cleaned) ? cleaned['details'] : undefined
  const texts = isRecord(cleaned) ? { message: cleaned['message'], error: cleaned['error'] } : {}
  return {
    ...outcome,
    ...(typeof texts.message === 'string' ? { message: texts.message } : {}),
    ...(typeof texts.error === 'string' ? { error: texts.error } : {}),
    ...(isJsonRecord(details) ? { details } : {}),
  }
}

/**
 * Connects to a server through egress and lets `work` talk to it. The connection is closed when `work` ends or the run is
 * aborted, even while a driver waits.
 * @param work what it throws becomes an unhealthy outcome with the phase and the message of the server
 */
export async function talkTo(
  target: TalkTarget,
  context: RunContext,
  work: (talk: Talk) => Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  const started = performance.now()
  const name = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  const { signal } = context
  const connected = await context.egress.connect({
    host: target.host,
    port: target.port,
    signal,
    ...(target.tls === undefined ? {} : { tls: target.tls }),
  })
  if (!connected.ok)
    return { ...connectionOutcome(connected.failure), durationMilliseconds: performance.now() - started }
  const connection = connected.value
  const stopWatch = boundReceived(connection.socket, target.messages && createMessageGuard(target.messages))
  const spent: Record<string, number> = {}
  let phase = { name: '', since: performance.now() }
  const enter = (next: string) => {
    const now = performance.now()
    if (phase.name !== '') spent[phase.name] = (spent[phase.name] ?? 0) + now - phase.since
    phase = { name: next, since: now }
  }
  const details = (): Record<string, Json> => ({
    address: connection.address,
    timings: roundTimings({
      ...connection.timings,
      ...spent,
      ...(phase.name === '' ? {} : { [phase.name]: performance.now() - phase.since }),
    }),
    ...certificateDetails(connection.certificate),
  })
  const finish = (outcome: CheckOutcome): CheckOutcome =>
    withoutSecrets({ durationMilliseconds: performance.now() - started, ...outcome }, target.secrets ?? [])
  try {
    return finish(await orAbort(work({ connection, enter, details }), signal))
  } catch (error) {
    const during = phase.name === '' ? '' : ` while ${phase.name}`
    if (signal.aborted)
      return finish(unhealthy(`${name}: ${stopped(signal)}${during}`, { details: details() }))
    const reason = errorCode(error)
    return finish(
      unhealthy(`${name}: failed${during}: ${errorText(error)}`, {
        details: {
          ...details(),
          ...(reason === undefined ? {} : { reason }),
          ...(error instanceof TalkFailure ? error.details : {}),
        },
      }),
    )
  } finally {
    stopWatch()
    connection.socket.destroy()
  }
}
