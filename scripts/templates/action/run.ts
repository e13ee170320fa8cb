import type { RunAction } from '@binnacle/plugin-kit/actions'
import { secretText } from '@binnacle/plugin-kit/core'
import type { {{Type}}Spec } from './spec.ts'

const LARGEST_ANSWER = 65_536

// A run gets its world through the context: the way out through `egress`, the end through `signal`. Templates of its spec
// are filled already. It returns a value for every failure; a later action sees the result.
export const run: RunAction<{{Type}}Spec> = async ({ url, body = '', token }, context) => {
  const { egress, key, log, signal, userAgent } = context
  const secret = secretText(token)
  const answered = await egress.request({
    url,
    method: 'POST',
    headers: {
      'user-agent': userAgent,
      'idempotency-key': key,
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
    body,
    signal,
    maxRedirects: 0,
    maxBodyBytes: LARGEST_ANSWER,
  })
  if (!answered.ok) return { state: 'failed', result: {}, error: answered.failure.message }
  const { status, body: answer } = answered.value
  log(`the server answered with status ${status}`)
  const result = { status, body: answer.toString('utf8') }
  return status >= 200 && status < 300
    ? { state: 'completed', result }
    : { state: 'failed', result, error: `status ${status}, expected 200 to 299` }
}
