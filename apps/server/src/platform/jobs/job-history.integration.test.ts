import { job as jobShape } from '@binnacle/contract/jobs'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from '../../app.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { newId } from '../ids.ts'
import type { OpenModule } from '../module.ts'
import { defineJob } from './index.ts'

let app: TestApp
let admin: TestBrowser
let release = Promise.withResolvers<void>()

/** An area with a job that goes on until it is told to end, and one that nobody can start by hand. */
const tides: OpenModule = () => ({
  name: 'tides',
  jobs: [
    defineJob({
      name: 'MeasureTides',
      lane: 'events',
      cron: '0 0 1 1 *',
      record: true,
      manual: { description: 'Measures the tides.', cost: 'It takes a while.' },
      async run({ log }) {
        log.info('high water')
        await release.promise
        return { success: 2, errors: [] }
      },
    }),
    defineJob({
      name: 'AnnounceTides',
      lane: 'events',
      record: true,
      run: async () => ({ success: 1, errors: [] }),
    }),
  ],
})

const resource = newId()
beforeAll(async () => {
  app = await startTestApp({ modules: [...modules, tides] })
  admin = await app.signedIn()
  // Others than those of the product itself, whose runs come and go.
  await app.database.pool.query(
    `insert into core.job_history
       (name, status, resource_type, resource_id, resource_name, success_count, error_count, details, time_start,
        time_end, duration_millis, created_at)
     select 'Old' || n % 3, case n % 4 when 0 then 'FAILED' when 1 then 'SUCCESS' when 2 then 'WARNING' else 'STOPPED' end,
       case when n % 2 = 0 then 'canary' else 'topology' end, case when n = 7 then $1::uuid end, 'thing ' || n, n, 0,
       '{"errors": ["no"]}', time, time, n * 1000, time
     from generate_series(1, 300) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 hour' as time) as at`,
    [resource],
  )
})

const histories = (query: string, headers: Record<string, string> = {}) =>
  admin.send('GET', `/api/db/job_histories?${query}`, { headers })

describe('the job history', () => {
  test('is read in pages with its total, newest first [JOB-021, JOB-023]', async () => {
    const old = 'name=like.Old*'
    const page = await histories(`select=*&limit=150&offset=150&${old}&order=created_at.desc`, {
      prefer: 'count=exact',
    })
    expect(page.status).toBe(206)
    expect(page.headers.get('content-range')).toBe('150-299/300')
    expect(page.body[0].resource_name).toBe('thing 150')
    // Without an order the newest come first, too.
    const first = await histories(`select=resource_name&limit=1&${old}`)
    expect(first.body).toEqual([{ resource_name: 'thing 300' }])
    const slowest = await histories(`select=duration_millis&limit=1&${old}&order=duration_millis.desc`)
    expect(slowest.body).toEqual([{ duration_millis: 300_000 }])
  })

  test('has the fields of the specification [JOB-019]', async () => {
    const { body } = await histories(`resource_id=eq.${resource}`)
    expect(body).toMatchObject([
      {
        id: expect.any(String),
        name: 'Old1',
        agent: { id: expect.any(String), name: 'local' },
        resource_id: resource,
        resource_type: 'topology',
        resource_name: 'thing 7',
        status: 'STOPPED',
        time_start: expect.any(String),
        duration_millis: 7_000,
        success_count: 7,
        error_count: 0,
        created_at: expect.any(String),
        details: { errors: ['no'] },
      },
    ])
  })

  test('is filtered by resource, name, status, duration and time [JOB-022]', async () => {
    const count = async (query: string) =>
      (await histories(`select=id&name=like.Old*&${query}`, { prefer: 'count=exact' })).headers
        .get('content-range')
        ?.split('/')[1]
    expect(await count('resource_type=eq.canary')).toBe('150')
    expect(await count(`resource_id=eq.${resource}`)).toBe('1')
    expect(await count('name=in.(Old1,Old2)')).toBe('200')
    expect(await count('name=not.in.(Old1)')).toBe('200')
    expect(await count('status=not.in.(SUCCESS)')).toBe('225')
    expect(await count('duration_millis=gte.290000')).toBe('11')
    expect(await count('and=(created_at.gte.2026-01-01T02:00:00Z,created_at.lt.2026-01-01T05:00:00Z)')).toBe(
      '3',
    )
  })

  test('names each job once, in order [JOB-020, JOB-024]', async () => {
    const { status, body } = await admin.send('GET', '/api/db/job_history_names?order=name.asc')
    expect(status).toBe(200)
    const names = z
      .array(z.object({ name: z.string() }))
      .parse(body)
      .map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Old0', 'Old1', 'Old2']))
    expect(names).toEqual([...new Set(names)].toSorted())
  })
})

