import type { z } from 'zod/mini'
import { takeEarly } from './early.ts'
import { failureOfAnswer, failureOfFetch, RequestFailure } from './failure.ts'

/** Timeout of a request. Manual runs of checks take longest. */
const TIMEOUT_MILLISECONDS = 60_000

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
}

/** A change of the session that is under way, and how many there were. */
let change: Promise<unknown> | undefined
let changes = 0

/**
 * Sends what may replace the session, such as a new password. Requests that the old session can no longer answer wait for
 * the new one.
 */
export function changeSession<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  changes += 1
  const answer = send()
  const own = answer
    .catch(() => undefined)
    .finally(() => {
      if (change === own) change = undefined
    })
  change = own
  return answer
}

/**
 * Sends a request and returns its successful answer.
 * @param signal aborts the request when its caller no longer waits
 * @throws RequestFailure with a message for the person
 */
export async function sendRequest(
  address: RequestInfo | URL,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
  const isBetween = change !== undefined
  const before = changes
  let response: Response
  try {
    const early = init.method === 'GET' && typeof address === 'string' ? takeEarly(address) : undefined
    response = await (early ??
      fetch(address, {
        ...init,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      }))
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw failureOfFetch(error, navigator.onLine)
  }
  if (response.status === 401 && init.method === 'GET' && (isBetween || changes !== before)) {
    await change
    return sendRequest(address, init, signal)
  }
  if (!response.ok) throw failureOfAnswer(response.status, await readJson(response))
  return response
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Asks the server.
 * @param schema what the answer must look like
 * @throws RequestFailure with a message for the person
 */
export async function request<Answer>(
  path: string,
  schema: z.ZodMiniType<Answer>,
  { method = 'GET', body, signal }: RequestOptions = {},
): Promise<Answer> {
  const headers = {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await sendRequest(path, init, signal)
  const answer = await readJson(response)
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new RequestFailure('The server answered in a way that this page does not understand. Reload it.', {
    status: response.status,
    body: answer,
  })
}
