import { PROGRAM_START_MILLISECONDS, startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { matchersOf, run } from './run.ts'
import { alertmanagerUrl, check } from './spec.ts'
import { missing, startAlertmanager } from './targets.ts'

const runAlertmanager = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

test('the address may be called url or host, and is demanded once', () => {
  const parse = (spec: Record<string, unknown>) => check.schema.safeParse({ name: 'x', ...spec })
  const complaints = (spec: Record<string, unknown>) =>
    parse(spec).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(alertmanagerUrl(check.schema.parse({ name: 'x', host: 'http://a' }))).toBe('http://a')
  expect(complaints({})).toEqual(['url: This field is required'])
  expect(complaints({ url: 'http://a', host: 'http://a' })).toEqual(['url: give either "url" or "host"'])
})

test('matchers are quoted', () => {
  const spec = check.schema.parse({ name: 'x', url: 'http://a', filters: { path: String.raw`C:\"x"` } })
  expect(matchersOf(spec)).toEqual([String.raw`path=~"C:\\\"x\""`])
})

describe.skipIf(missing !== undefined)('an Alertmanager', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startAlertmanager()
    const alert = (labels: Record<string, string>, annotations: Record<string, string> = {}) => ({
      labels,
      annotations,
    })
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([
        alert({ alertname: 'ShopSlow', severity: 'warning' }, { summary: 'Slow', description: 'It is slow' }),
        alert({ alertname: 'ShopDown', severity: 'critical' }, { message: 'It is down', summary: 'Down' }),
        alert({ alertname: 'BankDown', severity: 'critical' }),
        alert({ node: 'one', severity: 'none' }),
      ]),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }, PROGRAM_START_MILLISECONDS)
  afterAll(() => server.stop())

  const resultsShape = z.object({
    alerts: z.array(z.looseObject({ name: z.string(), message: z.string() })),
    count: z.number(),
  })
  const found = async (spec: Record<string, unknown>) => {
    const outcome = await runAlertmanager({ url: `http://127.0.0.1:${server.port}`, ...spec })
    expect(outcome).toMatchObject({ state: 'healthy' })
    return resultsShape.parse(outcome.details?.['results']).alerts
  }
  const names = async (spec: Record<string, unknown>) =>
    (await found(spec)).map(({ name }) => name).toSorted()

  test('gives its alerts with the name and the message that say most', async () => {
    const alerts = await found({})
    expect(alerts.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { name: 'BankDown', message: '' },
      { name: 'one', message: '' },
      { name: 'ShopDown', message: 'It is down', labels: { severity: 'critical' } },
      {
        name: 'ShopSlow',
        message: 'It is slow',
        annotations: { summary: 'Slow' },
        state: expect.any(String),
      },
    ])
  })

  test.each([
    [{ alerts: ['Shop.*'] }, ['ShopDown', 'ShopSlow']],
    [{ alerts: ['Shop'] }, []],
    [{ alerts: ['ShopSlow', 'BankDown'] }, ['BankDown', 'ShopSlow']],
    [{ ignore: ['Shop.*'] }, ['BankDown', 'one']],
    [{ filters: { severity: 'crit.*|none' } }, ['BankDown', 'ShopDown', 'one']],
    [{ exclude_filters: { severity: 'critical' } }, ['ShopSlow', 'one']],
    [{ alerts: ['.*Down'], ignore: ['Bank.*'], filters: { severity: 'critical' } }, ['ShopDown']],
  ])('%j finds %j', async (spec, expected) => {
    expect(await names(spec)).toEqual(expected)
  })

  test('that cannot read a pattern is unhealthy, in its words', async () => {
    const outcome = await runAlertmanager({ url: `http://127.0.0.1:${server.port}`, alerts: ['('] })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/^status 400, expected 200 to 299: .*missing closing/)
  })
})

test('another server is unhealthy, one that policy forbids unknown', async () => {
  const other = await startHttpServer()
  const outcome = await runAlertmanager({ url: `http://127.0.0.1:${other.port}` })
  await other.stop()
  expect(outcome).toMatchObject({ state: 'unhealthy', error: 'status 404, expected 200 to 299: not found' })
  expect(await runAlertmanager({ url: 'http://127.0.0.1:1' }, { deny: new Set(['loopback']) })).toMatchObject(
    {
      state: 'unknown',
    },
  )
})
