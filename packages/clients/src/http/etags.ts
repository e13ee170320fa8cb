import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressResponse } from '@binnacle/egress'
import type { Json, RunContext } from '@binnacle/plugin-kit/core'
import { fetchSource, jsonOf, type SourceFailure, type SourceRequest } from './fetch.ts'

/** Most answers in the cache, and most bytes of one. */
const MOST_CACHED = 300
const LARGEST_CACHED = 524_288
const NOT_MODIFIED = 304

interface CachedAnswer {
  etag: string
  json: Json
  headers: EgressResponse['headers']
}

/** Answers of servers by request and account, those used last at the end. */
const answers = new Map<string, CachedAnswer>()

/** Only the account that got an answer may see it again. */
function keyOf({ url, headers }: SourceRequest): string {
  const proof = headers?.['authorization'] ?? ''
  return createHash('sha256')
    .update(JSON.stringify([url, proof]))
    .digest('base64')
}

function keep(key: string, answer: CachedAnswer): void {
  answers.delete(key)
  answers.set(key, answer)
  for (const oldest of answers.keys()) {
    if (answers.size <= MOST_CACHED) break
    answers.delete(oldest)
  }
}

/**
 * Asks for JSON that may be the same as the last time (RFC 9110, section 13.1.2), which many servers do not count as a
 * request.
 */
export async function fetchIfChanged(
  request: SourceRequest,
  context: RunContext,
): Promise<Result<Pick<CachedAnswer, 'json' | 'headers'>, SourceFailure>> {
  const key = keyOf(request)
  const known = answers.get(key)
  const answered = await fetchSource(
    known === undefined
      ? request
      : {
          ...request,
          accepts: [NOT_MODIFIED],
          headers: { ...request.headers, 'if-none-match': known.etag },
        },
    context,
  )
  if (!answered.ok) return answered
  const { status, headers, body } = answered.value
  if (status === NOT_MODIFIED && known !== undefined) {
    keep(key, known)
    return succeed(known)
  }
  const json = await jsonOf(answered.value, context)
  if (!json.ok) return fail({ message: json.failure, status })
  const found = { json: json.value, headers }
  const { etag } = headers
  if (etag !== undefined && body.length <= LARGEST_CACHED) keep(key, { ...found, etag })
  return succeed(found)
}
