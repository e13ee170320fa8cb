import type { Pool } from 'pg'
import { type Clock, endsWithin } from '../clock.ts'

/** Tells whether the database answers, for code that cannot wait for it. */
export interface Availability {
  /** Pings the database. Concurrent calls share one ping. @returns false after 1.5 s without an answer */
  answers(): Promise<boolean>
}

/** Longest time for a connection and an answer, in milliseconds. */
const LIMIT_MILLISECONDS = 1_500

/**
 * Creates the check of availability.
 * @param report called with the reason if the database does not answer
 */
export function createAvailability(pool: Pool, clock: Clock, report: (reason: string) => void): Availability {
  let question: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    try {
      await pool.query('select 1')
      return true
    } catch (error) {
      report(String(error))
      return false
    }
  }

  return {
    async answers() {
      // Only one ping at a time, because each occupies a connection or a place in the queue for one.
      question ??= ask().finally(() => (question = undefined))
      const ping = question
      if (await endsWithin(clock, LIMIT_MILLISECONDS, ping)) return ping
      report(`no answer within ${LIMIT_MILLISECONDS} ms`)
      return false
    },
  }
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])
/** Messages of the driver and its pool about a missing connection. These errors have no code. */
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

/**
 * Whether an error means that the database is away: it is not running, starting or stopping (SQLSTATE classes 08 and 57P), or
 * the connection was lost.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isConnect = 'syscall' in error && error.syscall === 'connect'
  return (
    networkCodes.has(code) ||
    (code === 'ENOENT' && isConnect) ||
    /^(?:08...|57P..)$/.test(code) ||
    driverMessages.some((message) => error.message.startsWith(message))
  )
}

/** Milliseconds between two attempts. */
const AGAIN_MILLISECONDS = 500

/**
 * Does work again and again while the database is away. The work must be the same however often it is done: its answer may
 * have been lost.
 * @param stopping ends the attempts; the last failure is thrown
 */
export async function untilDatabaseAnswers<Value>(
  clock: Clock,
  stopping: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (stopping.aborted || !isDatabaseAway(error)) throw error
      await clock.wait(AGAIN_MILLISECONDS, stopping)
    }
  }
}
