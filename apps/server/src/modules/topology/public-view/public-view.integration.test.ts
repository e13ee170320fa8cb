import { roles } from '@binnacle/contract/access'
import { VIEW_KEY_HEADER } from '@binnacle/contract/topology'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { publishTopology } from '../store/index.ts'
import { addTopology, componentNode as node, topologyRun } from '../store/testing.ts'

let app: TestApp
let admin: TestBrowser
let topology: string
const ids = new Map<string, string>()
const idOf = (name: string) => ids.get(name) ?? ''

const nobody = '01900000-0000-7000-8000-000000000000'
const health = { properties: false, messages: false }

/** Publishes a tree: `cart` and `secret plans`, the second one below `shop` or beside it. */
async function publish(plansBelowShop: boolean): Promise<void> {
  const plans = node('secret plans', { type: 'Service', health: 'healthy' })
  await publishTopology(
    app.database.pool,
    topologyRun(topology, [
      node('shop', {
        type: 'Application',
        children: [
          node('cart', {
            type: 'Service',
            health: 'unhealthy',
            status: 'down',
            statusReason: 'connection refused',
            properties: [
              { name: 'version', text: '7.1' },
              { name: 'password', text: 'hunter2' },
            ],
          }),
          ...(plansBelowShop ? [plans] : []),
        ],
      }),
      ...(plansBelowShop ? [] : [plans]),
      node('edge', { type: 'Application', health: 'healthy' }),
    ]),
  )
}

/** Shares a component. @returns its key */
async function share(name: string, parts = health): Promise<string> {
  const { status, body } = await admin.send('POST', `/api/topology/${idOf(name)}/share`, { body: parts })
  expect(status).toBe(201)
  const { pathname, hash } = new URL(body.url)
  expect(pathname).toBe(`/view/topology/${idOf(name)}`)
  return new URLSearchParams(hash.slice(1)).get('key') ?? ''
}

/** Asks for a view as a stranger. */
const view = (id: string, key?: string, path = `/api/view/topology/${id}`) =>
  app.browser().send('GET', path, key === undefined ? {} : { headers: { [VIEW_KEY_HEADER]: key } })

const namesOf = ({ body }: { body: { component: { components: { name: string }[] } } }) =>
  body.component.components.map(({ name }) => name)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  topology = await addTopology(app.database.pool)
  await publish(true)
  const { rows } = await app.database.pool.query<{ id: string; name: string }>(
    'select id, name from core.components',
  )
  for (const { id, name } of rows) ids.set(name, id)
  await until(async () => {
    const { body } = await admin.send('GET', `/api/topology?id=${idOf('shop')}`)
    return body.components[0]?.health === 'unhealthy'
  })
})

beforeEach(async () => {
  const { body } = await admin.send('GET', '/api/topology/shares')
  for (const { component_id: id } of body.shares) await admin.send('DELETE', `/api/topology/${id}/share`)
})

