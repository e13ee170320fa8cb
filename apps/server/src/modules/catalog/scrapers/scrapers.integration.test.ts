import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'

let app: TestApp
let admin: TestBrowser
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scraped-'))
  app = await startTestApp({ environment: { LOCAL_FOLDERS: folder, WATCH_SELF: 'on' } })
  admin = await app.signedIn()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const orders = (...names: string[]) =>
  writeFile(
    join(folder, 'orders.json'),
    JSON.stringify({
      orders: names.map((name) => ({ id: name, password: 'hunter2-hunter2', state: 'active' })),
    }),
  )
const spec = () => ({
  schedule: '@never',
  file: [
    {
      url: folder,
      items: '$.orders[*]',
      id: '$.id',
      name: '$.id',
      type: 'Shop::Order',
      tags: [{ name: 'shop', value: 'web' }],
    },
  ],
})
const create = (name: string, value: object = spec()) =>
  admin.send('POST', '/api/catalog/scrapers', { body: { name, spec: value } })
const itemsOf = async (type = 'Shop::Order') =>
  (
    await admin.send(
      'GET',
      `/api/db/configs?type=eq.${type}&order=name&select=id,name,health,status,tags,deleted_at`,
    )
  ).body

describe('a scraper', () => {
  let id: string

  test('is created, runs when it is told, and its items are in the catalog', async () => {
    await orders('a', 'b')
    const made = await create('orders')
    expect(made.body).toMatchObject({ name: 'orders', source: 'UI', spec: spec() })
    expect(made.status).toBe(201)
    id = made.body.id
    const run = await admin.send('POST', `/api/run/${id}`)
    expect(run.body).toMatchObject({
      status: 'SUCCESS',
      resource_type: 'config_scraper',
      details: { scrape_summary: { 'Shop::Order': { added: 2, updated: 0, unchanged: 0 } } },
    })
    expect(await itemsOf()).toMatchObject([
      { name: 'a', health: 'healthy', tags: { shop: 'web' } },
      { name: 'b' },
    ])
  })

  test('has its runs in the job history', async () => {
    const { body } = await admin.send(
      'GET',
      `/api/db/job_histories?resource_id=eq.${id}&select=name,resource_type,status`,
    )
    expect(body).toEqual([{ name: 'Scraper', resource_type: 'config_scraper', status: 'SUCCESS' }])
  })

  test('stores no secret of a document, and sees one that changes', async () => {
    const [first] = await itemsOf()
    const detail = async () => (await admin.send('GET', `/api/db/config_detail?id=eq.${first.id}`)).body[0]
    const before = (await detail()).config
    expect(before.password).toMatch(/^masked:[0-9a-f]{24}$/)
    await writeFile(
      join(folder, 'orders.json'),
      JSON.stringify({
        orders: [
          { id: 'a', password: 'other', state: 'active' },
          { id: 'b', password: 'hunter2-hunter2', state: 'active' },
        ],
      }),
    )
    const run = await admin.send('POST', `/api/run/${id}`)
    expect(run.body.details.scrape_summary['Shop::Order']).toMatchObject({ updated: 1, unchanged: 1 })
    expect((await detail()).config.password).not.toBe(before.password)
  })

  test('shows what an edited spec would do, and changes nothing', async () => {
    const body = {
      scraperId: id,
      spec: { ...spec(), file: [{ ...spec().file[0], transform: { exclude: [{ jsonpath: '$.state' }] } }] },
    }
    const { body: preview, status } = await admin.send('POST', '/api/catalog/scrapers/preview', { body })
    expect(preview).toMatchObject({ counts: { updated: 2, added: 0 }, faults: [] })
    expect(status).toBe(200)
    expect(preview.items[0].config).not.toHaveProperty('state')
    expect(preview.rules).toContainEqual(
      expect.objectContaining({ rule: 'file[0].transform.exclude[0]', hits: 2 }),
    )
    await rm(join(folder, 'orders.json'))
    const replayed = await admin.send('POST', '/api/catalog/scrapers/preview', {
      body: { ...body, replay: true },
    })
    expect(replayed.body).toMatchObject({ counts: { updated: 2 }, faults: [] })
    expect(await itemsOf()).toMatchObject([{ deleted_at: null }, { deleted_at: null }])
  })

  test('says that documents have the same id, of which only the last is stored', async () => {
    await orders('a', 'b', 'c')
    const file = [{ ...spec().file[0], id: '$.state' }]
    const { body } = await admin.send('POST', '/api/catalog/scrapers/preview', {
      body: { spec: { ...spec(), file } },
    })
    expect(body).toMatchObject({ counts: { added: 1 } })
    expect(body.log).toContain(
      'file[0]: 3 items have only 1 different ids; of those with the same id, the last is stored',
    )
    await rm(join(folder, 'orders.json'))
  })

  test('leaves out what its retention would delete at once, and counts it', async () => {
    await writeFile(
      join(folder, 'jobs.json'),
      JSON.stringify({
        jobs: [
          { id: 'old', at: '2020-01-01T00:00:00Z' },
          { id: 'new', at: '2099-01-01T00:00:00Z' },
        ],
      }),
    )
    const [entry] = spec().file
    const jobs = {
      schedule: '@never',
      retention: { types: [{ name: 'Shop::Job', createdAge: '30d' }] },
      file: [
        { ...entry, paths: ['jobs.json'], items: '$.jobs[*]', type: 'Shop::Job', createFields: ['$.at'] },
      ],
    }
    const preview = await admin.send('POST', '/api/catalog/scrapers/preview', { body: { spec: jobs } })
    expect(preview.body).toMatchObject({ counts: { added: 1, leftOut: 1 }, items: [{ name: 'new' }] })
    const made = await create('jobs', jobs)
    const run = await admin.send('POST', `/api/run/${made.body.id}`)
    expect(run.body).toMatchObject({
      details: { scrape_summary: { 'Shop::Job': { added: 1, leftOut: 1 } }, counts: { leftOut: 1 } },
    })
    expect(await itemsOf('Shop::Job')).toMatchObject([{ name: 'new' }])
    await rm(join(folder, 'jobs.json'))
  })

  test('says why it cannot be saved, with the path', async () => {
    const wrong = await create('wrong', {
      file: [
        {
          url: folder,
          idd: '$.id',
          transform: { mask: [{ selector: 'config.', jsonpath: '$.x', value: 'hash' }] },
        },
      ],
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.problems ?? wrong.body.details).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: 'spec.file[0].idd' })]),
    )
  })

  test('of the product is not offered to people', async () => {
    expect(await create('self', { self: [{}] })).toMatchObject({ status: 400 })
  })

  test('tells why a run failed on its row', async () => {
    const broken = await create('broken', {
      schedule: '@never',
      file: [{ url: join(folder, 'none'), id: '$.id', type: 'X' }],
    })
    const run = await admin.send('POST', `/api/run/${broken.body.id}`)
    expect(run.body.status).toBe('FAILED')
    const { body } = await admin.send('GET', `/api/catalog/scrapers/${broken.body.id}`)
    expect(body.error).toContain('none')
  })

  test('is removed with its items, the relationships that it found, and the values that filters offer', async () => {
    const { pool } = app.database
    const count = async (statement: string, ...values: string[]): Promise<number> =>
      (await pool.query<{ count: number }>(statement, values)).rows[0]?.count ?? 0
    const offered = () => count(`select count from core.config_facets where kind = 'tag' and key = 'shop'`)
    const before = await offered()
    const own = await count(
      `select count(*)::integer from core.config_items where scraper_id = $1 and deleted_at is null and tags ? 'shop'`,
      id,
    )
    expect(own).toBeGreaterThan(0)
    const others = await pool.query<{ id: string }>(
      `insert into core.config_items (config_class, type, name) values ('Other', 'Other', 'one'), ('Other', 'Other', 'two')
       returning id`,
    )
    const edge = others.rows.map((row) => row.id)
    await pool.query(
      `insert into core.config_relationships (config_id, related_id, relation, selector_id, scraper_id)
       values ($1, $2, 'uses', 'rule', $3)`,
      [...edge, id],
    )
    expect((await admin.send('DELETE', `/api/catalog/scrapers/${id}`)).status).toBe(200)
    for (const item of await itemsOf()) expect(item.deleted_at).not.toBeNull()
    expect(await offered()).toBe(before - own)
    const left = await pool.query(
      'select from core.config_relationships where config_id = $1 and deleted_at is null',
      edge.slice(0, 1),
    )
    expect(left.rowCount).toBe(0)
  })
})

