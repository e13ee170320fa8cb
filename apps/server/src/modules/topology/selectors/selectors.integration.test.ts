import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, TEST_SECRET_KEY, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lookups, ownedCanaries } from '../../health/index.ts'
import { createTopologyParser } from '../spec/topology.ts'
import { removeOldComponents } from './clean-up.ts'
import { syncChecks, syncConfigs, syncRelationships } from './sync.ts'

let app: TestApp
let admin: TestBrowser
let platform: Platform

beforeAll(async () => {
  app = await startTestApp({
    // No job does in the background what the tests do.
    environment: { ROLE: 'api', DATABASE_URL: 'postgres://unused/unused', SECRET_KEY: TEST_SECRET_KEY },
  })
  platform = app.platform
  admin = await app.signedIn()
})

const now = () => new Date()

async function component(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const row = { name, external_id: name, labels: {}, ...more }
  const { rows } = await app.database.pool.query(
    `insert into core.components (name, external_id, type, owner, labels, properties, selectors, configs, component_checks)
     select name, external_id, type, owner, coalesce(labels, '{}'), coalesce(properties, '[]'), coalesce(selectors, '[]'),
       coalesce(configs, '[]'), coalesce(component_checks, '[]')
     from json_populate_record(null::core.components, $1) returning id`,
    [JSON.stringify(row)],
  )
  return rows[0].id
}
const set = (id: string, column: 'selectors' | 'configs' | 'component_checks', value: unknown) =>
  app.database.pool.query(`update core.components set ${column} = $2 where id = $1`, [
    id,
    JSON.stringify(value),
  ])

async function below(id: string): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    `select components.name from core.component_relationships as link
     join core.components on components.id = link.component_id
     where link.relationship_id = $1 and link.deleted_at is null order by components.name collate "C"`,
    [id],
  )
  return rows.map((row) => row.name)
}
async function configsOf(id: string): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    `select items.name || ' ' || case when link.selector_id like 'selector:%' then 'by selector' else link.selector_id end
       as link
     from core.config_component_relationships as link join core.config_items as items on items.id = link.config_id
     where link.component_id = $1 and link.deleted_at is null order by 1`,
    [id],
  )
  return rows.map((row) => row.link)
}
async function checksOf(id: string): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    `select checks.name from core.check_component_relationships as link join core.checks on checks.id = link.check_id
     where link.component_id = $1 and link.deleted_at is null order by checks.name collate "C"`,
    [id],
  )
  return rows.map((row) => row.name)
}
const runChecks = () =>
  syncChecks(
    {
      pool: app.database.pool,
      secrets: platform.secrets,
      canaries: ownedCanaries.of(platform),
      canarySchema: createTopologyParser(lookups.of(platform), platform.tasks).schemas.canary,
    },
    now(),
  )

describe('selectors of components', () => {
  test.each([
    ['a name', { name: 'web' }, ['web']],
    ['types, one of them not', { types: ['Node', '!Disk'] }, ['api', 'web']],
    ['labels', { labelSelector: 'tier in (front),!legacy' }, ['web']],
    ['a field', { fieldSelector: 'owner=shop' }, ['api', 'web']],
    ['a property', { fieldSelector: 'zone=z1' }, ['web']],
    ['a property with a number', { fieldSelector: 'size in (7, 12345678901234567890)' }, ['disk', 'web']],
    ['a property that is text or a number', { fieldSelector: 'port=8080' }, ['api', 'web']],
    ['the first of two properties with one name', { fieldSelector: 'twice=second' }, []],
    ['the start of a name', { search: 'WE' }, ['web']],
    ['the start of the value of a label', { search: 'FRO' }, ['disk', 'web']],
    ['the start of a value with signs', { search: '"100%_\\' }, ['disk']],
    ['what is no start of a value', { search: 'ront' }, []],
    ['the key of a label', { search: 'tier' }, []],
    ['terms', { search: 'type=Node label=tier=back' }, ['api']],
    ['nothing', {}, []],
    ['an invalid id', { id: 'x' }, []],
    ['a tag, which components do not have', { tagSelector: 'a=b', types: ['Node'] }, []],
  ])('find others by %s', async (_, selector, expected) => {
    const { rows } = await app.database.pool.query(
      `select count(*)::integer as count from core.components where name = 'web'`,
    )
    if (rows[0].count === 0) {
      await component('web', {
        type: 'Node',
        owner: 'shop',
        labels: { tier: 'front' },
        properties: [
          { name: 'zone', text: 'z1' },
          { name: 'size', value: 7 },
          { name: 'port', value: 8080 },
          { name: 'twice', text: 'first' },
          { name: 'twice', text: 'second' },
        ],
      })
      await component('api', {
        type: 'Node',
        owner: 'shop',
        labels: { tier: 'back' },
        properties: [{ name: 'port', text: '8080' }],
      })
      await component('disk', {
        type: 'Disk',
        labels: { tier: 'front', legacy: 'yes', note: '"100%_\\ sure' },
      })
      // A number that JavaScript would round.
      await app.database.pool.query(
        `update core.components set properties = '[{"name": "size", "value": 12345678901234567890}]' where name = 'disk'`,
      )
    }
    const id = await component(`parent ${JSON.stringify(selector)}`, { selectors: [selector] })
    expect((await syncRelationships(app.database.pool, now())).errors).toEqual([])
    expect(await below(id)).toEqual(expected)
  })

  test('lose what they no longer find, and get it back', async () => {
    const id = await component('changing', { selectors: [{ types: ['Node'] }] })
    await syncRelationships(app.database.pool, now())
    expect(await below(id)).toEqual(['api', 'web'])
    await set(id, 'selectors', [])
    await syncRelationships(app.database.pool, now())
    expect(await below(id)).toEqual([])
    await set(id, 'selectors', [{ types: ['Node'] }])
    expect((await syncRelationships(app.database.pool, now())).changed).toBe(2)
    expect((await syncRelationships(app.database.pool, now())).changed).toBe(0)
  })
})

