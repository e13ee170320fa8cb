import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type RunContext, secretText } from '@binnacle/plugin-kit/core'
import { matchesFilter, type OpenLogs, timeOfLine } from '@binnacle/plugin-kit/logs'
import type { {{Type}}Spec } from './spec.ts'

const LARGEST_TEXT = 8_388_608

async function readText({ url, token }: {{Type}}Spec, context: RunContext): Promise<Result<string, string>> {
  const secret = secretText(token)
  const answered = await context.egress.request({
    url,
    headers: {
      'user-agent': context.userAgent,
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
    signal: context.signal,
    maxRedirects: 5,
    maxBodyBytes: LARGEST_TEXT,
  })
  if (!answered.ok) return fail(answered.failure.message)
  const { status, body, truncated } = answered.value
  if (status !== 200) return fail(`status ${status}, expected 200`)
  return truncated ? fail(`the text has more than ${LARGEST_TEXT} bytes`) : succeed(body.toString('utf8'))
}

// A search gets its world through the context: connections through `egress`, time through `now`, the end through `signal`.
// It returns lines in the direction that was asked for, at most as many as the limit, and in words why it cannot.
export const open: OpenLogs<{{Type}}Spec> = (spec, context) => ({
  async search({ filter, from, to, limit, direction }) {
    const text = await readText(spec, context)
    if (!text.ok) return text
    const lines = text.value.split('\n').flatMap((message, index) => {
      const time = timeOfLine(message, to.getTime())
      const line = { id: String(index), time: time ?? 0, message, labels: {} }
      const isWanted = time !== undefined && time >= from.getTime() && time <= to.getTime()
      return isWanted && matchesFilter(filter, line) ? [line] : []
    })
    const ordered = direction === 'backward' ? lines.toReversed() : lines
    return succeed({ lines: ordered.slice(0, limit), isWhole: true, notes: [] })
  },
})
