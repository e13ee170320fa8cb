import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressResponse } from '@binnacle/egress'
import type { Json, RunContext } from '@binnacle/plugin-kit/core'
import { fetchSource, jsonOf, type SourceFailure, type SourceRequest } from './fetch.ts'

/** Answers that are kept, and most bytes of one that is. */
const MOST_KEPT = 300
const LARGEST_KEPT = 524_288
const NOT_MODIFIED = 304

interface Kept {
  etag: string
  json: Json
  headers: EgressResponse['headers']
}

/** Answers of servers by request and account, those used last at the end. */
const kept = new Map<string, Kept>()

/** What sees an answer must have shown the same account. */
function keyOf({ url, headers }: SourceRequest): string {
  const proof = headers?.['authorization'] ?? ''
  return createHash('sha256')
    .update(JSON.stringify([url, proof]))
    .digest('base64')
}

function keep(key: string, answer: Kept): void {
  kept.delete(key)
  kept.set(key, answer)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
}

/**
 * Asks for JSON that may be the same as the last time (RFC 9110, section 13.1.2), which many servers do not count as a
 * request.
 */
export async function fetchIfChanged(
  request: SourceRequest,
  context: RunContext,
): Promise<Result<Pick<Kept, 'json' | 'headers'>, SourceFailure>> {
  const key = keyOf(request)
  const known = kept.get(key)
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
  if (etag !== undefined && body.length <= LARGEST_KEPT) keep(key, { ...found, etag })
  return succeed(found)
}
