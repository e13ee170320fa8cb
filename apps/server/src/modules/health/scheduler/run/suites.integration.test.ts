import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../../testing/app.ts'
import { until } from '../../../../testing/until.ts'

let app: TestApp
let browser: TestBrowser
let target: TestServer
/** Paths that answer; all others are 503. */
const well = new Set<string>()
const requests: string[] = []
beforeAll(async () => {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    response.writeHead(well.has(path) ? 200 : 503, { 'content-type': 'application/json' }).end('["one"]')
  })
  target = await listen(server, 0)
  app = await startTestApp()
  browser = await app.signedIn()
})
afterAll(() => target.stop())
beforeEach(() => {
  well.clear()
  requests.length = 0
})

const http = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  url: `http://127.0.0.1:${target.port}/${name}`,
  ...more,
})

let canaries = 0

async function save(spec: Record<string, unknown>, id?: string): Promise<{ id: string; name: string }> {
  if (id === undefined) canaries += 1
  const body = { name: `canary-${canaries}`, labels: { team: 'web' }, spec }
  const answer =
    id === undefined
      ? await browser.send('POST', '/api/health/canaries', { body })
      : await browser.send('PUT', `/api/health/canaries/${id}`, { body })
  expect(answer.body.error ?? null).toBeNull()
  return { id: answer.body.id, name: body.name }
}

/** Runs a suite by hand. A saved one is decided at once, and runs one at a time. */
function runSuite(id: string) {
  return until(async () => {
    const { status, body } = await browser.send('POST', `/api/canary/run/check/${id}`)
    return status === 200 ? body : undefined
  })
}

/** The checks of a canary as the list shows them, by type and name. */
async function listed(canary: string): Promise<Map<string, { id: string; state: string; message: string }>> {
  const { body } = await browser.send('GET', `/api/canary/api/summary`)
  const checks: {
    id: string
    type: string
    name: string
    canary_name: string
    state: string
    message: string
  }[] = body.checks_summary
  return new Map(
    checks
      .filter((check) => check.canary_name === canary)
      .map((check) => [`${check.type} ${check.name}`, check]),
  )
}

async function suiteOf(canary: string) {
  const suite = (await listed(canary)).get(`junit ${canary}`)
  if (suite === undefined) throw new Error('no suite')
  return suite
}

