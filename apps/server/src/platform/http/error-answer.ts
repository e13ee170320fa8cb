import { type ErrorBody, type ErrorCode, errorStatus } from '@binnacle/contract/core'
import { DatabaseError } from 'pg'
import { isDatabaseAway } from '../database/availability.ts'
import { RequestError } from '../errors.ts'

/** Creates the error of a request while the database does not answer. */
export function databaseAway(): RequestError {
  return new RequestError('EUNAVAILABLE', 'The database does not answer. Try again in a moment.')
}

/** What PostgreSQL says of the character U+0000 in a text and in JSON. */
const UNSTORABLE: ReadonlySet<string | undefined> = new Set(['22021', '22P05'])

/** Whether a text of a request has a character that no database stores. */
const isUnstorable = (error: unknown): boolean => error instanceof DatabaseError && UNSTORABLE.has(error.code)

/** Converts an error to body and status. Internal details go only into the log. */
export function errorAnswer(
  error: unknown,
  requestId: string,
): { status: (typeof errorStatus)[ErrorCode]; body: ErrorBody } {
  if (isDatabaseAway(error)) return errorAnswer(databaseAway(), requestId)
  if (isUnstorable(error))
    return errorAnswer(
      new RequestError('EINVALID', 'A text has the character U+0000, which cannot be stored. Leave it out.'),
      requestId,
    )
  if (!(error instanceof RequestError))
    return {
      status: 500,
      body: { error: 'Something went wrong on the server', code: 'EINTERNAL', requestId },
    }
  return {
    status: errorStatus[error.code],
    body: {
      error: error.message,
      code: error.code,
      requestId,
      ...(error.problems.length > 0 ? { problems: [...error.problems] } : {}),
    },
  }
}
