import type { ErrorCode, Problem } from '@binnacle/contract/core'

/** A failed request with a message for its sender. `errorAnswer` converts it to a response. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly code: ErrorCode
  readonly problems: readonly Problem[]

  constructor(code: ErrorCode, message: string, problems: readonly Problem[] = []) {
    super(message)
    this.code = code
    this.problems = problems
  }
}

/** A request that is refused because of one of its fields. @param path of the field */
export function fieldError(path: string, message: string): RequestError {
  return new RequestError('EINVALID', message, [{ path, message }])
}

/**
 * A request that failed because of another system, such as a log backend. Its thrower has written that to the log, once for
 * all requests that meet it.
 */
export class LoggedFailure extends RequestError {
  override name = 'LoggedFailure'

  constructor(message: string) {
    super('EUNAVAILABLE', message)
  }
}
