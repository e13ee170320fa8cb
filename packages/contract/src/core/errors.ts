/** Every error code the API answers with, and its HTTP status. */
export const errorStatus = {
  EINVALID: 400,
  EUNAUTHORIZED: 401,
  EFORBIDDEN: 403,
  /** The person must confirm their password and repeat the request, because it is sensitive. */
  EREAUTHENTICATE: 403,
  /** A role of the person requires a second factor that they have not set up. */
  ESECONDFACTOR: 403,
  ENOTFOUND: 404,
  /** The body arrived too slowly. */
  ETIMEOUT: 408,
  ECONFLICT: 409,
  EGONE: 410,
  ETOOLARGE: 413,
  EUNPROCESSABLE: 422,
  ERATELIMITED: 429,
  EINTERNAL: 500,
  ENOTIMPLEMENTED: 501,
  EUNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One problem with a request: `path` names the field, `line` and `column` (from 1) the position in a text. */
export interface Problem {
  path: string
  message: string
  line?: number
  column?: number
}

/** The body of every error answer. `error` is the text that a person reads. */
export interface ErrorBody {
  error: string
  code: ErrorCode
  problems?: Problem[]
  requestId?: string
}