describe('a shared component', () => {
  test('is seen by who has its link, without an account, and nothing but what was chosen [VIEW-001]', async () => {
    const key = await share('shop')
    const seen = await view(idOf('shop'), key)
    expect(seen.status).toBe(200)
    expect(namesOf(seen)).toEqual(['cart', 'secret plans'])
    expect(JSON.stringify(seen.body)).not.toMatch(
      /connection refused|hunter2|\b7\.1\b|Service|[\da-f]{8}-[\da-f]{4}/,
    )

    await admin.send('PUT', `/api/topology/${idOf('shop')}/share`, {
      body: { properties: true, messages: true },
    })
    const [cart] = (await view(idOf('shop'), key)).body.component.components
    expect(cart).toMatchObject({
      health: 'unhealthy',
      type: 'Service',
      properties: [
        { name: 'version', text: '7.1' },
        { name: 'password', text: '***' },
      ],
      message: 'connection refused',
    })
  })

  test('is answered without cookies, and not to be stored', async () => {
    const { headers } = await view(idOf('shop'), await share('shop'))
    expect(headers.getSetCookie()).toEqual([])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('no longer shows what moved out of it, and is itself where it moves to', async () => {
    const key = await share('shop')
    await publish(false)
    await until(async () => namesOf(await view(idOf('shop'), key)).length === 1)
    expect(namesOf(await view(idOf('shop'), key))).toEqual(['cart'])
    await publish(true)
    await until(async () => namesOf(await view(idOf('shop'), key)).length === 2)
  })

  test('is not found while it is deleted, and answers again when it comes back', async () => {
    const { pool } = app.database
    const key = await share('edge')
    expect((await view(idOf('edge'), key)).status).toBe(200)
    await pool.query('select core.delete_components(array[$1::uuid], now())', [idOf('edge')])
    await until(async () => (await view(idOf('edge'), key)).status === 404)
    expect((await view(idOf('edge'), key)).body.error).toBe('Component not found')
    expect((await admin.send('GET', '/api/topology/shares')).body.shares).toMatchObject([
      { name: 'edge', deleted: true },
    ])
    await pool.query('select core.revive_components(array[$1::uuid])', [idOf('edge')])
    await until(async () => (await view(idOf('edge'), key)).status === 200)
  })
})

describe('a visitor', () => {
  test('learns the same of what is not there, never shared, withdrawn, or of another key [VIEW-003]', async () => {
    const withdrawn = await share('edge')
    await admin.send('DELETE', `/api/topology/${idOf('edge')}/share`)
    const key = await share('shop')
    const answers = await Promise.all([
      view(nobody, key),
      view('no-id', key),
      view(idOf('cart'), key),
      view(idOf('edge'), withdrawn),
      view(idOf('shop'), withdrawn),
      view(idOf('shop')),
      view(idOf('shop'), ''),
      // A key in the address opens nothing: addresses are in logs.
      view(idOf('shop'), undefined, `/api/view/topology/${idOf('shop')}?key=${key}`),
    ])
    for (const { status, body } of answers) {
      const { requestId: _, ...answer } = body
      expect([status, answer]).toEqual([404, { error: 'Component not found', code: 'ENOTFOUND' }])
    }
  })

  test('the key opens no other route, in a header, a cookie or a token', async () => {
    const key = await share('shop')
    const stranger = app.browser()
    const allowed: string[] = []
    for (const headers of [
      { [VIEW_KEY_HEADER]: key },
      { [VIEW_KEY_HEADER]: key, authorization: `Bearer ${key}` },
      { [VIEW_KEY_HEADER]: key, cookie: `binnacle_session=${key}` },
    ])
      for (const { method, path } of app.app.gates.routes) {
        const address = `/api${path.replaceAll(/\{\w+\}/g, idOf('shop'))}?key=${key}`
        const { status } = await stranger.send(method, address, { headers })
        if (status !== 401) allowed.push(`${method} ${path}: ${status}`)
      }
    for (const path of ['/api/db/components', '/api/live?topics=components', '/api/openapi.json', '/metrics'])
      expect(
        (
          await stranger.send('GET', path, {
            headers: { [VIEW_KEY_HEADER]: key, 'x-forwarded-for': '192.0.2.1' },
          })
        ).status,
      ).not.toBe(200)
    expect(allowed).toEqual([])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(
        (
          await stranger.send(method, `/api/view/topology/${idOf('shop')}`, {
            headers: { [VIEW_KEY_HEADER]: key },
          })
        ).status,
      ).toBe(401)
  })

  test('is held up after many wrong keys, but not a screen that showed the view before', async () => {
    const proxied = await startTestApp({
      database: app.database,
      environment: { TRUSTED_PROXIES: 'loopback' },
    })
    const from = (address: string, key: string) =>
      proxied.browser().send('GET', `/api/view/topology/${idOf('shop')}`, {
        headers: { [VIEW_KEY_HEADER]: key, 'x-forwarded-for': address },
      })
    const key = await share('shop')
    expect((await from('192.0.2.7', key)).status).toBe(200)
    const statuses = []
    for (let guess = 0; guess < 61; guess += 1)
      statuses.push((await from('192.0.2.7', `guess ${guess}`)).status)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]))
    expect(statuses[60]).toBe(429)
    expect((await from('192.0.2.7', key)).status).toBe(200)
    expect((await from('192.0.2.8', key)).status).toBe(200)
    await proxied.stop()
  })

  test('finds nothing while the installation has public views switched off, and nobody can share', async () => {
    const { pool } = app.database
    const key = await share('shop')
    const inForce = async () => (await admin.send('GET', '/api/topology/shares')).body.enabled
    await pool.query(`insert into core.properties (name, value) values ('topology.publicViews', 'false')`)
    await until(async () => (await inForce()) === false)
    expect((await view(idOf('shop'), key)).body.error).toBe('Component not found')
    const { status, body } = await admin.send('POST', `/api/topology/${idOf('edge')}/share`, { body: health })
    expect([status, body.error]).toEqual([409, 'Public views are switched off in this installation'])
    await pool.query(`delete from core.properties where name = 'topology.publicViews'`)
    await until(async () => (await inForce()) === true)
    expect((await view(idOf('shop'), key)).status).toBe(200)
  })
})

