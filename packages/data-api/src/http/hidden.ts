import { DatabaseError } from 'pg'
import type { Connections } from '../database.ts'
import { DataError, toDataError } from '../errors.ts'
import { isAnswerTooLarge } from '../sql/bounded.ts'
import type { RunnableRequest } from './authorize.ts'

/** An invalid value, such as one that cannot be cast. */
const DATA_EXCEPTION = /^22/
/** A row that violates a constraint. */
const VIOLATION = /^23/

/** Removes values of rows from a message. Values from the request stay, because its sender knows them. */
function withoutValues(message: string, known: string): string {
  return message.replaceAll(/"([^"]*)"/g, (quoted, value: string) => (known.includes(value) ? quoted : '"…"'))
}

/** Removes values of rows, which may be hidden from the sender, from a failure of the database. */
function discreet(error: unknown, known: string): unknown {
  if (!(error instanceof DatabaseError) || isAnswerTooLarge(error)) return error
  const { code = '', message } = error
  const ofData = DATA_EXCEPTION.test(code)
  const shown = ofData || VIOLATION.test(code) ? toDataError(error) : undefined
  if (shown === undefined) return error
  const words = ofData ? withoutValues(message, known) : message
  return new DataError(shown.status, code, words, { cause: error })
}

/**
 * Wraps connections so that failures reveal no value of a row if rows may be hidden.
 * @param known values from the address of the request
 */
export function discreetConnections(
  connections: Connections,
  authorized: RunnableRequest,
  known: string,
): Connections {
  const guard = async <Result>(running: Promise<Result>): Promise<Result> => {
    try {
      return await running
    } catch (error) {
      throw authorized.restricted ? discreet(error, known) : error
    }
  }
  return {
    read: (query) => guard(connections.read(query)),
    transact: (work) => guard(connections.transact(work)),
  }
}

/** Errors of rows whose key, or whose place, another row already has. */
const taken = new Set(['23505', '23P01'])

/** Whether a write failed because of another row, which may be hidden. */
export function meetsAnother(error: unknown): boolean {
  return (
    (error instanceof DatabaseError && taken.has(error.code ?? '')) ||
    (error instanceof DataError && taken.has(error.body.code))
  )
}

/**
 * The same error for rows that the sender may not write and for rows that conflict with another one, so that nobody
 * can detect the keys of hidden rows by writing.
 */
export function notWritten(cause?: unknown): DataError {
  return new DataError(
    409,
    '23505',
    'The rows were not written: one of them has the key of another row, or is not yours to write',
    { cause },
  )
}
