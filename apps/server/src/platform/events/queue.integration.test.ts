import type { QueuedEvent, QueuedEventDetails } from '@binnacle/contract/events'
import { beforeAll, describe, expect, test } from 'vitest'
import { modules } from '../../app.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'
import { defineConsumer } from './index.ts'

let app: TestApp
let admin: TestBrowser
let platform: Platform
let broken = true
let works = 0

const consumers = [
  defineConsumer({
    event: 'check.failed',
    name: 'throws',
    lane: 'events',
    attempts: 2,
    run: async () => {
      if (broken) throw new Error('the ticket system at https://ada:s3cret@tickets.test is away')
    },
  }),
  defineConsumer({
    event: 'check.failed',
    name: 'works',
    lane: 'events',
    run: async () => void (works += 1),
  }),
]

beforeAll(async () => {
  const openConsumers = (opened: Platform) => {
    platform = opened
    return { name: 'consumers of the test', consumers }
  }
  app = await startTestApp({ modules: [...modules, openConsumers] })
  admin = await app.signedIn()
})

const failure = () => ({
  checkId: newId(),
  canaryId: newId(),
  time: '2026-11-22T12:00:00.000Z',
  previous: 'healthy' as const,
})
const list = async (search: string): Promise<{ events: QueuedEvent[]; total: number; more: boolean }> =>
  (await admin.send('GET', `/api/event_queue?${search}`)).body
const untilState = (search: string, state: string) =>
  until(async () => {
    const { events } = await list(search)
    return events.length > 0 && events.every((event) => event.state === state) ? events : undefined
  })
