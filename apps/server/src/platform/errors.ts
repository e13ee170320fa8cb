import type { ErrorCode, Problem } from '@binnacle/contract'

/** A request that cannot be served, with the words that its sender reads. Mapped to an answer in one place. */
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
