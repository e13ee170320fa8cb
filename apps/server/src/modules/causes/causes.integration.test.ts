import type { LikelyCauses } from '@binnacle/contract/causes'
import { sql } from '@binnacle/data-api'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { findCauses } from './find.ts'

let app: TestApp
let admin: TestBrowser
const ids = new Map<string, string>()
const idOf = (name: string) => ids.get(name) ?? ''

async function insert(name: string, statement: string, values: readonly unknown[]): Promise<void> {
  const id = newId()
  ids.set(name, id)
  await app.database.pool.query(statement, [id, name, ...values])
}

interface Item {
  health?: string
  parent?: string
  status?: string
  scraper?: string
}

const addItem = (name: string, type: string, { health, parent, status, scraper }: Item = {}) =>
  insert(
    name,
    `insert into core.config_items (id, config_class, type, name, health, status, parent_id, path, scraper_id)
     values ($1, 'Thing', $3, $2, $4, $5, $6::uuid, coalesce((
       select concat_ws('.', nullif(path, ''), id::text) from core.config_items where id = $6::uuid
     ), ''), $7)`,
    [
      type,
      health ?? null,
      status ?? null,
      parent === undefined ? null : idOf(parent),
      scraper === undefined ? null : idOf(scraper),
    ],
  )

/** `needed` is what `needing` needs. */
const addEdge = (needed: string, needing: string, relation = 'hard') =>
  app.database.pool.query(
    `insert into core.config_relationships (config_id, related_id, relation, created_at)
     values ($1, $2, $3, now() - interval '30 days')`,
    [idOf(needed), idOf(needing), relation],
  )

const addChange = (
  name: string,
  type: string,
  ago: string,
  source = 'diff',
  severity: string | null = null,
) =>
  app.database.pool.query(
    `insert into core.config_changes (id, config_id, change_type, severity, summary, source, first_observed, created_at)
     values (core.id_at(now() - $4::interval), $1, $2, $3, $2 || ' of it', $5, now() - $4::interval, now() - $4::interval)`,
    [idOf(name), type, severity, ago, source],
  )

