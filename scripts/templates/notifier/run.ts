import { fail, succeed } from '@binnacle/contract/core'
import type { RunNotifier } from '@binnacle/plugin-kit/notifiers'
import type { {{Type}}Spec } from './spec.ts'

const LARGEST_ANSWER = 65_536

// A run gets its world through the context: the way out through `egress`, the end through `signal`, whom to send as and
// where to from `connection`. It returns a value for every failure of the service; the sender tries again.
export const run: RunNotifier<{{Type}}Spec> = async ({ color }, { title, body }, context) => {
  const { connection, egress, key, signal, userAgent } = context
  const { url, password } = connection
  if (url === undefined) return fail({ message: 'the connection has no URL', isTemporary: false })
  const answered = await egress.request({
    url,
    method: 'POST',
    headers: {
      'user-agent': userAgent,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(password === undefined ? {} : { authorization: `Bearer ${password}` }),
    },
    body: JSON.stringify({ title, body, color }),
    signal,
    maxRedirects: 0,
    maxBodyBytes: LARGEST_ANSWER,
  })
  if (!answered.ok)
    return fail({ message: answered.failure.message, isTemporary: answered.failure.code !== 'denied' })
  const { status } = answered.value
  if (status >= 200 && status < 300) return succeed({})
  return fail({ message: `the server answered with status ${status}`, isTemporary: status >= 500 })
}
