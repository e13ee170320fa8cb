import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Json, parseBoundedJson, secretText } from '@binnacle/plugin-kit/core'
import type { RunScraper, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import type { {{Type}}Spec } from './spec.ts'

const LARGEST_LIST = 8_388_608

async function readList({ url, token }: {{Type}}Spec, context: ScrapeContext): Promise<Result<readonly Json[], string>> {
  const secret = secretText(token)
  const answered = await context.egress.request({
    url,
    method: 'GET',
    headers: {
      'user-agent': context.userAgent,
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
    signal: context.signal,
    maxRedirects: 5,
    maxBodyBytes: LARGEST_LIST,
  })
  if (!answered.ok) return fail(answered.failure.message)
  const { status, body, truncated } = answered.value
  if (status !== 200) return fail(`status ${status}, expected 200`)
  if (truncated) return fail(`the list has more than ${LARGEST_LIST} bytes`)
  const parsed = parseBoundedJson(body.toString('utf8'))
  if (!parsed.ok) return fail(`the list ${parsed.failure.message}`)
  return Array.isArray(parsed.value) ? succeed(parsed.value) : fail('the answer is no list')
}

// A run gets its world through the context: connections through `egress`, time through `now`, the end through `signal`.
// It yields what it finds as it finds it, and a fault for what it cannot read; an item says only what the source knows.
export const run: RunScraper<{{Type}}Spec> = async function* (spec, context) {
  const list = await readList(spec, context)
  if (!list.ok) {
    yield { kind: 'fault', message: list.failure }
    return
  }
  context.log(`the list has ${list.value.length} documents`)
  for (const config of list.value) yield { kind: 'item', config }
}