describe('catalog items of components', () => {
  test('are found, and what a person linked stays', async () => {
    const { rows } = await app.database.pool.query(
      `insert into core.config_items (id, external_id, type, name, tags, config_class)
       values (core.new_id(), '{x}', 'Shop::Db', 'orders', '{"env": "prod"}', 'Database'),
         (core.new_id(), '{y}', 'Shop::Db', 'stock', '{"env": "test"}', 'Database') returning id, name`,
    )
    const stock = rows.find((row) => row.name === 'stock')?.id
    const id = await component('with items', { configs: [{ types: ['Shop::Db'], tagSelector: 'env=prod' }] })
    const bare = await component('without selectors')
    for (const owner of [id, bare])
      await app.database.pool.query(
        `insert into core.config_component_relationships (component_id, config_id, selector_id) values ($1, $2, 'manual')`,
        [owner, stock],
      )
    await syncConfigs(app.database.pool, now())
    expect(await configsOf(id)).toEqual(['orders by selector', 'stock manual'])
    await set(id, 'configs', [])
    await syncConfigs(app.database.pool, now())
    expect(await configsOf(id)).toEqual(['stock manual'])
    expect(await configsOf(bare)).toEqual(['stock manual'])
  })
})

describe('checks of components', () => {
  test('are those that selectors choose, and those that are made for it', async () => {
    await admin.send('POST', '/api/db/canaries', {
      body: {
        name: 'ports',
        namespace: 'default',
        labels: { app: 'shop' },
        spec: { schedule: '@every 365d', tcp: [{ name: 'port', endpoint: '127.0.0.1:1' }] },
      },
    })
    const id = await component('shop', {
      component_checks: [
        { selector: { labelSelector: 'app=shop' } },
        { inline: { tcp: [{ name: 'inline', endpoint: '127.0.0.1:1' }] } },
      ],
    })
    expect(await runChecks()).toMatchObject({ errors: [] })
    expect(await checksOf(id)).toEqual(['inline', 'port'])
    const { rows } = await app.database.pool.query(
      `select name, source, spec ->> 'schedule' as schedule from core.canaries where source = $1 and deleted_at is null`,
      [`component/${id}`],
    )
    expect(rows).toEqual([{ name: 'shop-1', source: `component/${id}`, schedule: '@every 10m' }])
    expect(await runChecks()).toEqual({ changed: 0, errors: [] })
  })

  test('that are not valid are told, and others stay', async () => {
    const id = await component('broken', {
      component_checks: [
        { inline: { tcp: [{ name: 'x' }] } },
        { inline: { tcp: [{ name: 'ok', endpoint: '127.0.0.1:1' }] } },
      ],
    })
    const { errors } = await runChecks()
    expect(errors).toEqual([expect.stringContaining('broken: checks[0].inline: tcp[0].endpoint')])
    expect(await checksOf(id)).toEqual(['ok'])
    await set(id, 'component_checks', [])
    await runChecks()
    expect(await checksOf(id)).toEqual([])
  })
})

describe('deleted components', () => {
  test('are removed for good after their time, the lowest first', async () => {
    const old = new Date(Date.now() - 8 * 86_400_000)
    const parent = await component('old parent')
    const child = await component('old child')
    await app.database.pool.query('update core.components set parent_id = $1 where id = $2', [parent, child])
    await app.database.pool.query('update core.components set deleted_at = $2 where id = any ($1)', [
      [parent, child],
      old,
    ])
    const young = await component('young')
    await app.database.pool.query('update core.components set deleted_at = now() where id = $1', [young])
    await removeOldComponents(app.database.pool, now(), undefined)
    const { rows } = await app.database.pool.query(
      `select name from core.components where name in ('old parent', 'old child', 'young')`,
    )
    expect(rows).toEqual([{ name: 'young' }])
    await removeOldComponents(app.database.pool, new Date(Date.now() + 7_200_000), '1h')
    const left = await app.database.pool.query(`select from core.components where name = 'young'`)
    expect(left.rows).toEqual([])
  })
})