describe('a canary with the result mode junit', () => {
  test('has a suite that follows its checks', async () => {
    well.add('/a').add('/b')
    const { name } = await save({
      schedule: '@every 365d',
      resultMode: 'junit',
      http: [http('a'), http('b')],
    })
    await until(async () => (await suiteOf(name)).message === '2 of 2 tests passed')
    expect((await suiteOf(name)).state).toBe('healthy')

    const { id } = await suiteOf(name)
    const detail = await browser.send('GET', `/api/health/checks/${id}`)
    expect(detail.body).toMatchObject({
      type: 'junit',
      name,
      labels: { team: 'web' },
      schedule: '@every 365d',
    })
    expect(new Date(detail.body.next_runtime).getTime()).toBeGreaterThan(
      new Date(detail.body.last_runtime).getTime(),
    )

    // Nobody runs the suite: its test turned.
    well.delete('/b')
    const b = (await listed(name)).get('http b')
    await browser.send('POST', `/api/canary/run/check/${b?.id}`)
    await until(async () => (await suiteOf(name)).state === 'unhealthy')
    expect((await suiteOf(name)).message).toBe('1 of 2 tests failed: b: status 503, expected 200 to 299')

    const history = await browser.send('GET', `/api/health/checks/${id}/statuses`)
    const [newest] = history.body.data
    const [suite, one] = await Promise.all(
      [id, (await listed(name)).get('http a')?.id].map((check) =>
        browser.send('GET', `/api/health/checks/${check}`),
      ),
    )
    expect([suite?.body.takes_scripts, one?.body.takes_scripts]).toEqual([false, true])
    const { results } = newest.details
    expect(results).toMatchObject({ passed: 1, failed: 1, skipped: 0, error: 0 })
    expect(results.suites).toMatchObject([
      {
        name,
        tests: [
          { name: 'a', classname: 'http', status: 'passed' },
          { name: 'b', classname: 'http', status: 'failed', error: 'status 503, expected 200 to 299' },
        ],
      },
    ])
    const together = results.suites[0].tests.reduce(
      (sum: number, one: { duration: number }) => sum + one.duration,
      0,
    )
    expect(results.duration).toBeCloseTo(together, 9)
    expect(newest.duration).toBeCloseTo(together * 1_000, 3)

    const metrics = await browser.send('GET', '/metrics')
    expect(metrics.body).toContain(
      `canary_check{key="${id}",type="junit",canary_name="${name}",canary_namespace="default",name="${name}"} 1`,
    )
  })

  test('by hand runs its checks first, each after those that it depends on', async () => {
    well.add('/base').add('/next')
    const { name } = await save({
      resultMode: 'junit',
      http: [http('next', { dependsOn: ['base'] }), http('base')],
    })
    const { id, state } = await suiteOf(name)
    expect(state).toBe('unknown')
    expect(requests).toEqual([])
    expect(await runSuite(id)).toMatchObject({ pass: true, message: '2 of 2 tests passed' })
    expect(requests).toEqual(['/base', '/next'])

    // Without a schedule every result of a check counts, also one that says the same.
    const next = (await listed(name)).get('http next')
    const before = await browser.send('GET', `/api/health/checks/${id}/statuses`)
    await browser.send('POST', `/api/canary/run/check/${next?.id}`)
    await until(async () => {
      const after = await browser.send('GET', `/api/health/checks/${id}/statuses`)
      return after.body.data.length > before.body.data.length
    })
  })

  test('counts what a transform gives, and fails by no test of which nothing is known', async () => {
    well.add('/list').add('/odd')
    const given = (pass: boolean) => ({
      transform: { expr: `[{"name": "given", "pass": ${pass}}].toJSON()` },
    })
    const odd = http('odd', { transform: { expr: '1' } })
    const { id: canary, name } = await save({ resultMode: 'junit', http: [http('list', given(true)), odd] })
    const { id } = await suiteOf(name)
    const first = await runSuite(id)
    expect(first).toMatchObject({
      state: 'unknown',
      error: expect.stringMatching(/^1 of 3 tests could not be evaluated: odd: the transform failed: /),
      details: { results: { passed: 2, error: 1 } },
    })
    await save({ resultMode: 'junit', http: [http('list', given(false)), odd] }, canary)
    expect(await runSuite(id)).toMatchObject({
      state: 'unhealthy',
      error: '1 of 3 tests failed: given: the transform says that it failed',
    })
  })

  test('has none any more when it says no result mode', async () => {
    well.add('/a')
    const spec = { http: [http('a')], junit: [] }
    const { id, name } = await save({ ...spec, resultMode: 'junit' })
    expect([...(await listed(name)).keys()].toSorted()).toEqual(['http a', `junit ${name}`])
    const suite = await suiteOf(name)
    await save(spec, id)
    expect([...(await listed(name)).keys()]).toEqual(['http a'])
    // It comes back with its history.
    await save({ ...spec, resultMode: 'junit' }, id)
    expect((await suiteOf(name)).id).toBe(suite.id)
  })

  test('leaves a check its name, and cannot be depended on', async () => {
    canaries += 1
    const body = {
      name: 'taken',
      spec: {
        resultMode: 'junit',
        junit: [{ name: 'taken', testResults: '/nowhere' }],
        http: [http('a', { dependsOn: ['taken suite'] })],
      },
    }
    const refused = await browser.send('POST', '/api/health/canaries', { body })
    expect(refused.body.error).toContain('no check of this canary is named "taken suite"')
    await browser.send('POST', '/api/health/canaries', {
      body: { ...body, spec: { ...body.spec, http: [http('a')] } },
    })
    expect([...(await listed('taken')).keys()].toSorted()).toEqual([
      'http a',
      'junit taken',
      'junit taken suite',
    ])
  })
})
