import { startJsonServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { problemsForTest, runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'
import { answers } from './targets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startJsonServer(answers)
})
afterAll(() => server.stop())

const query = '{ "query": { "term": { "user.id": "kimchy" } } }'
const runSearch = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, { url: `http://127.0.0.1:${server.port}`, query, ...spec }, options)

test('the number of hits must be exactly the one wanted, and the hits are kept', async () => {
  expect(await runSearch({ index: 'my-index-000001', results: 2 })).toMatchObject({
    state: 'healthy',
    message: 'found 2',
    details: {
      results: { hits: { total: { value: 2, relation: 'eq' }, hits: [{ _id: '0' }, { _id: '1' }] } },
      code: 200,
    },
  })
  expect(await runSearch({ index: 'my-index-000001', results: 3 })).toMatchObject({
    state: 'unhealthy',
    error: 'found 2, expected 3',
  })
})

test('none is wanted where nothing is said', async () => {
  expect(await runSearch({ index: 'none' })).toMatchObject({ state: 'healthy', message: 'found 0' })
  expect(await runSearch({ index: 'tweets' })).toMatchObject({ error: 'found 14, expected 0' })
})

test('a total of older versions is read', async () => {
  expect(await runSearch({ index: 'tweets', results: 14 })).toMatchObject({ state: 'healthy' })
})

test.each([
  ['many', 10_000, 'found at least 10000, expected 10000'],
  ['slow', 0, 'the search ran out of time, having found 0'],
  ['halved', 0, '1 of 2 shards failed'],
  ['missing', 0, 'status 404, expected 200 to 299: index_not_found_exception: no such index [missing]'],
])('what proves nothing is unhealthy: %s', async (index, results, error) => {
  expect(await runSearch({ index, results })).toMatchObject({ state: 'unhealthy', error })
})

test('names of indices cannot lead elsewhere', async () => {
  expect(await runSearch({ index: '../tweets', results: 14 })).toMatchObject({
    error: expect.stringContaining('status 404'),
  })
})

test('url, index and query are required, and the query is JSON [SPEC-019]', () => {
  const problems = (spec: Record<string, unknown>) => problemsForTest(check, spec)
  expect(problems({}).toSorted()).toEqual([
    'index: This field is required',
    'query: This field is required',
    'url: This field is required',
  ])
  expect(problems({ url: 'http://a', index: 'x', query: '[]' })).toEqual(['query: a query is a JSON object'])
  expect(problems({ url: 'http://a', index: 'x', query: '{' })[0]).toMatch(/^query: not JSON: /)
})

test('what policy forbids is unknown', async () => {
  expect(
    await runSearch({ url: 'http://127.0.0.1:1', index: 'x' }, { deny: new Set(['loopback']) }),
  ).toMatchObject({ state: 'unknown' })
})
