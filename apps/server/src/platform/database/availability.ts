import type { Pool } from 'pg'
import { type Clock, endsWithin } from '../clock.ts'

/** Whether the database answers, asked by everything that cannot wait for it. */
export interface Availability {
  /** Asks the database; those who ask at the same time share one question. @returns false after 1.5 s without an answer */
  answers(): Promise<boolean>
}

/** Milliseconds that the database has to answer the simplest statement, a free connection included. */
const LIMIT_MILLISECONDS = 1_500

/**
 * Makes the part that asks whether the database answers.
 * @param report told why, when it does not
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
      // A question that hangs stays the only one: each holds a connection, or a place in the queue for one.
      question ??= ask().finally(() => (question = undefined))
      const asked = question
      if (await endsWithin(clock, LIMIT_MILLISECONDS, asked)) return asked
      report(`no answer within ${LIMIT_MILLISECONDS} ms`)
      return false
    },
  }
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])
/** What the driver and its pool say when there is no connection; these errors have no code. */
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

/**
 * Whether an error says that the database is away: it does not run, starts, or stops (SQLSTATE classes 08 and 57P), or
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
