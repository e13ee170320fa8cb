import { startJsonServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'
import { answers } from './targets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startJsonServer(answers)
})
afterAll(() => server.stop())

const search = (index: string, results?: number) =>
  runForTest(check, run, { url: `http://127.0.0.1:${server.port}`, index, query: '{ "size": 1 }', results })

test('the number of hits must be exactly the one wanted, none where nothing is said', async () => {
  expect(await search('movies', 1)).toMatchObject({
    state: 'healthy',
    message: 'found 1',
    details: { results: { hits: { total: { value: 1 }, hits: [{ _id: '1' }] } } },
  })
  expect(await search('none')).toMatchObject({ state: 'healthy', message: 'found 0' })
  expect(await search('movies')).toMatchObject({ state: 'unhealthy', error: 'found 1, expected 0' })
})

test.each([
  ['many', 'found at least 10000, expected 10000'],
  [
    'closed',
    'status 403, expected 200 to 299: security_exception: no permissions for [indices:data/read/search] and User [name=monitor]',
  ],
  ['missing', 'status 404, expected 200 to 299: index_not_found_exception: no such index [missing]'],
])('what proves nothing is unhealthy, in the words of the server: %s', async (index, error) => {
  expect(await search(index, 10_000)).toMatchObject({ state: 'unhealthy', error })
})
