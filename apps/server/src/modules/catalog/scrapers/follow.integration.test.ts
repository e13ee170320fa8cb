import { createServer, type Server } from 'node:http'
import { freePort } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { eventAbout, makeObject } from '@binnacle/clients/kubernetes/testing/shop'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { HEARTBEAT_MILLISECONDS } from '../../../platform/processes/index.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { TICK } from './follow.ts'

const LONG = 60_000
/** Milliseconds between two looks at which scrapers there are to follow, and at which processes are dead. */
const LOOK = 500
/** The machine's clock, which has no patience between two looks. */
const clock: Clock = {
  now: () => systemClock.now(),
  wait: (milliseconds, signal) =>
    systemClock.wait([TICK, HEARTBEAT_MILLISECONDS].includes(milliseconds) ? LOOK : milliseconds, signal),
}

let app: TestApp
let admin: TestBrowser
let cluster: ApiServer
beforeAll(async () => {
  cluster = await startApiServer()
  app = await startTestApp({ clock })
  admin = await app.signedIn()
})
afterAll(() => cluster.stop())

const config = (name: string, value = '1') =>
  makeObject('v1', 'ConfigMap', name, { namespace: 'default', data: { value } })
const watching = (kubeconfig = cluster.kubeconfig(), more: object = {}) => ({
  schedule: '@never',
  kubernetes: [
    { clusterName: 'prod', kubeconfig, watch: [{ apiVersion: 'v1', kind: 'ConfigMap' }], ...more },
  ],
})

async function create(name: string, spec: object): Promise<string> {
  const made = await admin.send('POST', '/api/catalog/scrapers', { body: { name, spec } })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body.id
}
const run = (id: string, browser = admin) => browser.send('POST', `/api/run/${id}`)
const remove = (id: string) => admin.send('DELETE', `/api/catalog/scrapers/${id}`)
const errorOf = async (id: string): Promise<string | null> =>
  (await admin.send('GET', `/api/catalog/scrapers/${id}`)).body.error

/** Names of the items of a scraper that are there, with what they hold. */
async function stored(id: string): Promise<Record<string, unknown>> {
  const { rows } = await app.database.pool.query<{ id: string; name: string }>(
    `select id, name from core.config_items
     where scraper_id = $1 and type = 'Kubernetes::ConfigMap' and deleted_at is null`,
    [id],
  )
  const bodies = rows.map(async ({ id: item, name }) => {
    const { body } = await admin.send('GET', `/api/db/config_detail?id=eq.${item}`)
    return [name, body[0]?.config?.data?.value]
  })
  return Object.fromEntries(await Promise.all(bodies))
}
async function lease(id: string): Promise<{ owner: string; until: Date } | undefined> {
  const { rows } = await app.database.pool.query<{ owner: string; until: Date }>(
    'select owner, until from core.scraper_follows where scraper_id = $1',
    [id],
  )
  return rows[0]
}
const watched = (times = 1) => until(() => cluster.watches('configmaps') === times, LONG)

