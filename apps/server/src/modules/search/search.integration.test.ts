import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: TestBrowser
const representation = { prefer: 'return=representation' }

const tcp = (name: string, labels: Record<string, string>) => ({ name, endpoint: '127.0.0.1:1', labels })

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  await admin.send('POST', '/api/health/canaries', {
    body: {
      name: 'shop',
      namespace: 'sales',
      spec: {
        tcp: [tcp('Cart', { tier: 'web', app: 'shop' }), tcp('cellar_1', { tier: 'data' })],
        http: [{ name: 'front', url: 'http://127.0.0.1:1/', labels: { old: 'yes', tier: 'web' } }],
      },
    },
  })
  await admin.send('POST', '/api/health/canaries', {
    body: { name: 'mill', namespace: 'works', spec: { tcp: [tcp('wheel', { owner: 'carol' })] } },
  })
})

async function names(selectors: object[], limit?: number): Promise<string[]> {
  const { body } = await admin.send('POST', '/api/resources/search', {
    body: { checks: selectors, limit },
  })
  return body.checks.map((check: { name: string }) => check.name)
}

describe('the search of the resource pickers', () => {
  test('answers with what an option shows [API-011]', async () => {
    const { body } = await admin.send('POST', '/api/resources/search', {
      body: { checks: [{ search: 'cart' }], limit: 5 },
    })
    expect(body).toEqual({
      checks: [
        {
          id: expect.any(String),
          name: 'Cart',
          type: 'tcp',
          namespace: 'sales',
          agent: LOCAL_AGENT_ID,
          icon: null,
          tags: { tier: 'web', app: 'shop' },
        },
      ],
    })
  })

  test.each<[string, object[], string[]]>([
    ['the beginning of a name or of a label', [{ search: 'c' }], ['Cart', 'cellar_1', 'wheel']],
    ['wildcards taken literally', [{ search: 'cellar_' }, { search: 'c%' }], ['cellar_1']],
    ['types', [{ types: ['http'] }], ['front']],
    ['a namespace and types', [{ namespace: 'works', types: ['tcp'] }], ['wheel']],
    ['labels', [{ labelSelector: 'tier=web,!old' }], ['Cart']],
    ['labels that are not so', [{ namespace: 'sales', labelSelector: 'tier notin (web)' }], ['cellar_1']],
    ['a name', [{ name: 'front' }], ['front']],
    ['any of several selectors', [{ name: 'front' }, { name: 'wheel' }], ['front', 'wheel']],
    ['states', [{ namespace: 'sales', statuses: ['healthy'] }], []],
    ['agents', [{ name: 'front', agent: 'elsewhere' }], []],
    ['all agents', [{ name: 'front', agent: 'all' }], ['front']],
    ['nothing for a selector that says nothing', [{}], []],
  ])('chooses by %s', async (_, selectors, wanted) => {
    expect((await names(selectors)).toSorted()).toEqual(wanted)
  })

  test('holds at most so many, of each selector and of all', async () => {
    expect(await names([{ agent: 'all', search: 'c' }], 2)).toHaveLength(2)
    expect(await names([{ search: 'c', limit: 1 }, { name: 'front' }])).toHaveLength(2)
  })

  test('leaves out what is deleted, unless it is asked for', async () => {
    const { body } = await admin.send('POST', '/api/health/canaries', {
      body: { name: 'gone', namespace: 'gone', spec: { tcp: [tcp('ghost', {})] } },
    })
    await admin.send('DELETE', `/api/health/canaries/${body.id}`)
    expect(await names([{ name: 'ghost' }])).toEqual([])
    expect(await names([{ name: 'ghost', includeDeleted: true }])).toEqual(['ghost'])
  })

  test.each<[object, string]>([
    [{ checks: [{ labelSelector: '=x' }] }, 'checks[0].labelSelector'],
    [{ checks: [{ id: 'x' }] }, 'checks[0].id'],
    [{ checks: [{ limit: 0 }] }, 'checks[0].limit'],
    [{ checks: 'all' }, 'checks'],
    [{ limit: 100_000 }, 'limit'],
  ])('refuses %j and names the field', async (body, path) => {
    const answer = await admin.send('POST', '/api/resources/search', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.problems).toMatchObject([{ path }])
  })
})

test('a kind is not found while its feature is disabled; others are', async () => {
  const search = (body: object) => admin.send('POST', '/api/resources/search', { body })
  const checks = { checks: [{ search: 'c' }] }
  const { pool } = app.database
  await pool.query(`insert into core.properties (name, value) values ('health.disable', 'true')`)
  await until(async () => (await search(checks)).status === 404)
  expect((await search(checks)).body).toMatchObject({ error: 'The feature "health" is disabled' })
  expect((await search({ configs: [{}] })).body).toEqual({ configs: [] })
  await pool.query('delete from core.properties')
  await until(async () => (await search(checks)).status === 200)
})

describe('a saved query', () => {
  test('is kept under name, id and query, changed and deleted [API-012]', async () => {
    const id = '01900000-0000-7000-8000-00000000c0de'
    const kept = await admin.send('POST', '/api/db/saved_query', {
      body: { name: 'slow ones', id, query: 'latency > 1s' },
      headers: representation,
    })
    expect(kept.status).toBe(201)
    expect(kept.body).toMatchObject([{ id, name: 'slow ones', query: 'latency > 1s' }])
    await admin.send('PATCH', `/api/db/saved_query?id=eq.${id}`, { body: { query: 'latency > 2s' } })
    const { body } = await admin.send('GET', `/api/db/saved_query?id=eq.${id}&select=id,name,query`)
    expect(body).toEqual([{ id, name: 'slow ones', query: 'latency > 2s' }])
    await admin.send('DELETE', `/api/db/saved_query?id=eq.${id}`)
    expect((await admin.send('GET', `/api/db/saved_query?id=eq.${id}`)).body).toEqual([])
    const { body: changes } = await admin.send(
      'GET',
      `/api/db/audit_log?resource=eq.saved_query&resource_id=eq.${id}&order=created_at.asc&select=action`,
    )
    expect(changes).toEqual([{ action: 'create' }, { action: 'update' }, { action: 'delete' }])
  })

  test('without a query is refused, and names the column', async () => {
    const answer = await admin.send('POST', '/api/db/saved_query', { body: { name: 'empty' } })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('query')
  })
})
