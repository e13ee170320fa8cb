import { startJsonServer } from '@binnacle/plugin-kit/servers'
import { contextForTest, logQueryForTest, searchLogsForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { searchAnswer } from '../search-targets.ts'
import { searchQueryOf } from '../search-run.ts'
import { open } from './run.ts'
import { logs } from './spec.ts'

const begin = Date.UTC(2026, 10, 23, 10)

test('documents become lines, and their fields labels', async () => {
  const server = await startJsonServer({ '/logs-shop/_search': { status: 200, body: searchAnswer } })
  const found = await searchLogsForTest(logs, open, {
    url: `http://127.0.0.1:${server.port}`,
    index: 'logs-shop',
  })
  await server.stop()
  expect(found).toEqual({
    ok: true,
    value: {
      lines: [
        {
          id: 'logs-shop/0',
          time: begin,
          message: 'card refused',
          labels: { 'log.level': 'error', 'service.name': 'shop', index: 'logs-shop' },
        },
      ],
      isWhole: true,
      notes: [],
      total: 1,
    },
  })
})

test('words and labels are values of the query, whatever they contain', () => {
  const spec = logs.schema.parse({ url: 'http://a', index: 'x', keywordSuffix: '.keyword' })
  const query = logQueryForTest({ query: 'card -"a \\" b" pod=web-1', target: { labels: { app: 'shop' } } })
  expect(searchQueryOf(spec, query)).toMatchObject({
    bool: {
      filter: [
        { range: { '@timestamp': { lte: '2100-01-01T00:00:00.000Z' } } },
        { match_phrase: { message: 'card' } },
        { bool: { should: [{ term: { 'app.keyword': 'shop' } }, { match_phrase: { app: 'shop' } }] } },
        { bool: { should: [{ term: { 'pod.keyword': 'web-1' } }, {}] } },
      ],
      must_not: [{ match_phrase: { message: 'a " b' } }],
    },
  })
})

test('lines are counted by the index', async () => {
  const buckets = [
    { key: begin, doc_count: 2 },
    { key: begin + 2_000, doc_count: 5 },
  ]
  const server = await startJsonServer({
    '/x/_search': { status: 200, body: { hits: { hits: [] }, aggregations: { lines: { buckets } } } },
  })
  const source = await open(
    logs.schema.parse({ url: `http://127.0.0.1:${server.port}`, index: 'x' }),
    contextForTest(),
  )
  const query = logQueryForTest({ from: new Date(begin), to: new Date(begin + 4_000) })
  const counted = await source.histogram?.(query, 4)
  await server.stop()
  expect(counted).toEqual({ ok: true, value: [2, 0, 5, 0] })
})

test.each([
  [{ ...searchAnswer, timed_out: true }, 'the search ran out of time, so lines are missing'],
  [{ ...searchAnswer, _shards: { total: 2, failed: 1 } }, '1 of 2 shards failed, so lines are missing'],
])('an answer that is not whole says so', async (body, note) => {
  const server = await startJsonServer({ '/x/_search': { status: 200, body } })
  const found = await searchLogsForTest(logs, open, { url: `http://127.0.0.1:${server.port}`, index: 'x' })
  await server.stop()
  expect(found).toMatchObject({ ok: true, value: { isWhole: false, notes: [note] } })
})
