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
