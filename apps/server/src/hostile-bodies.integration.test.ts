import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { briefly, type HostileApp, NOBODY, startHostileApp, type Target } from './testing/hostile-app.ts'
import { type HostileBody, largest, nested, wide } from './testing/hostile-bodies.ts'
import { LONGEST_STRETCH, longestStretch, measureStretches } from './testing/stretches.ts'

const meter = measureStretches()
let hostile: HostileApp
beforeAll(async () => {
  hostile = await startHostileApp()
})
afterAll(() => {
  meter.stop()
  return hostile.stop()
})

/** Sends a request while nobody else sends one, and measures how long it keeps the server's thread at most. */
async function sendAlone(who: string, target: Target, body?: HostileBody) {
  let answer = { id: 0, status: 0, text: '' }
  const longest = await longestStretch(meter, async () => {
    answer = await hostile.send(who, target, body)
  })
  return { ...answer, longest }
}

test.each([
  ['nested', nested, [400], /nested deeper than \d+ levels/],
  ['wide', wide, [413], /more than \d+ values and keys|larger than 2 MiB/],
])(
  'a body that is too %s is refused before it is parsed, and keeps nobody waiting',
  { timeout: 240_000 },
  async (_what, bodies, statuses, reason) => {
    const wrong: unknown[][] = []
    for (const target of hostile.open())
      for (const body of bodies) {
        const answer = await sendAlone('admin', target, body)
        // A route that takes more values reads some of these, and refuses what they are.
        const isRead = target.isWide === true && answer.status === 400
        const isRefused = isRead || (statuses.includes(answer.status) && reason.test(answer.text))
        if (!isRefused || answer.longest > LONGEST_STRETCH)
          wrong.push([target.method, target.path, body.what, briefly(answer), answer.longest])
      }
    expect(wrong).toEqual([])
  },
)

test('the largest bodies that are read keep nobody waiting', { timeout: 240_000 }, async () => {
  const wrong: unknown[][] = []
  // The first of each is compiled meanwhile.
  for (const target of hostile.open())
    await hostile.send('admin', target, { what: 'warm', bytes: Buffer.from('{}') })
  for (const target of hostile.open())
    for (const body of largest) {
      const answer = await sendAlone('admin', target, body)
      if (answer.status >= 500 || answer.status === 0 || answer.longest > LONGEST_STRETCH)
        wrong.push([target.method, target.path, body.what, briefly(answer), answer.longest])
    }
  expect(wrong).toEqual([])
})

test('a field that is nested too deep is named', async () => {
  const { status, body } = await (
    await hostile.app.signedIn()
  ).send('POST', '/api/db/saved_query', {
    body: `{"name":"deep","query":"q","columns":${'['.repeat(7_000)}${']'.repeat(7_000)}}`,
  })
  const message = 'columns: The JSON is nested deeper than 64 levels'
  expect({ status, body }).toMatchObject({ status: 400, body: { message, details: [{ path: 'columns' }] } })
})

describe('forms', () => {
  const flow = { method: 'POST', path: `/kratos/self-service/login?flow=${NOBODY}` }

  test('in other media types are bounded too', async () => {
    const urlencoded = 'application/x-www-form-urlencoded'
    const many = { what: 'many fields', bytes: Buffer.from('a=1&'.repeat(400_000)) }
    const cells = { what: 'many cells', bytes: Buffer.from(`name,query\n${'a,b\n'.repeat(400_000)}`) }
    const saved = { method: 'POST', path: '/api/db/saved_query' }
    for (const [target, body] of [
      [{ ...flow, type: urlencoded }, many],
      [{ ...saved, type: urlencoded }, many],
      [{ ...saved, type: 'text/csv' }, cells],
    ] as const) {
      const answer = await sendAlone('admin', target, body)
      expect([answer.status, answer.longest < LONGEST_STRETCH]).toEqual([413, true])
    }
  })
})

describe('what comes in the address and the headers', () => {
  const read = '/api/db/checks'
  test.each<[string, string, Record<string, string>, number[]]>([
    ['many parameters', `${read}?${'a&'.repeat(6_000)}`, {}, [400]],
    ['many filters', `${read}?${'name=eq.1&'.repeat(1_500)}`, {}, [200]],
    ['nested logic', `${read}?and=${'(or'.repeat(4_000)}(name.eq.1${')'.repeat(4_000)}`, {}, [400]],
    ['deep embeds', `${read}?select=${'canaries('.repeat(1_500)}id${')'.repeat(1_500)}`, {}, [400]],
    ['many columns', `${read}?select=${'id,'.repeat(5_000)}id`, {}, [200, 400]],
    ['an address that is too long', `${read}?${'a=b&'.repeat(10_000)}`, {}, [431]],
    ['many preferences', read, { prefer: 'count=exact,'.repeat(1_000) }, [200]],
    ['many ranges', read, { range: '0-1,'.repeat(3_000) }, [200, 206, 400, 416]],
    ['many media types', read, { accept: 'text/x;q=0.1,'.repeat(1_000) }, [406]],
    ['many cookies', read, { cookie: 'a=b; '.repeat(3_000) }, [401]],
    ['many forwarders', read, { 'x-forwarded-for': '10.0.0.1,'.repeat(1_500) }, [200]],
    ['many headers', read, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${n}`, '1'])), [431]],
    ['many query fields', `/api/health/checks?${'name=a&'.repeat(2_000)}`, {}, [200, 400]],
  ])('%s keep nobody waiting', async (_what, path, headers, statuses) => {
    const answer = await sendAlone('admin', { method: 'GET', path, headers })
    expect(statuses).toContain(answer.status)
    expect(answer.longest).toBeLessThan(LONGEST_STRETCH)
  })
})
