import { PROGRAM_START_MILLISECONDS, startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'
import { missing, startPrometheus } from './targets.ts'

const runPrometheus = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

describe.skipIf(missing !== undefined)('a Prometheus server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startPrometheus()
  }, PROGRAM_START_MILLISECONDS)
  afterAll(() => server.stop())
  const ask = (query: string, spec: Record<string, unknown> = {}) =>
    runPrometheus({ url: `http://127.0.0.1:${server.port}/`, query, ...spec })

  test('gives series with labels and values', async () => {
    const series = (shop: string, value: number) =>
      `label_replace(vector(${value}), "shop", "${shop}", "", "")`
    expect(await ask(`sort_desc(${series('one', 1.5)} or ${series('two', -3)})`)).toMatchObject({
      state: 'healthy',
      message: '2 results',
      details: {
        results: [
          { shop: 'one', value: 1.5 },
          { shop: 'two', value: -3 },
        ],
        count: 2,
        value: 1.5,
        firstResult: { shop: 'one', value: 1.5 },
        code: 200,
      },
    })
  })

  test.each([
    ['a scalar', '6 * 7', 42],
    ['a text', '"hello"', 'hello'],
    ['what is no number', 'vector(0 / 0)', 'NaN'],
    ['a range', 'vector(7)[1m:30s]', 7],
  ])('gives %s', async (_what, query, value) => {
    expect(await ask(query)).toMatchObject({
      state: 'healthy',
      details: { value },
      message: `value ${value}`,
    })
  })

  test('that finds nothing is healthy', async () => {
    expect(await ask('vector(1) > 2')).toMatchObject({
      state: 'healthy',
      message: 'no results',
      details: { results: [], value: null },
    })
  })

  test('that cannot read the query is unhealthy, in its words', async () => {
    const outcome = await ask('sum(')
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/^the query failed: bad_data: .*parse error/)
    expect(outcome.details).toMatchObject({ code: 400, content: expect.stringContaining('bad_data') })
  })

  test('that wants a user is told one, below its path', async () => {
    // The hash of "test" that the guide "Securing Prometheus API and UI endpoints using basic auth" gives.
    const locked = await startPrometheus(
      'basic_auth_users:\n  admin: $2b$12$hNf2lSsxfm0.i4a.1kVpSOVyBCfIB51VRjgBUyv6kdnyTlgWj81Ay\n',
      '/metrics/',
    )
    const url = `http://127.0.0.1:${locked.port}/metrics/`
    const right = await runPrometheus({ url, query: '1', username: 'admin', password: { value: 'test' } })
    const wrong = await runPrometheus({
      url,
      query: '1',
      authentication: { username: { value: 'admin' }, password: { value: 'wr0ng-password' } },
    })
    await locked.stop()
    expect(right).toMatchObject({ state: 'healthy' })
    expect(wrong).toMatchObject({
      state: 'unhealthy',
      error: 'status 401, expected 200 to 299: Unauthorized',
      details: { code: 401 },
    })
    expect(JSON.stringify(wrong)).not.toContain('wr0ng-password')
  })
})

test('another server is unhealthy, one that policy forbids unknown', async () => {
  const other = await startHttpServer()
  const at = (path: string) => runPrometheus({ url: `http://127.0.0.1:${other.port}${path}`, query: '1' })
  const text = await at('/')
  const json = await at('/echo')
  await other.stop()
  expect(text).toMatchObject({ state: 'unhealthy', error: 'status 404, expected 200 to 299: not found' })
  expect(json).toMatchObject({ state: 'unhealthy' })
  expect(
    await runPrometheus({ url: 'http://127.0.0.1:1', query: '1' }, { deny: new Set(['loopback']) }),
  ).toMatchObject({ state: 'unknown' })
})

test('the name that other clients use for the address is refused', () => {
  const parsed = check.schema.safeParse({ name: 'x', host: 'http://127.0.0.1:9090', query: '1' })
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    'Unrecognized key: "host"',
    'This field is required',
  ])
})
