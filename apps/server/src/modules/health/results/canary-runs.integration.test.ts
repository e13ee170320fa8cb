import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { recordMissedCanaryRuns } from './canary-runs.ts'

let app: TestApp
let admin: TestBrowser
let target: TestServer
beforeAll(async () => {
  target = await startHttpServer()
  app = await startTestApp()
  admin = await app.signedIn()
})
afterAll(() => target.stop())

interface TestCanary {
  id: string
  checks: string[]
}

let counter = 0

/** A canary whose checks run by hand only, each of which wants a status. */
async function make(statuses: Readonly<Record<string, number>>): Promise<TestCanary> {
  counter += 1
  const http = Object.entries(statuses).map(([name, code]) => ({
    name: `${name} ${counter}`,
    url: `http://127.0.0.1:${target.port}/status?code=${code}`,
  }))
  const { body } = await admin.send('POST', '/api/health/canaries', {
    body: { name: `runs ${counter}`, namespace: 'runs', spec: { http } },
  })
  const checks = await admin.send('GET', `/api/db/checks?canary_id=eq.${body.id}&select=id&order=name`)
  return { id: body.id, checks: checks.body.map(({ id }: { id: string }) => id) }
}

const run = async ({ checks }: TestCanary) => {
  for (const id of checks) expect((await admin.send('POST', `/api/canary/run/check/${id}`)).status).toBe(200)
}
const history = async ({ id }: TestCanary) =>
  (
    await admin.send(
      'GET',
      `/api/db/job_histories?resource_type.filter=canary&resource_id=eq.${id}&order=created_at.asc,id.asc`,
    )
  ).body
const statuses = async (canary: TestCanary) =>
  (await history(canary)).map(({ status }: { status: string }) => status)
const listed = async ({ id }: TestCanary) =>
  (await admin.send('GET', `/api/db/canaries_with_status?id=eq.${id}`)).body[0]

/** Changes what a check wants, as an editor does. */
async function want({ id }: TestCanary, code: number): Promise<void> {
  const { body } = await admin.send('GET', `/api/health/canaries/${id}`)
  const [check] = body.spec.http
  await admin.send('PUT', `/api/health/canaries/${id}`, {
    body: {
      name: body.name,
      namespace: body.namespace,
      spec: { http: [{ ...check, url: `http://127.0.0.1:${target.port}/status?code=${code}` }] },
    },
  })
}

describe('the runs of a canary', () => {
  test('are in its row of the list, with counts, errors and times [JOB-019]', async () => {
    const canary = await make({ good: 200, bad: 503 })
    expect(await listed(canary)).toMatchObject({
      job_name: null,
      job_status: null,
      job_time_start: null,
      job_hostname: null,
      agent: { name: 'local' },
    })
    await run(canary)
    expect(await listed(canary)).toMatchObject({
      job_name: 'Canary',
      job_success_count: 1,
      job_error_count: 1,
      job_details: { errors: [expect.stringMatching(/^http bad \d+: .*503/)] },
      job_hostname: expect.any(String),
      job_duration_millis: expect.any(Number),
      job_resource_type: 'canary',
      job_status: 'WARNING',
      job_time_start: expect.any(String),
      job_time_end: expect.any(String),
      job_created_at: expect.any(String),
      job_last_failed: expect.any(String),
      last_runtime: expect.any(String),
    })
  })

  test('leave a row in the job history when their status changes, and none in between [JOB-019]', async () => {
    const canary = await make({ only: 200 })
    for (let time = 0; time < 3; time += 1) await run(canary)
    expect(await history(canary)).toMatchObject([
      {
        name: 'Canary',
        agent: { name: 'local' },
        resource_name: `runs ${counter}`,
        status: 'SUCCESS',
        success_count: 1,
        error_count: 0,
        details: null,
        time_start: expect.any(String),
        duration_millis: expect.any(Number),
      },
    ])
    await want(canary, 500)
    for (let time = 0; time < 2; time += 1) await run(canary)
    expect(await statuses(canary)).toEqual(['SUCCESS', 'FAILED'])
    expect((await history(canary))[1]).toMatchObject({
      success_count: 0,
      error_count: 1,
      details: { errors: [expect.stringContaining('status 500')] },
    })
    await want(canary, 200)
    await run(canary)
    expect(await statuses(canary)).toEqual(['SUCCESS', 'FAILED', 'SUCCESS'])
    const names = await admin.send('GET', '/api/db/job_history_names?name=eq.Canary')
    expect(names.body).toEqual([{ name: 'Canary' }])
  })

  test('leave a row an hour while they fail, one a day otherwise, and only where they ran', async () => {
    const { pool } = app.database
    const failing = await make({ only: 500 })
    const healthy = await make({ only: 200 })
    for (const canary of [failing, healthy]) await run(canary)
    const age = (hours: number) =>
      pool.query(
        `update core.resource_job_status set recorded_at = now() - make_interval(hours => $1)
         where resource_id = any($2)`,
        [hours, [failing.id, healthy.id]],
      )
    const after = async (hours: number) => {
      await age(hours)
      await recordMissedCanaryRuns(pool, new Date())
      return [(await history(failing)).length, (await history(healthy)).length]
    }
    expect(await after(0)).toEqual([1, 1])
    expect(await after(2)).toEqual([2, 1])
    expect(await after(25)).toEqual([3, 2])
    await pool.query(
      `update core.check_state set last_runtime = now() - interval '3 days' where check_id = any($1)`,
      [[...failing.checks, ...healthy.checks]],
    )
    expect(await after(26)).toEqual([3, 2])
  })

  test('make up for what could not be written, and keep the newest of each status', async () => {
    const { pool } = app.database
    const canary = await make({ only: 500 })
    await run(canary)
    await pool.query('delete from core.job_history where resource_id = $1', [canary.id])
    await pool.query('delete from core.resource_job_status where resource_id = $1', [canary.id])
    expect(await listed(canary)).toMatchObject({ job_status: null })
    await recordMissedCanaryRuns(pool, new Date())
    expect(await statuses(canary)).toEqual(['FAILED'])
    expect(await listed(canary)).toMatchObject({ job_status: 'FAILED', job_error_count: 1 })
    await pool.query(
      `insert into core.job_history (name, resource_type, resource_id, status, time_start, created_at)
       select 'Canary', 'canary', $1, 'WARNING', now(), now() - make_interval(mins => n)
       from generate_series(1, 60) as n`,
      [canary.id],
    )
    await recordMissedCanaryRuns(pool, new Date())
    const left = await statuses(canary)
    expect([left.filter((status: string) => status === 'WARNING').length, left.at(-1)]).toEqual([
      50,
      'FAILED',
    ])
  })

  test('are the status of their canary within a second, also where no check turns', async () => {
    const canary = await make({ first: 200, second: 200 })
    await run(canary)
    const before = (await listed(canary)).job_time_end
    await run(canary)
    await until(async () => (await listed(canary)).job_time_end > before)
    expect(await statuses(canary)).toEqual(['SUCCESS'])
  })

  test('of canaries that are gone are in neither', async () => {
    const canary = await make({ only: 500 })
    await run(canary)
    await admin.send('DELETE', `/api/health/canaries/${canary.id}`)
    await app.database.pool.query('delete from core.job_history where resource_id = $1', [canary.id])
    await recordMissedCanaryRuns(app.database.pool, new Date())
    expect(await history(canary)).toEqual([])
    expect(await listed(canary)).toBeUndefined()
    const { rows } = await app.database.pool.query(
      'select from core.resource_job_status where resource_id = $1',
      [canary.id],
    )
    expect(rows).toEqual([])
  })
})
