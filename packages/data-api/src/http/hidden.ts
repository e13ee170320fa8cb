import { DatabaseError } from 'pg'
import type { Connections } from '../database.ts'
import { DataError, toDataError } from '../errors.ts'
import type { Authorized } from './authorize.ts'

/** What is wrong with a value, such as one that cannot be cast. */
const DATA_EXCEPTION = /^22/
/** A row that a constraint refuses. */
const VIOLATION = /^23/

/** Values that a request itself names are no news to its sender. */
function withoutValues(message: string, known: string): string {
  return message.replaceAll(/"([^"]*)"/g, (quoted, value: string) => (known.includes(value) ? quoted : '"…"'))
}

/** A failure of the database without values of rows, which may be hidden from the one who asks. */
function discreet(error: unknown, known: string): unknown {
  if (!(error instanceof DatabaseError)) return error
  const { code = '', message } = error
  const ofData = DATA_EXCEPTION.test(code)
  const shown = ofData || VIOLATION.test(code) ? toDataError(error) : undefined
  if (shown === undefined) return error
  const words = ofData ? withoutValues(message, known) : message
  return new DataError(shown.status, code, words, { cause: error })
}

/**
 * Connections whose failures tell no value of a row, where rows may be hidden.
 * @param known what the request says in its address
 */
export function discreetConnections(
  connections: Connections,
  authorized: Authorized,
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

/** States of rows whose key, or whose place, another row has. */
const taken = new Set(['23505', '23P01'])

/** Whether a write failed because another row, which may be hidden, is in its way. */
export function meetsAnother(error: unknown): boolean {
  return (
    (error instanceof DatabaseError && taken.has(error.code ?? '')) ||
    (error instanceof DataError && taken.has(error.body.code))
  )
}

/**
 * The one answer to rows that are not their sender's to write and to rows that meet another one, so that nobody finds
 * out which keys hidden rows have by writing where they may not.
 */
export function notWritten(cause?: unknown): DataError {
  return new DataError(
    409,
    '23505',
    'The rows were not written: one of them has the key of another row, or is not yours to write',
    { cause },
  )
}
