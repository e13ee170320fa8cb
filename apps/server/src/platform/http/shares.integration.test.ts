import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { readRows } from '../database/read.ts'
import type { OpenModule } from '../module.ts'
import { defineRoute } from './route.ts'
import { personShares } from './shares.ts'

const MIB = 1_048_576
let app: TestApp
let atOnce = 0
let mostAtOnce = 0

/** Routes as modules have them, whose answers and reads are as large and slow as a test wants. */
const openProbe: OpenModule = ({ pool }) => {
  const probe = (
    path: string,
    handle: () => Promise<unknown>,
    more: { streams?: boolean; work?: 'test' } = {},
  ) =>
    defineRoute({
      method: 'GET',
      path: `/probe/${path}`,
      summary: path,
      access: 'signed-in',
      answer: z.any(),
      handle,
      ...more,
    })
  const list = Array.from({ length: 18 }, () => 'x'.repeat(MIB))
  return {
    name: 'probe',
    routes: [
      probe('simple', async () => (await pool.query('select 1 as one')).rows),
      probe('slow-read', () => readRows(pool, 'select pg_sleep(2)', [])),
      probe('slow-statements', async () => {
        await pool.query('select pg_sleep(1)')
        return (await pool.query('select pg_sleep(1)')).rows
      }),
      probe('write', async () => {
        await pool.query(
          'create schema if not exists probe; create table if not exists probe.writes (id int)',
        )
        await pool.query('insert into probe.writes values (1)')
        await pool.query('select pg_sleep(0.7)')
        return (await pool.query('select id from probe.writes')).rows
      }),
      probe('large-answer', async () => ({ list })),
      probe('small-answer', async () => ({ list: list.slice(0, 15) })),
      probe('streamed-answer', async () => ({ list }), { streams: true }),
      probe('large-read', async () => {
        const { rows } = await pool.query(`select repeat('x', ${80 * MIB}) as text`)
        return rows.length
      }),
      probe('large-read-of-rows', () =>
        readRows(pool, `select repeat('x', ${MIB}) as text from generate_series(1, 80)`, []),
      ),
      probe(
        'test',
        async () => {
          atOnce += 1
          mostAtOnce = Math.max(mostAtOnce, atOnce)
          await sleep(50)
          atOnce -= 1
          return {}
        },
        { work: 'test' },
      ),
    ],
  }
}

beforeAll(async () => {
  app = await startTestApp({ moreModules: [openProbe] })
}, 120_000)

describe('an answer above 16 MiB', () => {
  test.each(['large-answer', 'large-read', 'large-read-of-rows'])('%s is refused in words', async (path) => {
    const { browser } = await app.person(`${path}@example.com`, ['viewer'])
    expect(await browser.send('GET', `/api/probe/${path}`)).toMatchObject({
      status: 413,
      body: {
        code: 'ETOOLARGE',
        error: 'The answer is larger than 16 MiB. Choose less with a filter, a page or a shorter time.',
      },
    })
    // The connection that was too full is replaced.
    expect((await browser.send('GET', '/api/probe/simple')).status).toBe(200)
  })

  test('is sent where a client needs all of it, and one below it everywhere', async () => {
    const admin = await app.signedIn()
    const { status, body } = await admin.send('GET', '/api/probe/streamed-answer')
    expect([status, body.list.length]).toEqual([200, 18])
    expect((await admin.send('GET', '/api/probe/small-answer')).status).toBe(200)
  })
})

describe('the share of a person', () => {
  test.each(['slow-read', 'slow-statements'])(
    'ten people with slow reads leave room for the simple requests of another: %s',
    { timeout: 120_000 },
    async (path) => {
      const people: TestBrowser[] = []
      for (let number = 0; number < 10; number += 1)
        people.push((await app.person(`${path}-${number}@example.com`, ['viewer'])).browser)
      const { browser: other } = await app.person(`beside-${path}@example.com`, ['viewer'])
      const slow = people.flatMap((browser) =>
        Array.from({ length: 8 }, () => browser.send('GET', `/api/probe/${path}`)),
      )
      const times: number[] = []
      for (let round = 0; round < 20; round += 1) {
        const started = performance.now()
        expect((await other.send('GET', '/api/probe/simple')).status).toBe(200)
        expect((await other.send('GET', '/api/db/teams?select=id')).status).toBe(200)
        times.push(performance.now() - started)
      }
      // 20 ms on a machine with nothing else to do. Without shares, each waits until the slow ones are done.
      expect(Math.max(...times)).toBeLessThan(4_000)
      const statuses = new Set((await Promise.all(slow)).map(({ status }) => status))
      expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
    },
  )

  test('a request that writes and takes long writes once', async () => {
    const { browser } = await app.person('writer@example.com', ['viewer'])
    const { status, body } = await browser.send('GET', '/api/probe/write')
    expect([status, body]).toEqual([200, [{ id: 1 }]])
  })

  test('tests and previews take turns, two at once', async () => {
    const { browser } = await app.person('tester@example.com', ['viewer'])
    await Promise.all(Array.from({ length: 6 }, () => browser.send('GET', '/api/probe/test')))
    expect(mostAtOnce).toBe(2)
  })

  test('requests wait for their turn, and too many are refused in words', { timeout: 60_000 }, async () => {
    const { browser } = await app.person('eager@example.com', ['viewer'])
    const answers = await Promise.all(
      Array.from({ length: personShares.requests + personShares.waiting + 40 }, () =>
        browser.send('GET', '/api/probe/test'),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.body).toMatchObject({ code: 'ERATELIMITED', error: /too many requests under way/ })
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(
      personShares.requests,
    )
    expect((await browser.send('GET', '/api/probe/simple')).status).toBe(200)
  })

  test(
    'of event streams: no more than there are, and each that ends leaves room',
    { timeout: 60_000 },
    async () => {
      const { browser } = await app.person('streams@example.com', ['viewer'])
      const { browser: other } = await app.person('reader@example.com', ['viewer'])
      const leave = new AbortController()
      const follow = (who: TestBrowser, signal?: AbortSignal) =>
        fetch(`${app.url}/api/live?topics=checks`, {
          headers: { cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(signal === undefined ? {} : { signal }),
        })
      const streams = await Promise.all(
        Array.from({ length: personShares.streams }, () => follow(browser, leave.signal)),
      )
      expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
      const refused = await follow(browser)
      expect(refused.status).toBe(429)
      expect(await refused.json()).toMatchObject({ error: /24 streams open already/ })
      const another = await follow(other)
      expect(another.status).toBe(200)
      await another.body?.cancel()
      leave.abort()
      await until(async () => {
        const again = await follow(browser)
        await again.body?.cancel()
        return again.status === 200
      })
    },
  )
})
