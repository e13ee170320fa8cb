import type { Answer } from '../../testing/app.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareDashboard, type Sample } from './testing.ts'

const { app, browser, addRuns, createCanary, list, cards, pivot } = await prepareDashboard()

describe('figures', () => {
  const plain = { duration: 100 }

  /** A separate canary, so that other tests see nothing of it. */
  async function createRuns(
    name: string,
    runs: Readonly<Record<string, readonly (readonly [minutesAgo: number, Parameters<typeof addRuns>[2]])[]>>,
  ): Promise<string> {
    const samples = Object.keys(runs).map((check) => ({ name: check, state: 'healthy' as const }))
    const id = await createCanary(name, name, {}, samples)
    const { rows } = await app.database.pool.query<{ id: string; name: string }>(
      'select id, name from core.checks where canary_id = $1',
      [id],
    )
    for (const check of rows)
      for (const [minutesAgo, results] of runs[check.name] ?? []) await addRuns(check.id, minutesAgo, results)
    return id
  }

  const remove = (id: string) => browser.send('DELETE', `/api/health/canaries/${id}`)
  const DAY = 24 * 60

  test('are those of the range, in the table, its groups, the cards and the pivot table', async () => {
    const id = await createRuns('range', {
      aging: [
        [0, { passed: 10, duration: 100 }],
        [3 * 60, { failed: 10, duration: 500 }],
        [5 * DAY, { passed: 20, duration: 1_000 }],
        [40 * DAY, { failed: 40, duration: 4_000 }],
      ],
    })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const wanted = [
      [{}, [10, 0], 100, 100],
      [{ timeRange: '1h' }, [10, 0], 100, 100],
      [{ timeRange: '6h' }, [10, 10], 300, 500],
      [{ timeRange: '1d' }, [10, 10], 300, 500],
      [{ timeRange: '1w' }, [30, 10], 650, 1_000],
      [{ timeRange: '3mo' }, [30, 50], 2_325, 4_000],
      [{ from: ago(4 * 60), to: ago(2 * 60) }, [0, 10], 500, 500],
    ] as const
    for (const [range, [passed, failed], mean, p95] of wanted) {
      const parameters = { tab: 'range', ...range }
      const { rows, groups } = await list(parameters)
      const [card] = (await cards(parameters)).cards
      const cell = (await pivot(parameters)).rows[0]?.cells[0]
      const uptimes = [rows[0]?.uptime, groups[0]?.uptime, card?.uptime, cell?.uptime]
      expect(uptimes.map((uptime) => [uptime?.passed, uptime?.failed])).toEqual(
        uptimes.map(() => [passed, failed]),
      )
      const means = [rows[0]?.latency.rolling1h, groups[0]?.latency, card?.latency, cell?.latency]
      expect(means).toEqual(means.map(() => mean))
      expect(Math.abs((rows[0]?.latency.p95 ?? 0) / p95 - 1)).toBeLessThanOrEqual(0.05)
    }
    await remove(id)
  })

  test('are the same as those of the chart of the check, where both are read from rollups', async () => {
    const id = await createRuns('chart', {
      long: [0, 50, 190, 200, 500, 2_000, 7_000, 20_000].map((ago, index) => [
        ago,
        { passed: index + 1, failed: index, duration: 10 * 2 ** index },
      ]),
    })
    for (const timeRange of ['3h', '6h', '12h', '1d', '3d', '1w', '1mo']) {
      const [row] = (await list({ tab: 'chart', timeRange })).rows
      const { body } = await browser.send('GET', `/api/canary/api/graph?check=${row?.id}&since=${timeRange}`)
      expect([timeRange, body.uptime.passed, body.uptime.failed]).toEqual([
        timeRange,
        row?.uptime.passed,
        row?.uptime.failed,
      ])
      expect([body.latency.p50, body.latency.p99]).toEqual([row?.latency.p50, row?.latency.p99])
      const sum = (key: string) =>
        body.status.reduce((total: number, point: Answer['body']) => total + point[key], 0)
      expect([timeRange, sum('passed'), sum('failed')]).toEqual([
        timeRange,
        body.uptime.passed,
        body.uptime.failed,
      ])
    }
    await remove(id)
  })

  test('sort by latency and uptime, with what has none behind both ways, and every check on one page', async () => {
    const id = await createRuns('order', {
      // The mean of the first is above the second's, and its p95 is below.
      steady: [[0, { passed: 100, duration: 300 }]],
      spiky: [
        [0, { passed: 90, failed: 0, duration: 10 }],
        [0, { failed: 10, duration: 900 }],
      ],
      quick: [[0, { passed: 10, duration: 20 }]],
      same: [[0, { passed: 10, duration: 20 }]],
      never: [],
      'always unknown': [[0, { unknown: 10 }]],
      'long ago': [[300, { passed: 10, duration: 5_000 }]],
    })
    const without = ['always unknown', 'long ago', 'never']
    for (const [query, expected] of [
      [{ sortBy: 'latency', sortOrder: 'asc' }, ['quick', 'same', 'steady', 'spiky', ...without]],
      [{ sortBy: 'latency', sortOrder: 'desc' }, ['spiky', 'steady', 'quick', 'same', ...without]],
      [{ sortBy: 'uptime', sortOrder: 'asc' }, ['spiky', 'quick', 'same', 'steady', ...without]],
    ] as const) {
      const parameters = { ...query, groupBy: 'none', tab: 'order' }
      const found = await list(parameters)
      expect(found.rows.map(({ name }) => name)).toEqual(expected)
      const paged: string[] = []
      for (let page = 0; page < 4; page += 1)
        paged.push(
          ...(await list({ ...parameters, pageSize: '2', pageIndex: String(page) })).rows.map(
            ({ name }) => name,
          ),
        )
      expect(paged).toEqual(expected)
      expect((await list({ ...parameters, groupBy: 'canary_name' })).rows.map(({ name }) => name)).toEqual(
        expected,
      )
    }
    const [last] = (await list({ sortBy: 'latency', groupBy: 'none', tab: 'order' })).rows.slice(-1)
    expect(last?.latency).toMatchObject({ p50: null, p95: null, rolling1h: null })
    await remove(id)
  })

  test('are the same whether rollups are read check by check or by their time', async () => {
    const runs = Object.fromEntries(
      Array.from({ length: 250 }, (_, number) => [
        `check ${number}`,
        [
          [0, { ...plain, passed: number, failed: 1 }],
          [30, { ...plain, passed: 1, failed: number }],
        ] as const,
      ]),
    )
    const id = await createRuns('many', runs)
    await app.database.pool.query('analyze core.check_state')
    const parameters = { sortBy: 'uptime', groupBy: 'none', pageSize: '1000' }
    const all = (await list({ ...parameters })).rows.filter(({ namespace }) => namespace === 'many')
    // Few of all are looked up one by one.
    for (const part of ['check 1', 'check 24'])
      for (const row of (await list({ ...parameters, query: part, tab: 'many' })).rows)
        expect(all.find((other) => other.id === row.id)).toMatchObject({
          uptime: row.uptime,
          latency: row.latency,
        })
    expect(all).toHaveLength(250)
    const { uptime } = (await cards({ tab: 'many' })).cards[0] ?? {}
    const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)
    expect(uptime).toEqual({
      passed: sum(all.map((row) => row.uptime.passed)),
      failed: sum(all.map((row) => row.uptime.failed)),
    })
    await remove(id)
  })

  test('a range that ends before it begins, or has a name that there is not, is refused', async () => {
    const refused = ['timeRange=moon', 'from=soon', 'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z']
    for (const path of ['checks', 'cards', 'pivot'])
      for (const query of refused)
        expect((await browser.send('GET', `/api/health/${path}?${query}`)).status).toBe(400)
  })
})