const addCheck = async (name: string, state: string, ago: string | null) => {
  await insert(
    `canary of ${name}`,
    `insert into core.canaries (id, name, spec, revision) values ($1, $2, '{}', $1)`,
    [],
  )
  await insert(
    name,
    `insert into core.checks (id, canary_id, type, name, namespace, spec) values ($1, $3, 'http', $2, 'default', '{}')`,
    [idOf(`canary of ${name}`)],
  )
  await app.database.pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state, message, last_transition_time)
     values ($1, $1, 'http', 1000, $2, 'connection refused', now() - $3::interval)`,
    [idOf(name), state, ago],
  )
}

async function ask(kind: string, name: string, more = ''): Promise<LikelyCauses> {
  const answer = await admin.send('GET', `/api/causes?kind=${kind}&id=${idOf(name)}${more}`)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const shortly = ({ causes }: LikelyCauses) => causes.map(({ kind, subject }) => `${kind} ${subject.name}`)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  const { pool } = app.database
  await insert(
    'cluster scraper',
    `insert into core.config_scrapers (id, name, spec, error, error_at)
     values ($1, $2, '{}', 'status 403', now() - interval '40 minutes')`,
    [],
  )
  await addItem('shop', 'Namespace')
  await addItem('cart', 'Deployment', { health: 'unhealthy', parent: 'shop' })
  await addItem('cart-1', 'Pod', { health: 'unhealthy', parent: 'cart', status: 'NodeLost' })
  await addItem('node-3', 'Node', { health: 'unhealthy', status: 'KernelDeadlock' })
  await addItem('settings', 'ConfigMap', { scraper: 'cluster scraper' })
  await addItem('old secret', 'Secret', { parent: 'shop' })
  await addItem('mail', 'Deployment', { health: 'healthy', parent: 'shop' })
  for (const [parent, child] of [
    ['shop', 'cart'],
    ['cart', 'cart-1'],
    ['shop', 'mail'],
  ] as const)
    await addEdge(parent, child)
  await addEdge('node-3', 'cart-1', 'NodePod')
  await addEdge('settings', 'cart', 'ConfigMapDeployment')
  await addEdge('old secret', 'cart', 'SecretDeployment')
  await addEdge('shop', 'cart', 'NamespaceDeployment')
  // A mesh ends too.
  await addEdge('cart', 'settings', 'back')

  await addChange('cart', 'Unhealthy', '20 minutes', 'health', 'medium')
  await addChange('cart-1', 'Unhealthy', '21 minutes', 'health', 'medium')
  await addChange('node-3', 'Unhealthy', '22 minutes', 'health', 'medium')
  await addChange('settings', 'diff', '26 minutes')
  await addChange('settings', 'diff', '2 minutes')
  await addChange('mail', 'diff', '21 minutes')
  await pool.query(
    `update core.config_items set deleted_at = now() - interval '30 minutes', delete_reason = 'no longer seen'
     where id = $1`,
    [idOf('old secret')],
  )
  await pool.query(
    `update core.config_relationships set deleted_at = now() - interval '30 minutes' where config_id = $1`,
    [idOf('old secret')],
  )

  await addCheck('cart answers', 'unhealthy', '19 minutes')
  await pool.query('insert into core.check_config_relationships (config_id, check_id) values ($1, $2)', [
    idOf('cart'),
    idOf('cart answers'),
  ])
  for (const [name, parent, config] of [
    ['store', null, null],
    ['web', 'store', null],
    ['cart component', 'store', 'cart'],
    ['bank', null, null],
  ] as const)
    await insert(
      name,
      `insert into core.components (id, external_id, name, type, parent_id, config_id, path, health)
       values ($1, $2, $2, 'Application', $3, $4, coalesce($3::uuid::text, ''), 'unhealthy')`,
      [parent === null ? null : idOf(parent), config === null ? null : idOf(config)],
    )
  await pool.query(
    `insert into core.component_relationships (component_id, relationship_id, kind) values ($1, $2, 'dependency')`,
    [idOf('web'), idOf('bank')],
  )
  await pool.query(
    `insert into core.component_stale (component_id, children) select id, true from core.components
     on conflict (component_id) do update set children = true`,
  )
  // The health of components is found in the background; their times are those of this story.
  await until(async () => {
    const { rows } = await pool.query<{ is_done: boolean }>(
      `select (select count(*) from core.component_states where health = 'unhealthy') >= 4
         and not exists (select from core.component_stale) as is_done`,
    )
    return rows[0]?.is_done
  })
  await pool.query(`update core.component_states set since = now() - interval '18 minutes'`)
})

describe('likely causes', () => {
  test('of an item are what it needs and what changed before it failed, each with its way and reasons', async () => {
    const found = await ask('config', 'cart')
    expect(found.subject).toMatchObject({ name: 'cart', health: 'unhealthy' })
    expect(found.before).toBe(found.subject.since)
    expect(shortly(found)).toEqual(
      expect.arrayContaining(['failing node-3', 'change settings', 'change old secret']),
    )
    const node = found.causes.find(({ subject }) => subject.name === 'node-3')
    expect(node).toMatchObject({ steps: 2, message: 'KernelDeadlock', change: null })
    expect(node?.path.map(({ name }) => name)).toEqual(['cart component', 'cart-1', 'node-3'])
    expect(node?.path.map(({ relation }) => relation)).toEqual([
      null,
      'cart component contains cart-1',
      'cart-1 needs node-3',
    ])
    // The pod fails because of its node, so it is no cause beside it.
    expect(node?.consequences).toMatchObject([{ name: 'cart-1', text: 'cart-1, because of node-3' }])
    expect(found.causes[0]?.why).toMatch(/^(Above|It explains)/)
    const settings = found.causes.find(({ subject }) => subject.name === 'settings')
    // The change of two minutes ago is after the failure.
    expect(settings).toMatchObject({ steps: 1, change: { type: 'diff', count: 1 } })
    expect(found.causes.find(({ subject }) => subject.name === 'old secret')).toMatchObject({
      message: 'no longer seen',
      change: { id: null, type: 'Deleted' },
    })
    for (const { score, reasons } of found.causes)
      expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 0)
    expect(found.isPartial).toBe(false)
  })

  test('leave out what is only in the same namespace', async () => {
    expect(shortly(await ask('config', 'cart')).join(', ')).not.toContain('mail')
  })

  test('of a check come from what it checks', async () => {
    const found = await ask('check', 'cart answers')
    expect(shortly(found).slice(0, 5)).toEqual(expect.arrayContaining(['failing node-3', 'change settings']))
    const [first] = found.causes
    // The check, the item and the component are one thing.
    expect(first?.path[0]).toMatchObject({ name: 'cart component' })
  })

  test('of a component come from its parts, their items and what they need', async () => {
    const found = await ask('component', 'store')
    expect(shortly(found)).toEqual(
      expect.arrayContaining(['failing node-3', 'failing bank', 'change settings']),
    )
    const bank = found.causes.find(({ subject }) => subject.name === 'bank')
    expect(bank?.reasons.map(({ text }) => text)).toContain(
      '2 steps away: store contains web, web needs bank',
    )
  })

  test('say where nobody sees something', async () => {
    const found = await ask('config', 'settings')
    expect(found.causes[0]).toMatchObject({
      kind: 'unseen',
      subject: { name: 'settings' },
      message: 'Its scraper cluster scraper failed: status 403',
    })
    // Nobody knows whether it failed since its change.
    const ofChange = found.causes.find(({ kind }) => kind === 'change')
    expect(ofChange?.subject.name).toBe('settings')
    expect(ofChange?.reasons.map(({ text }) => text)).not.toContain('settings has failed since then')
  })

  test('as of a past time are those that were known then', async () => {
    const at = new Date(Date.now() - 25 * 60_000).toISOString()
    const found = await ask('config', 'cart', `&at=${at}`)
    expect(found.subject).toMatchObject({ health: null, since: null })
    expect(shortly(found).filter((cause) => !cause.startsWith('unseen'))).toEqual([
      'change settings',
      'change old secret',
    ])
    expect(found.before).toBe(at)
    // A check that turned red later was healthy then, and a component too.
    await app.database.pool.query(
      `insert into core.check_statuses (check_id, time, state, duration) values ($1, $2::timestamptz - interval '1 minute', 'healthy', 1)`,
      [idOf('cart answers'), at],
    )
    expect((await ask('check', 'cart answers', `&at=${at}`)).subject).toMatchObject({ health: 'healthy' })
    expect((await ask('component', 'bank', `&at=${at}`)).subject).toMatchObject({ since: null })
    expect(shortly(await ask('config', 'cart', '&hours=0.05'))).not.toContain('change settings')
  })

  test('leave out what the person may not read', async () => {
    const all = () => sql`true`
    const question = {
      kind: 'config' as const,
      id: idOf('cart'),
      at: undefined,
      hours: 24,
      now: systemClock.now(),
    }
    const withoutNode = await findCauses(app.database.pool, {
      ...question,
      rights: {
        check: all,
        component: all,
        config: () => sql`items.name <> 'node-3'`,
      },
    })
    expect(JSON.stringify(withoutNode)).not.toContain('node-3')
    expect(withoutNode?.causes.length).toBeGreaterThan(0)
    const nothing = { ...question, rights: { check: all, component: all, config: () => sql`false` } }
    expect(await findCauses(app.database.pool, nothing)).toBeUndefined()
  })

  test('are refused for what is no question, and closed to strangers', async () => {
    const path = `/api/causes?kind=config&id=${idOf('cart')}`
    expect(await app.browser().send('GET', path)).toMatchObject({ status: 401 })
    for (const [query, field] of [
      ['kind=pod&id=x', 'kind'],
      ['kind=config&id=x', 'id'],
      [`kind=config&id=${idOf('cart')}&at=yesterday`, 'at'],
      [`kind=config&id=${idOf('cart')}&at=2999-01-01T00:00:00Z`, 'at'],
      [`kind=config&id=${idOf('cart')}&hours=0`, 'hours'],
    ]) {
      const answer = await admin.send('GET', `/api/causes?${query}`)
      expect({ query, status: answer.status }).toEqual({ query, status: 400 })
      expect(JSON.stringify(answer.body)).toContain(field)
    }
    expect(await admin.send('GET', `/api/causes?kind=config&id=${newId()}`)).toMatchObject({ status: 404 })
  })

  test('follow the feature of what is asked, and hide that of a closed one', async () => {
    const value = async (text: string) =>
      app.database.pool.query(
        `insert into core.properties (name, value) values ('config.disable', $1)
         on conflict (name) do update set value = excluded.value`,
        [text],
      )
    await value('true')
    await expect
      .poll(async () => (await admin.send('GET', `/api/causes?kind=config&id=${idOf('cart')}`)).status)
      .toBe(404)
    const found = await ask('component', 'web')
    expect(shortly(found)).toEqual(['failing bank'])
    await value('false')
  })
})