describe('a job that is run by hand', () => {
  const run = (browser: TestBrowser, name: string) => browser.send('POST', `/api/jobs/${name}/run`)
  const runOf = (queueId: number) =>
    until(async () => {
      const { body } = await histories(`queue_id=eq.${queueId}`)
      return z.array(z.looseObject({ id: z.string(), status: z.string() })).parse(body)[0]
    })

  test('is listed with what it does, what it costs and when it runs by itself', async () => {
    const { body } = await admin.send('GET', '/api/jobs')
    const jobs = z.array(jobShape).parse(body)
    expect(jobs.find(({ name }) => name === 'MeasureTides')).toEqual({
      name: 'MeasureTides',
      schedule: '0 0 1 1 *',
      next_run_at: expect.stringMatching(/-01-01T00:00:00.000Z$/),
      manual: { description: 'Measures the tides.', cost: 'It takes a while.' },
    })
    expect(jobs.find(({ name }) => name === 'AnnounceTides')).toMatchObject({ schedule: null, manual: null })
    expect(jobs.map(({ name }) => name)).toContain('MaintainPartitions')
    // Nobody schedules or starts these.
    expect(jobs.map(({ name }) => name)).not.toContain('SendMail')
  })

  test('runs at once, is in the audit log, and is refused while it runs', async () => {
    const { body, status } = await run(admin, 'MeasureTides')
    expect(status).toBe(200)
    const begun = await runOf(body.queue_id)
    expect(begun).toMatchObject({ name: 'MeasureTides', status: 'RUNNING' })
    expect(await run(admin, 'MeasureTides')).toMatchObject({
      status: 409,
      body: { error: 'MeasureTides is running already' },
    })
    await until(async () => (await runOf(body.queue_id))['has_log'] === true)
    const lines = await admin.send('GET', `/api/db/job_logs?run_id=eq.${begun.id}&order=number`)
    expect(lines.body).toMatchObject([{ number: 1, level: 'info', message: 'high water' }])
    release.resolve()
    await until(async () => (await runOf(body.queue_id)).status === 'SUCCESS')
    const { rows } = await app.database.pool.query(
      `select actor, resource, resource_name, after from core.audit_log where action = 'run'`,
    )
    expect(rows).toEqual([
      {
        actor: 'admin@example.com',
        resource: 'job_histories',
        resource_name: 'MeasureTides',
        after: { queue_id: body.queue_id },
      },
    ])
    release = Promise.withResolvers()
  })

  test('is refused for a job that does not exist or that people cannot start', async () => {
    expect(await run(admin, 'NoSuchJob')).toMatchObject({ status: 404 })
    expect(await run(admin, 'SendMail')).toMatchObject({ status: 404 })
    expect(await run(admin, 'AnnounceTides')).toMatchObject({ status: 422 })
  })

  test.each([
    ['editor', 200],
    ['commander', 403],
    ['responder', 403],
    ['viewer', 403],
  ] as const)('is for those who may: %s gets %i', async (role, status) => {
    const { browser } = await app.person(`${role}@example.com`, [role])
    expect((await browser.send('GET', '/api/jobs')).status).toBe(200)
    const answer = await run(browser, 'CleanUpJobs')
    expect(answer.status).toBe(status)
    if (status === 200) await until(async () => (await runOf(answer.body.queue_id)).status === 'SUCCESS')
  })

  test('and its history are closed while the feature is disabled', async () => {
    await admin.send('POST', '/api/db/properties', {
      body: { name: 'settings.job_history.disable', value: 'true' },
    })
    await until(async () => (await admin.send('GET', '/api/jobs')).status === 404)
    expect((await run(admin, 'CleanUpJobs')).status).toBe(404)
    for (const relation of ['job_histories', 'job_history_names', 'job_logs'])
      expect((await admin.send('GET', `/api/db/${relation}`)).status).toBe(404)
    await admin.send('DELETE', '/api/db/properties?name=eq.settings.job_history.disable')
    await until(async () => (await admin.send('GET', '/api/jobs')).status === 200)
  })
})