/** The queue waits some seconds before it tries again; here the time is up at once. */
const letTimePass = () =>
  app.database.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null;
     select pg_notify('jobs:insert', '{"count": 1000}')`,
  )
const auditOf = async (action: string) => {
  const { rows } = await app.database.pool.query<Record<string, unknown>>(
    `select actor, resource_id, resource_name, after from core.audit_log
     where resource = 'event_queue' and action = $1 order by created_at desc`,
    [action],
  )
  return rows
}
/** Adds jobs whose consumer this release does not have. */
const addLeft = (count: number, name: string, payload: object = {}) =>
  app.database.pool.query(
    `select count(*) from graphile_worker.add_jobs(array(
       select row($1, $2::json, null, null, 3, null, null, null)::graphile_worker.job_spec
       from generate_series(1, $3::integer)
     ))`,
    [name, JSON.stringify(payload), count],
  )

describe('the event queue', () => {
  test('shows what a consumer that always throws leaves, from the first attempt to the dead letter, and retries it', async () => {
    broken = true
    works = 0
    await platform.events.emit(app.database.pool, 'check.failed', failure(), failure(), failure())
    const retrying = await untilState('name=check.failed&query=throws', 'retrying')
    expect(retrying).toHaveLength(3)
    expect(retrying[0]).toMatchObject({
      name: 'check.failed',
      consumer: 'throws',
      attempts: 1,
      most_attempts: 2,
      // What a URL in an error gives away is masked.
      error: 'the ticket system at https://***@tickets.test is away',
    })
    // It was masked before it was stored: a search does not find what nobody may read.
    const found = async (query: string) =>
      (await list(`name=check.failed&query=${encodeURIComponent(query)}`)).total
    expect(await found('error=*tickets.test*')).toBe(3)
    for (const query of ['error=*s3cret*', 'error=*ada:s*', 's3cret']) expect(await found(query)).toBe(0)
    const { created_at: created, last_failure: failed, next_attempt: next } = retrying[0] ?? {}
    const times = [created, failed, next].map((time) => Date.parse(time ?? ''))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    // Another consumer of the same events was not held back.
    expect(works).toBe(3)

    await letTimePass()
    const [dead] = await untilState('name=check.failed&query=throws', 'dead')
    expect(dead).toMatchObject({ attempts: 2, next_attempt: null })

    broken = false
    const one = await admin.send('POST', '/api/event_queue/retry', {
      body: { name: 'check.failed', id: dead?.id },
    })
    expect(one).toMatchObject({ status: 200, body: { events: 1 } })
    await until(async () => (await list('name=check.failed&query=throws')).total === 2)
    const all = await admin.send('POST', '/api/event_queue/retry', {
      body: { name: 'check.failed', state: 'dead' },
    })
    expect(all.body).toEqual({ events: 2 })
    await until(async () => (await list('name=check.failed')).total === 0)
    expect(await auditOf('retry')).toMatchObject([
      { actor: 'admin@example.com', resource_name: 'check.failed', after: { events: 2, state: 'dead' } },
      {
        resource_id: dead?.id,
        resource_name: 'check.failed/throws',
        after: { events: 1, attempts: 2, payload: { version: 1 } },
      },
    ])
  })

  test('shows a payload of an older version as a dead letter that says so', async () => {
    await addLeft(1, 'check.failed/works', {
      id: newId(),
      version: 0,
      time: '2025-01-01T00:00:00.000Z',
      payload: failure(),
    })
    const [dead] = await untilState('name=check.failed', 'dead')
    expect(dead?.error).toBe('the payload has version 0, this release consumes version 1')
    const found = await admin.send('GET', `/api/event_queue/${dead?.id}`)
    expect(found.body.payload).toMatchObject({ version: 0, payload: { previous: 'healthy' } })
    await admin.send('POST', '/api/event_queue/discard', {
      body: { name: 'check.failed', id: dead?.id, reason: 'older than the upgrade' },
    })
    expect((await admin.send('GET', `/api/event_queue/${dead?.id}`)).status).toBe(404)
  })

  test('is summed up by name [EVQ-003]', async () => {
    await addLeft(3, 'incident.opened/notify')
    await addLeft(1, 'incident.opened/rules')
    await app.database.pool.query(
      `update graphile_worker._private_jobs as jobs
       set attempts = 2, run_at = timestamptz '2100-01-01 00:00:30Z' + exp(2) * interval '1 second', last_error =
         case when id % 2 = 0 then 'no route' else 'refused' end
       from (select max(id) as last from graphile_worker._private_jobs) as newest
       where jobs.id between newest.last - 2 and newest.last`,
    )
    await app.database.pool.query(
      `update graphile_worker._private_jobs set last_error = 'refused' where last_error is not null
       and id = (select max(id) from graphile_worker._private_jobs)`,
    )
    const answer = await admin.send(
      'GET',
      '/api/db/event_queue_summary?order=last_failure.desc&name=like.incident*',
    )
    expect(answer.body).toEqual([
      {
        name: 'incident.opened',
        pending: 4,
        failed: 3,
        average_attempts: 1.5,
        first_failure: expect.stringMatching(/^2100-01-01T00:00:(29|30)/),
        last_failure: expect.stringMatching(/^2100-01-01T00:00:(29|30)/),
        most_common_error: 'refused',
      },
    ])
    await admin.send('POST', '/api/event_queue/discard', {
      body: { name: 'incident.opened', reason: 'end of the test' },
    })
    expect((await admin.send('GET', '/api/db/event_queue_summary?name=like.incident*')).body).toEqual([])
  })

  test('masks secrets in payloads, by the names of fields and in URLs', async () => {
    await addLeft(1, 'webhook.sent/deliver', {
      payload: {
        url: 'https://ada:s3cret@example.com/hook',
        headers: [{ Authorization: 'Bearer abc' }],
        apiKey: 'abc',
        sealed: 'abc',
        key: 'order-1',
        keyboard: 'qwerty',
        password: null,
      },
    })
    const { events } = await list('name=webhook.sent')
    const found: { body: QueuedEventDetails } = await admin.send('GET', `/api/event_queue/${events[0]?.id}`)
    expect(found.body).toMatchObject({ state: 'waiting', consumer: 'deliver' })
    expect(found.body.payload).toEqual({
      payload: {
        url: 'https://***@example.com/hook',
        headers: [{ Authorization: '***' }],
        apiKey: '***',
        sealed: '***',
        key: '***',
        keyboard: 'qwerty',
        password: null,
      },
    })
  })

  test('is searched by queries, whose limit also bounds what is changed', async () => {
    await addLeft(3, 'query.asked/notify')
    await addLeft(1, 'query.asked/rules')
    await app.database.pool.query(
      `update graphile_worker._private_jobs as jobs set attempts = 2, last_error = 'No "route"'
       from (select max(id) as last from graphile_worker._private_jobs) as newest
       where jobs.id between newest.last - 1 and newest.last`,
    )
    const found = async (query: string) => {
      const { events, total } = await list(`name=query.asked&query=${encodeURIComponent(query)}`)
      return { consumers: events.map(({ consumer }) => consumer), total }
    }
    expect(await found('consumer=RULES')).toEqual({ consumers: ['rules'], total: 1 })
    expect(await found('consumer!=rules -attempts=2')).toEqual({ consumers: ['notify', 'notify'], total: 2 })
    expect(await found('error=*route*')).toEqual({ consumers: ['rules', 'notify'], total: 2 })
    expect(await found('-error=*route* created>now-1h')).toMatchObject({ total: 2 })
    expect(await found('state=retrying sort=consumer')).toEqual({ consumers: ['notify', 'rules'], total: 2 })
    expect(await found('failed<now+1d limit=1')).toEqual({ consumers: ['rules'], total: 1 })
    expect(await admin.send('GET', '/api/event_queue?name=query.asked&query=eror%3Da')).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'query', line: 1, column: 1 }] },
    })
    const change = (verb: string, query: string) =>
      admin.send('POST', `/api/event_queue/${verb}`, {
        body: { name: 'query.asked', query, reason: 'end of the test' },
      })
    expect((await change('discard', 'sort=consumer limit=1')).body).toEqual({ events: 1 })
    expect((await found('consumer=notify')).total).toBe(2)
    expect((await change('discard', 'consumer=rules')).body).toEqual({ events: 1 })
    expect((await change('discard', 'consumer=(')).status).toBe(400)
    expect((await change('discard', '')).body).toEqual({ events: 2 })
  })

  test('discards with a reason only, and writes down who did', async () => {
    await addLeft(2, 'agent.left/notify')
    const discard = (body: object) => admin.send('POST', '/api/event_queue/discard', { body })
    for (const reason of [undefined, '', '   '])
      expect((await discard({ name: 'agent.left', reason })).status).toBe(400)
    expect((await list('name=agent.left')).total).toBe(2)
    const { events } = await list('name=agent.left&state=waiting')
    // A name that differs from the event's discards nothing.
    expect((await discard({ name: 'check.failed', id: events[0]?.id, reason: 'a mistake' })).status).toBe(404)
    expect((await discard({ name: 'agent.left', reason: 'the agent is gone' })).body).toEqual({ events: 2 })
    expect(await auditOf('discard')).toContainEqual({
      actor: 'admin@example.com',
      resource_id: null,
      resource_name: 'agent.left',
      after: { events: 2, reason: 'the agent is gone' },
    })
  })

  test('leaves alone what runs', async () => {
    await addLeft(1, 'agent.slow/notify')
    await app.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', last_error = 'slow'
       where id = (select max(id) from graphile_worker._private_jobs)`,
    )
    const [event] = (await list('name=agent.slow')).events
    expect(event).toMatchObject({ state: 'running', next_attempt: null })
    const body = { name: 'agent.slow', id: event?.id, reason: 'it is slow' }
    for (const verb of ['retry', 'discard'])
      expect((await admin.send('POST', `/api/event_queue/${verb}`, { body })).status).toBe(409)
    expect((await list('name=agent.slow')).total).toBe(1)
  })

  test('counts no more than it must, and pages through what it counted', async () => {
    await addLeft(10_001, 'flood.came/notify')
    const first = await list('name=flood.came&pageSize=2')
    expect(first).toMatchObject({ total: 10_000, more: true })
    expect(first.events).toHaveLength(2)
    const last = await list('name=flood.came&pageSize=2&pageIndex=5000&order=created_at.asc')
    expect(last.events).toHaveLength(1)
    expect(last.events[0]?.id).toBe(first.events[0]?.id)
    const answer = await admin.send('POST', '/api/event_queue/discard', {
      body: { name: 'flood.came', state: 'waiting', reason: 'only a test' },
    })
    expect(answer.body).toEqual({ events: 10_001 })
  })

  test('is shown to all who may read the database, and changed by those who may write it', async () => {
    const viewer = (await app.person('viewer@example.com', ['viewer'])).browser
    expect((await viewer.send('GET', '/api/event_queue?name=check.failed')).status).toBe(200)
    expect((await viewer.send('GET', '/api/db/event_queue_summary')).status).toBe(200)
    for (const verb of ['retry', 'discard'])
      expect(
        (
          await viewer.send('POST', `/api/event_queue/${verb}`, {
            body: { name: 'check.failed', reason: 'because' },
          })
        ).status,
      ).toBe(403)
  })

  test('tells screens that it changed', async () => {
    const heard: string[] = []
    const end = platform.live.subscribe((event) => {
      if (event.kind === 'change' && event.change.topic === 'event_queue') heard.push(event.change.topic)
    })
    await platform.events.emit(app.database.pool, 'check.failed', failure())
    await until(() => heard.length > 0)
    await until(async () => (await list('name=check.failed')).total === 0)
    // Also when the job ended.
    await until(() => heard.length > 1)
    end()
    expect(new Set(heard)).toEqual(new Set(['event_queue']))
  })
})
