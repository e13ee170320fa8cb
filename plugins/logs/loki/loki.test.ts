import { contextForTest, logQueryForTest, searchLogsForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logQlOf, open } from './run.ts'
import { logs } from './spec.ts'
import { type Loki, startLoki } from './testing.ts'

let loki: Loki
const begin = 1_700_000_000_000
beforeAll(async () => {
  loki = await startLoki()
  const shop = { service_name: 'shop', namespace: 'live', pod: 'shop-1' }
  loki.put(shop, begin, 'level=info started')
  loki.put(shop, begin + 1_000, 'ERROR card refused')
  loki.put(shop, begin + 2_000, '{"level":"warn","msg":"slow","took":7}')
  loki.put({ service_name: 'till', namespace: 'test' }, begin + 3_000, 'ERROR till')
})
afterAll(() => loki.stop())

const search = (spec: object, query = {}) => searchLogsForTest(logs, open, { url: loki.url, ...spec }, query)

test('lines have the labels of their stream and what their text says', async () => {
  const found = await search({ selector: '{service_name="shop"}' })
  expect(found).toMatchObject({
    ok: true,
    value: {
      lines: [
        { message: 'slow', time: begin + 2_000, labels: { level: 'warn', took: '7', pod: 'shop-1' } },
        { message: 'ERROR card refused', labels: { level: 'error', namespace: 'live' } },
        { message: 'level=info started' },
      ],
    },
  })
})

test('words are asked of Loki without case, labels of the selector are matchers, others are compared here', async () => {
  const target = { labels: { namespace: 'live' } }
  expect(await search({}, { target, query: 'error' })).toMatchObject({
    ok: true,
    value: { lines: [{ message: 'ERROR card refused' }] },
  })
  expect(await search({}, { query: 'level=warn' })).toMatchObject({
    ok: true,
    value: { lines: [{ message: 'slow' }] },
  })
  expect(logQlOf(logs.schema.parse({ url: loki.url }), logQueryForTest({ query: '"a.b" -c', target }))).toBe(
    String.raw`{namespace="live"} |~ "(?i)a\\.b" !~ "(?i)c"`,
  )
  expect(logQlOf(logs.schema.parse({ url: loki.url }), logQueryForTest())).toBe('{service_name=~".+"}')
})

test('a value of a label cannot leave its quotes', () => {
  const target = { labels: { app: 'a"} or {b="c' } }
  expect(logQlOf(logs.schema.parse({ url: loki.url }), logQueryForTest({ target }))).toBe(
    String.raw`{app="a\"} or {b=\"c"}`,
  )
})

test('lines are counted by Loki', async () => {
  const source = await open(logs.schema.parse({ url: loki.url }), contextForTest())
  const query = logQueryForTest({ from: new Date(begin - 1_000), to: new Date(begin + 3_000) })
  expect(await source.histogram?.(query, 4)).toEqual({ ok: true, value: [1, 1, 1, 1] })
})

test('what Loki refuses is said in its words', async () => {
  const failed = await search({ anyLabel: 'none', selector: '{not a matcher}' })
  expect(failed).toEqual({ ok: false, failure: expect.stringContaining('status 400') })
  expect(failed).toMatchObject({
    failure: expect.stringContaining('at least one regexp or equality matcher'),
  })
})
