import type { z } from 'zod/mini'
import { failureOfAnswer, failureOfFetch, RequestFailure } from './failure.ts'

/** A request may take this long; runs of checks by hand are the longest. */
const TIMEOUT_MILLISECONDS = 60_000

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
}

async function send(path: string, { method = 'GET', body, signal }: RequestOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
  try {
    return await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (error) {
    // Who gave up a request wants to know nothing of it.
    if (signal?.aborted === true) throw error
    throw failureOfFetch(error, navigator.onLine)
  }
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
 * @throws RequestFailure with the words for the person
 */
export async function request<Answer>(
  path: string,
  schema: z.ZodMiniType<Answer>,
  options: RequestOptions = {},
): Promise<Answer> {
  const response = await send(path, options)
  const body = await readJson(response)
  if (!response.ok) throw failureOfAnswer(response.status, body)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new RequestFailure('The server answered in a way that this page does not understand. Reload it.', {
    status: response.status,
    body,
  })
}