/** A server whose answers never end. */
async function startSilence(): Promise<{ url: string; requests: () => number; server: Server }> {
  let requests = 0
  const server = createServer(() => (requests += 1))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}/`, requests: () => requests, server }
}

describe('a scraper that follows its source', () => {
  test('stores what is created, changed and deleted, without another run', async () => {
    cluster.put(config('a'))
    const id = await create('follows', watching())
    expect((await run(id)).body.status).toBe('SUCCESS')
    await watched()
    cluster.put(config('a', '2'))
    const gone = cluster.put(config('b'))
    await until(async () => JSON.stringify(await stored(id)) === '{"a":"2","b":"1"}', LONG)
    cluster.remove(gone)
    await until(async () => JSON.stringify(await stored(id)) === '{"a":"2"}', LONG)
    const { rows } = await app.database.pool.query('select from core.scrape_runs where scraper_id = $1', [id])
    expect(rows).toHaveLength(1)
    await remove(id)
    await watched(0)
  })

  test('says how far it is behind: when its source last told everything, and how long changes take', async () => {
    const id = await create('behind', watching())
    await run(id)
    await watched()
    const late = cluster.put(config('late'))
    await until(async () => 'late' in (await stored(id)), LONG)
    const { rows } = await app.database.pool.query<{ id: string }>(
      `select id from core.config_items where scraper_id = $1 and name = 'late'`,
      [id],
    )
    const item = rows[0]?.id ?? ''
    const read = async (view: string, of: string) =>
      (await admin.send('GET', `/api/db/${view}?id=eq.${of}`)).body[0]
    const before = await read('config_freshness', item)
    expect(before).toMatchObject({ change_at: null, stored_at: null })

    // Nothing has changed, and the source says so.
    cluster.bookmark()
    const later = (one: { up_to_date_at: string }, other: { up_to_date_at: string }) =>
      Date.parse(one.up_to_date_at) > Date.parse(other.up_to_date_at)
    await until(async () => later(await read('config_freshness', item), before), LONG)

    // What the source dates is stored later than it happened.
    const happened = new Date(Date.now() - 90_000)
    cluster.put(eventAbout(late, 'Rotated', 'late.1', { lastTimestamp: happened.toISOString() }))
    for (const [view, of] of [
      ['config_freshness', item],
      ['config_scraper_freshness', id],
    ] as const) {
      const change = await until(async () => {
        const row = await read(view, of)
        return row.change_at === null ? undefined : row
      }, LONG)
      expect(Math.abs(Date.parse(change.change_at) - happened.getTime())).toBeLessThan(1_000)
      expect(Date.parse(change.stored_at) - Date.parse(change.change_at)).toBeGreaterThan(80_000)
    }
    await remove(id)
    await watched(0)
  })

  test('begins again when it is edited, and ends when it is deleted', async () => {
    const id = await create('edited', watching())
    await run(id)
    await watched()
    const before = cluster.requests.length
    const body = { name: 'edited', spec: watching(cluster.kubeconfig(), { clusterName: 'test' }) }
    expect((await admin.send('PUT', `/api/catalog/scrapers/${id}`, { body })).status).toBe(200)
    await until(() => cluster.requests.slice(before).some(({ query }) => query.get('watch') !== null), LONG)
    await watched()
    cluster.put(config('a', '3'))
    const tag = `select tags->>'cluster' as cluster from core.config_items where scraper_id = $1 and name = 'a'`
    await until(async () => {
      const { rows } = await app.database.pool.query<{ cluster: string }>(tag, [id])
      return rows[0]?.cluster === 'test'
    }, LONG)
    await remove(id)
    await watched(0)
    await until(async () => (await lease(id)) === undefined, LONG)
  })

  test('is followed by one process, by another when that stops or is killed, and by it again', async () => {
    const id = await create('shared', watching())
    await run(id)
    await watched()
    const second = await startTestApp({ database: app.database, clock })
    const first = await lease(id)
    // Renewed several times by its owner, so the other has looked too.
    await until(async () => Number((await lease(id))?.until) > Number(first?.until) + 4 * LOOK, LONG)
    expect((await lease(id))?.owner).toBe(first?.owner)
    expect(cluster.watches('configmaps')).toBe(1)

    // As a process leaves it that was killed.
    const killed = newId()
    await app.database.pool.query(
      `insert into core.processes (id, role, host, pid, workers, canary_paths, heartbeat_at)
       select $1, role, host, pid, '{}', '{}', now() - interval '1 hour' from core.processes limit 1`,
      [killed],
    )
    const hold = `update core.scraper_follows set owner = $2, until = $3 where scraper_id = $1`
    await app.database.pool.query(hold, [id, killed, new Date(Date.now() + 3_600_000)])
    await until(async () => ![undefined, killed].includes((await lease(id))?.owner), LONG)
    await watched()

    // As one leaves it that is alive and does nothing, such as on a machine that is suspended.
    const suspended = newId()
    await app.database.pool.query(hold, [id, suspended, new Date(Date.now() + 3_600_000)])
    await watched(0)
    await app.database.pool.query(hold, [id, suspended, new Date(Date.now() - 1)])
    await watched()
    cluster.put(config('a', '4'))
    await until(async () => (await stored(id))['a'] === '4', LONG)

    await second.stop()
    await watched()
    await remove(id)
    await watched(0)
  })

  test('says on itself that its source is broken, and follows it again when it works', async () => {
    const id = await create('broken', watching())
    await run(id)
    await watched()
    cluster.refuse('/api/v1/configmaps', { status: 500, message: 'etcd is lost' })
    cluster.disconnect('break')
    expect(await until(() => errorOf(id), LONG)).toContain('etcd is lost')
    cluster.refuse('/api/v1/configmaps', undefined)
    await watched()
    cluster.put(config('a', '5'))
    await until(async () => (await stored(id))['a'] === '5', LONG)
    expect((await run(id)).body.status).toBe('SUCCESS')
    expect(await errorOf(id)).toBeNull()
    await remove(id)
    await watched(0)
  })

  test('begins again behind a look where what it tells cannot be stored', async () => {
    const id = await create('unstored', watching())
    await run(id)
    await watched()
    await app.database.pool.query(
      `create function core.refuse_item() returns trigger language plpgsql as $$
       begin raise exception 'the disk is full'; end $$;
       create trigger refuse_item before insert on core.config_items for each row
       when (new.name = 'unlucky') execute function core.refuse_item()`,
    )
    const unlucky = cluster.put(config('unlucky'))
    expect(await until(() => errorOf(id), LONG)).toContain('the disk is full')
    await app.database.pool.query('drop function core.refuse_item cascade')
    await until(async () => 'unlucky' in (await stored(id)), LONG)
    await until(async () => (await errorOf(id)) === null, LONG)
    cluster.remove(unlucky)
    await until(async () => !('unlucky' in (await stored(id))), LONG)
    await remove(id)
    await watched(0)
  })
})

describe('a run', () => {
  const http = (url: string) => ({
    schedule: '@never',
    timeout: '1s',
    http: [{ url, id: '$.id', type: 'Shop::Order' }],
  })

  test('that takes too long ends with a clear error on the scraper', async () => {
    const silence = await startSilence()
    const id = await create('slow', http(silence.url))
    expect((await run(id)).body.status).toBe('FAILED')
    expect(await errorOf(id)).toMatch(/http\[0\].*did not end within 1s|time/)
    silence.server.closeAllConnections()
    silence.server.close()
  })

  test('of a scraper that is deleted meanwhile stores nothing', async () => {
    const silence = await startSilence()
    const id = await create('deleted', { ...http(silence.url), timeout: '3s' })
    const running = run(id)
    await until(() => silence.requests() > 0)
    expect((await remove(id)).status).toBe(200)
    expect((await running).body.status).toBe('FAILED')
    const { rows } = await app.database.pool.query(
      `select state from core.scrape_runs where scraper_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ state: 'failed' }])
    silence.server.closeAllConnections()
    silence.server.close()
  })

  test('is refused while another process runs the scraper', async () => {
    const second = await startTestApp({ database: app.database, clock })
    const other = await second.signedIn()
    const silence = await startSilence()
    const id = await create('twice', { ...http(silence.url), timeout: '5s' })
    const running = run(id)
    await until(() => silence.requests() > 0)
    const refused = await run(id, other)
    expect([refused.status, refused.body.message ?? refused.body.error]).toEqual([
      409,
      expect.stringContaining('running right now'),
    ])
    expect((await running).body.status).toBe('FAILED')
    const { rows } = await app.database.pool.query('select from core.scrape_runs where scraper_id = $1', [id])
    expect(rows).toHaveLength(1)
    silence.server.closeAllConnections()
    silence.server.close()
    await second.stop()
  })
})
