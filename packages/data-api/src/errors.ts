import { DatabaseError } from 'pg'

/** The body of every error answer, as PostgREST writes it. */
export interface ErrorBody {
  code: string
  message: string
  details: unknown
  hint: string | null
}

/** A request that cannot be answered. Thrown inside the library and converted to an answer at its border. */
export class DataError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      details?: unknown
      hint?: string | undefined
      headers?: Readonly<Record<string, string>>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null }
    this.headers = more.headers ?? {}
  }
}

/** Statuses of whole SQLSTATE classes and of single states. Source: PostgREST 12, Errors, HTTP status codes. */
const statusOfState: ReadonlyMap<string, number> = new Map([
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53400', 500],
  ['53', 503],
  // A value too long for an index, too many columns or arguments: errors of the request, not of the server.
  ['54000', 400],
  ['54011', 400],
  ['54023', 400],
  ['54', 500],
  ['55', 500],
  ['57P01', 503],
  ['57014', 504],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['42501', 403],
  ['21000', 400],
])

function statusOf(state: string): number {
  const custom = /^PT([2-5]\d\d)$/.exec(state)
  if (custom !== null) return Number(custom[1])
  return statusOfState.get(state) ?? statusOfState.get(state.slice(0, 2)) ?? 400
}

/** Whether a failure made its connection unusable. A fatal error of PostgreSQL ends or refuses the connection. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseError) return error.severity === 'FATAL'
  return 'syscall' in error || error.message.startsWith('Connection terminated')
}

/** The error of a request whose answer is too large. */
export function answerTooLarge(bytes: number, cause?: unknown): DataError {
  return new DataError(413, '54000', `The answer is larger than ${bytes} bytes`, {
    hint: 'Ask for fewer rows, columns or embedded resources.',
    cause,
  })
}

/** Converts a failure of a connection or of connecting to an error answer. @returns undefined for any other failure */
function toConnectionError(error: unknown): DataError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message.startsWith('timeout exceeded'))
    return new DataError(504, 'PGRST003', 'Timed out acquiring connection from connection pool', {
      cause: error,
    })
  if (!breaksConnection(error)) return undefined
  return new DataError(503, 'PGRST000', 'Could not connect with the database', {
    hint: 'Try again in a moment.',
    cause: error,
  })
}

/** Converts a failure to an error answer. @returns undefined for our own defects, which tell a client nothing */
export function toDataError(error: unknown): DataError | undefined {
  if (error instanceof DataError) return error
  const broken = toConnectionError(error)
  if (broken !== undefined) return broken
  if (error instanceof DatabaseError && error.code !== undefined) {
    const raised = raisedAnswer(error)
    if (raised !== undefined) return raised
    return new DataError(statusOf(error.code), error.code, error.message, {
      details: error.detail,
      hint: error.hint,
      cause: error,
    })
  }
  return undefined
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Whether HTTP allows this status. */
function isStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status < 600
}

function areHeaders(value: unknown): boolean {
  if (!isRecord(value)) return value === undefined
  try {
    for (const [name, text] of Object.entries(value)) new Headers().set(name, String(text))
    return true
  } catch {
    return false
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads the answer that a function raises with `raise sqlstate 'PGRST'`: body in the message, status and headers in
 * the detail.
 */
function raisedAnswer(error: DatabaseError): DataError | undefined {
  if (error.code !== 'PGRST') return undefined
  const body = parseJson(error.message)
  const detail = parseJson(error.detail)
  if (
    !isRecord(body) ||
    !isRecord(detail) ||
    typeof body['code'] !== 'string' ||
    typeof body['message'] !== 'string' ||
    typeof detail['status'] !== 'number' ||
    !isStatus(detail['status']) ||
    !areHeaders(detail['headers'])
  )
    return new DataError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      details: 'The message needs "code" and "message", the detail "status" and "headers".',
      hint: 'DETAIL must be a JSON object with obligatory keys: "status", "headers" and optional key: "status_text".',
    })
  const headers = isRecord(detail['headers'])
    ? Object.fromEntries(Object.entries(detail['headers']).map(([name, value]) => [name, String(value)]))
    : {}
  return new DataError(detail['status'], body['code'], body['message'], {
    details: body['details'],
    hint: typeof body['hint'] === 'string' ? body['hint'] : undefined,
    headers,
  })
}