describe('what burns first', () => {
  const place = 'burning'
  beforeAll(async () => {
    const bad = (name: string): Sample => ({ name, state: 'unhealthy' })
    const good = (name: string): Sample => ({ name, state: 'healthy' })
    await createCanary('a well', place, {}, [good('a1')])
    await createCanary('b half', place, {}, [bad('b1'), good('b2')])
    await createCanary('c third', place, {}, [bad('c1'), good('c2'), good('c3')])
    await createCanary('d severe third', place, {}, [bad('d1'), good('d2'), good('d3')])
    await createCanary('e all', place, {}, [bad('e1')])
    await createCanary('f all for long', place, {}, [bad('f1')])
    await createCanary('g unknown', place, {}, [{ name: 'g1', state: 'unknown' }])
    const { pool } = app.database
    await pool.query(`update core.checks set severity = 'critical' where namespace = $1 and name = 'd1'`, [
      place,
    ])
    await pool.query(
      `update core.check_state set last_transition_time =
         now() - case name when 'f1' then interval '2 days' when 'c1' then interval '1 day' else interval '1 hour' end
       from core.checks where checks.id = check_id and namespace = $1`,
      [place],
    )
  })

  test.each(['true', 'false'])(
    'is a group of which all fail, then severity, share and age; hiding what passes changes nothing: %s',
    async (hidePassing) => {
      const { groups } = await list({ tab: place, hidePassing })
      expect(groups.map(({ name }) => name)).toEqual([
        'f all for long',
        'e all',
        'd severe third',
        'b half',
        'c third',
        'g unknown',
        ...(hidePassing === 'true' ? [] : ['a well']),
      ])
    },
  )

  test('is, of single checks, the severe one, then what fails for longest', async () => {
    const { rows } = await list({ tab: place, groupBy: 'none', hidePassing: 'true' })
    expect(rows.map(({ name }) => name)).toEqual(['d1', 'f1', 'c1', 'b1', 'e1', 'g1'])
    const longest = await list({ tab: place, groupBy: 'none', sortBy: 'failing_since' })
    expect(longest.rows.slice(0, 2).map(({ name }) => name)).toEqual(['f1', 'c1'])
  })

  test('is, by failures, what failed most often', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `select id from core.checks where namespace = $1 and name = any ($2) order by name`,
      [place, ['b1', 'e1']],
    )
    await addRuns(rows[0]?.id, 0, { passed: 10, failed: 2, duration: 5 })
    await addRuns(rows[1]?.id, 0, { passed: 0, failed: 7, duration: 5 })
    const most = await list({ tab: place, groupBy: 'none', sortBy: 'failures', sortOrder: 'desc' })
    expect(most.rows.slice(0, 2).map(({ name }) => name)).toEqual(['e1', 'b1'])
  })
})