test('the product catalogs itself and its machine', async () => {
  const types = await until(async () => {
    const { body } = await admin.send('GET', '/api/db/config_types')
    const names = body.map(({ type }: { type: string }) => type)
    return names.includes('Binnacle::Table') ? names : undefined
  })
  expect(types).toEqual(
    expect.arrayContaining(['Binnacle::Server', 'Binnacle::Package', 'Host::Machine', 'Host::Interface']),
  )
})

describe('pushed changes', () => {
  /** The item of the product itself, once it is in the catalog. */
  const ownItem = () => until(async () => (await itemsOf('Binnacle::Server'))[0])

  test('land on the item that they name, and those of none are told', async () => {
    const server = await ownItem()
    const { body, status } = await admin.send('POST', '/api/catalog/changes/push', {
      body: {
        changes: [
          {
            config_id: server.id,
            change_type: 'Deployment',
            summary: 'version 2',
            external_change_id: 'build-1',
            created_by: 'somebody@example.com',
          },
          { config_name: 'nobody', config_type: 'X', change_type: 'Deployment' },
        ],
      },
    })
    expect(body).toMatchObject({
      stored: 1,
      orphaned: [{ index: 1, message: 'there is no item nobody of the type X' }],
    })
    expect(status).toBe(200)
    const { body: changes } = await admin.send(
      'GET',
      `/api/db/config_changes?config_id=eq.${server.id}&change_type=eq.Deployment`,
    )
    expect(changes).toMatchObject([{ summary: 'version 2', severity: 'info' }])
    const { rows } = await app.database.pool.query(
      `select actor, after from core.audit_log where action = 'push'`,
    )
    expect(rows).toEqual([{ actor: expect.stringContaining('admin'), after: { stored: 1 } }])
  })

  test('are in the feed after a cursor', async () => {
    const { id } = await ownItem()
    await admin.send('POST', '/api/catalog/changes/push', {
      body: { changes: [{ config_id: id, change_type: 'Rollback', summary: 'version 1' }] },
    })
    const read = async (after = '') => {
      const { body } = await admin.send(
        'GET',
        `/api/catalog/changes/feed${after === '' ? '' : `?after=${after}`}`,
      )
      const lines = typeof body === 'string' ? body.trim().split('\n') : [JSON.stringify(body)]
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
    }
    const all = await until(async () => {
      const found = await read()
      return found.some(({ change_type: type }) => type === 'Rollback') ? found : undefined
    })
    const last = all.at(-1)
    expect(await read(last.cursor)).toEqual([])

    // Told late: it happened before all that the reader has.
    const tell = (change: object) =>
      admin.send('POST', '/api/catalog/changes/push', { body: { changes: [{ config_id: id, ...change }] } })
    const late = { change_type: 'Told late', summary: 'an hour ago' }
    await tell({ ...late, created_at: new Date(Date.now() - 3_600_000).toISOString() })
    const next = async (cursor: string) =>
      until(async () => {
        const found = await read(cursor)
        return found.length > 0 ? found : undefined
      })
    const [first, ...others] = await next(last.cursor)
    expect(first).toMatchObject({ change_type: 'Told late', count: 1 })
    expect(others).toEqual([])
    // The same again joins its group, which comes again.
    await tell({ ...late, created_at: new Date(Date.now() - 1_800_000).toISOString() })
    expect(await next(first.cursor)).toMatchObject([{ id: first.id, count: 2 }])

    const wrong = await admin.send('GET', `/api/catalog/changes/feed?after=${last.id}`)
    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.body)).toContain('is not the cursor of a line of the feed')
  })
})
