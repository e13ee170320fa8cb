import { startJsonServer } from '@binnacle/plugin-kit/servers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { scraper } from './spec.ts'

test('every document of the list is an item; an answer that is no list is a fault', async () => {
  const server = await startJsonServer({
    '/items': { status: 200, body: [{ name: 'shop' }, { name: 'till' }] },
    '/one': { status: 200, body: { name: 'shop' } },
  })
  const url = `http://127.0.0.1:${server.port}`
  const items = await scrapeForTest(scraper, run, { url: `${url}/items` })
  const one = await scrapeForTest(scraper, run, { url: `${url}/one` })
  await server.stop()
  expect(items).toEqual([
    { kind: 'item', config: { name: 'shop' } },
    { kind: 'item', config: { name: 'till' } },
  ])
  expect(one).toEqual([{ kind: 'fault', message: 'the answer is no list' }])
})
