import type { Problem } from '@binnacle/contract/core'
import * as z from 'zod/mini'

/** Texts for failures that the server does not explain, as the specification words them. */
export const failureTexts = {
  timeout: 'Request timed out. Please try again.',
  network: 'Network Error. Please try again.',
  offline: 'No internet connection. Please try again.',
  other: 'An error occurred',
} as const

/** A failed request. Its message is meant for the person who waited. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly problems: readonly Problem[]
  readonly requestId: string | undefined
  /** The unparsed body, for callers that know more of its shape. */
  readonly body: unknown

  constructor(
    message: string,
    details: { status?: number; problems?: Problem[]; requestId?: string; body?: unknown } = {},
  ) {
    super(message)
    this.status = details.status ?? 0
    this.problems = details.problems ?? []
    this.requestId = details.requestId
    this.body = details.body
  }
}

const problemList = z.array(
  z.object({
    path: z.string(),
    message: z.string(),
    // Where it is in a text, so that an editor marks the line.
    line: z.exactOptional(z.int()),
    column: z.exactOptional(z.int()),
  }),
)

const errorShape = z.object({
  error: z.catch(z.optional(z.string()), undefined),
  message: z.catch(z.optional(z.string()), undefined),
  requestId: z.catch(z.optional(z.string()), undefined),
  problems: z.catch(z.optional(problemList), undefined),
  /** Where the data service says which fields are wrong. */
  details: z.catch(z.optional(problemList), undefined),
})

/** Converts an answer with an error status to a failure. */
export function failureOfAnswer(status: number, body: unknown): RequestFailure {
  const answer = errorShape.safeParse(body).data ?? {}
  const text = [answer.error, answer.message].find((candidate) => candidate !== undefined && candidate !== '')
  const problems = answer.problems ?? answer.details
  return new RequestFailure(text ?? failureTexts.other, {
    status,
    body,
    ...(answer.requestId === undefined ? {} : { requestId: answer.requestId }),
    ...(problems === undefined ? {} : { problems }),
  })
}

/** Converts an exception of `fetch` to a failure. @param online whether the browser is online */
export function failureOfFetch(error: unknown, online: boolean): RequestFailure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError') return new RequestFailure(failureTexts.timeout)
  return new RequestFailure(online ? failureTexts.network : failureTexts.offline)
}