describe('sharing', () => {
  test('is for administrators alone, and the role table says so', async () => {
    const { routes } = app.app.gates
    const sharing = routes.filter(({ path }) => path.startsWith('/topology/{id}/share'))
    expect(sharing.map(({ access }) => access)).toEqual(
      sharing.map(() => ({ resource: 'rbac', action: 'write' })),
    )
    for (const role of roles.filter((each) => each !== 'admin')) {
      const { browser } = await app.person(`share.${role}@example.com`, [role])
      const { status } = await browser.send('POST', `/api/topology/${idOf('shop')}/share`, { body: health })
      expect(status).toBe(403)
    }
    expect((await admin.send('GET', '/api/topology/shares')).body.shares).toEqual([])
  })

  test('keeps no key: another link ends the old one, and so does withdrawing, at once', async () => {
    const first = await share('shop')
    const { rows } = await app.database.pool.query('select * from core.topology_shares')
    expect(JSON.stringify(rows)).not.toContain(first)
    const renewed = await admin.send('POST', `/api/topology/${idOf('shop')}/share/link`)
    const second = new URLSearchParams(new URL(renewed.body.url).hash.slice(1)).get('key') ?? ''
    expect((await view(idOf('shop'), first)).status).toBe(404)
    expect((await view(idOf('shop'), second)).status).toBe(200)
    await admin.send('DELETE', `/api/topology/${idOf('shop')}/share`)
    expect((await view(idOf('shop'), second)).status).toBe(404)
  })

  test('is listed with who did it, what is shown, and when it was seen', async () => {
    const key = await share('shop', { properties: true, messages: false })
    await view(idOf('shop'), key)
    const { body } = await admin.send('GET', '/api/topology/shares')
    expect(body).toMatchObject({
      enabled: true,
      shares: [
        {
          component_id: idOf('shop'),
          name: 'shop',
          deleted: false,
          properties: true,
          messages: false,
          last_seen_at: expect.any(String),
        },
      ],
    })
    expect(body.shares[0].shared_by).not.toBe('')
  })

  test('refuses what is not there or is shared already, and says so', async () => {
    await share('shop')
    const answerOf = async (method: string, path: string, body?: unknown) => {
      const answer = await admin.send(method, `/api/topology/${path}`, body === undefined ? {} : { body })
      return `${answer.status} ${answer.body.error}`
    }
    expect(await answerOf('POST', `${nobody}/share`, health)).toBe('404 Component not found')
    expect(await answerOf('POST', `${idOf('shop')}/share`, health)).toBe(
      '409 This component is shared already',
    )
    expect(await answerOf('POST', `${idOf('edge')}/share`, { properties: 'yes' })).toMatch(
      /^400 properties: /,
    )
    for (const [method, path] of [
      ['PUT', 'share'],
      ['POST', 'share/link'],
      ['DELETE', 'share'],
    ] as const)
      expect(await answerOf(method, `${idOf('edge')}/${path}`, method === 'PUT' ? health : undefined)).toBe(
        '404 This component is not shared',
      )
  })

  test('is in the audit log, without keys', async () => {
    const key = await share('cart')
    await admin.send('PUT', `/api/topology/${idOf('cart')}/share`, {
      body: { properties: true, messages: false },
    })
    await admin.send('POST', `/api/topology/${idOf('cart')}/share/link`)
    await admin.send('DELETE', `/api/topology/${idOf('cart')}/share`)
    const { rows } = await app.database.pool.query(
      `select action, resource_name, before, after from core.audit_log
       where resource = 'topology_shares' and resource_id = $1 order by id`,
      [idOf('cart')],
    )
    expect(rows).toEqual([
      { action: 'share', resource_name: 'cart', before: null, after: health },
      { action: 'update', resource_name: 'cart', before: { properties: false }, after: { properties: true } },
      { action: 'renew-link', resource_name: 'cart', before: null, after: {} },
      {
        action: 'withdraw',
        resource_name: 'cart',
        before: { properties: true, messages: false },
        after: null,
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(key)
  })
})

test('a hundred screens cost one computation a second', async () => {
  const key = await share('shop')
  await view(idOf('shop'), key)
  const answers = await Promise.all(Array.from({ length: 100 }, () => view(idOf('shop'), key)))
  // Each computation has its own time.
  expect(new Set(answers.map(({ body }) => body.at)).size).toBeLessThanOrEqual(10)
})
