import { expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from './app.ts'
import { defineRoute } from './platform/http/route.ts'
import { defineConsumer, type Events } from './platform/events/index.ts'
import { newId } from './platform/ids.ts'
import { type DefinedJob, defineJob } from './platform/jobs/index.ts'
import type { OpenModule } from './platform/module.ts'
import { startTestApp, type TestBrowser } from './testing/app.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { until } from './testing/until.ts'

/** A database with a table and a view of an area that the product does not have. */
async function databaseWithTides(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await database.pool.query(`
    create table core.tides (id uuid not null default core.new_id(), harbour text not null) partition by range (id);
    create table core.tides_rest partition of core.tides default;
    create view api.tides as select id, harbour from core.tides;
    insert into core.tides (harbour) values ('Bremen');
    insert into core.processes (id, role, host, pid, heartbeat_at)
    values ('01900000-0000-7000-8000-0000000000dd', 'all', 'elsewhere', 1, now() - interval '1 hour')`)
  return database
}

function measureTides(lines: string[]): DefinedJob<object> {
  return defineJob({
    name: 'MeasureTides',
    lane: 'maintenance',
    record: true,
    run: async () => {
      lines.push('measure')
      return { success: 1, errors: [] }
    },
  })
}

/**
 * The area, which writes down what it is asked to do.
 * @param emitters gets what events are emitted with
 */
function tides(lines: string[], emitters: Events[]): OpenModule {
  return ({ pool, parts, events }) => {
    emitters.push(events)
    const count = async () => (await pool.query('select from core.tides')).rowCount
    parts.onEnd('tides', async () => lines.push(`close tides with ${await count()} rows`))
    return {
      name: 'tides',
      routes: [
        defineRoute({
          method: 'GET',
          path: '/tides/next',
          summary: 'The next tide',
          access: { resource: 'canaries', action: 'read' },
          answer: z.object({ at: z.string() }),
          handle: async () => ({ at: 'noon' }),
        }),
      ],
      receivers: [
        { path: '/tides/{harbour}', feature: 'health', receive: async ({ params }) => ({ heard: params }) },
      ],
      data: { tides: { resource: 'canaries' } },
      topics: { tides: 'canaries' },
      jobs: [measureTides(lines)],
      consumers: [
        defineConsumer({
          event: 'check.failed',
          name: 'warn ships',
          lane: 'events',
          run: async ({ payload }) => void lines.push(`warn of ${payload.checkId}`),
        }),
      ],
      partitions: [{ table: 'core.tides', column: 'id', by: 'id', days: 1, keepDays: 7 }],
      metrics: async () => 'tides_measured_total 3\n',
      takeOver: async (processIds) => void lines.push(`take over ${processIds.join(', ')}`),
      start: () => void lines.push('start tides'),
      stop: async () => void lines.push(`stop tides with ${await count()} rows`),
    }
  }
}

const moon =
  (lines: string[]): OpenModule =>
  ({ parts }) => {
    parts.onEnd('moon', () => lines.push('close moon'))
    return {
      name: 'moon',
      start: () => void lines.push('start moon'),
      stop: async () => void lines.push('stop moon'),
    }
  }

/** The first event of a stream that is a change, as text. */
async function firstChange(
  url: string,
  browser: TestBrowser,
  announce: () => Promise<unknown>,
): Promise<string> {
  const over = new AbortController()
  const { status, body } = await fetch(`${url}/api/live?topics=tides`, {
    signal: over.signal,
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect(status).toBe(200)
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.includes('event: ready') && !text.includes('event: change')) await announce()
    if (/event: change\n.*\n\n/.test(text)) break
  }
  over.abort()
  return text
}

test('a module costs its folder and one line: what it declares answers, works and ends in order', async () => {
  const lines: string[] = []
  const emitters: Events[] = []
  const database = await databaseWithTides()
  const app = await startTestApp({ database, modules: [...modules, tides(lines, emitters), moon(lines)] })
  const { pool } = database
  expect(lines).toEqual(['take over 01900000-0000-7000-8000-0000000000dd', 'start tides', 'start moon'])
  const admin = await app.signedIn()

  expect(await admin.send('GET', '/api/tides/next')).toMatchObject({ status: 200, body: { at: 'noon' } })
  expect((await app.browser().send('GET', '/api/tides/next')).status).toBe(401)
  expect((await app.browser().send('POST', '/tides/Bremen')).body).toEqual({ heard: { harbour: 'Bremen' } })
  expect((await admin.send('GET', '/api/db/tides?select=harbour')).body).toEqual([{ harbour: 'Bremen' }])
  expect((await app.browser().send('GET', '/api/db/tides')).status).toBe(401)
  expect((await admin.send('GET', '/metrics')).body).toContain('tides_measured_total 3')

  const changed = await firstChange(app.url, admin, () =>
    pool.query(`select pg_notify('binnacle_live', '{"topic":"tides","ids":null}')`),
  )
  expect(changed).toContain('"topic":"tides"')

  await measureTides(lines).add(pool, {})
  const outcome = await until(async () => {
    const { rows } = await pool.query<{ status: string }>(
      `select status from core.job_history where name = 'MeasureTides' and time_end is not null`,
    )
    return rows[0]?.status
  })
  expect(outcome).toBe('SUCCESS')
  expect(lines).toContain('measure')

  const [checkId, canaryId] = [newId(), newId()]
  await emitters[0]?.emit(pool, 'check.failed', {
    checkId,
    canaryId,
    time: '2026-11-22T12:00:00.000Z',
    previous: null,
  })
  await until(() => lines.includes(`warn of ${checkId}`))

  // What was there before its partition was moved into it.
  const kept = await pool.query(`select tableoid::regclass::text as part from core.tides`)
  expect(kept.rows).toEqual([{ part: expect.stringMatching(/^core\.tides_p\d{8}$/) }])

  lines.length = 0
  await app.stop()
  expect(lines).toEqual(['stop moon', 'stop tides with 1 rows', 'close moon', 'close tides with 1 rows'])
})

test('a process that only answers starts no work of modules, and ends what they opened', async () => {
  const lines: string[] = []
  const environment = {
    ROLE: 'api',
    DATABASE_URL: 'postgres://localhost/not-used',
    SECRET_KEY: 'a secret key for tests, long enough',
  }
  const app = await startTestApp({ environment, modules: [...modules, moon(lines)] })
  await app.stop()
  expect(lines).toEqual(['stop moon', 'close moon'])
})

test.each<[string, OpenModule, string]>([
  ['a name', () => ({ name: 'health' }), 'two modules declare the name health'],
  [
    'a relation',
    () => ({ name: 'tides', data: { canaries: { resource: 'signed-in' } } }),
    'two modules declare the relation canaries',
  ],
  ['a topic', () => ({ name: 'tides', topics: { people: 'rbac' } }), 'two modules declare the topic people'],
  [
    'a job',
    () => ({
      name: 'tides',
      jobs: [
        defineJob({
          name: 'SendMail',
          lane: 'messages',
          record: false,
          run: async () => ({ success: 0, errors: [] }),
        }),
      ],
    }),
    'two modules declare the job SendMail',
  ],
])('a module that takes %s of another one keeps the product from starting', async (_, second, message) => {
  const lines: string[] = []
  const started = startTestApp({ modules: [...modules, moon(lines), second] })
  await expect(started).rejects.toThrow(message)
  expect(lines).toEqual(['close moon'])
})

test('a module whose port nobody offers keeps the product from starting', async () => {
  const withoutIdentity = modules.filter(({ name }) => name !== 'openIdentity')
  await expect(startTestApp({ modules: withoutIdentity })).rejects.toThrow(
    'no module offers the accounts of people',
  )
})
