import { type Role, roles } from '@binnacle/contract/access'
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { DataSchema } from '@binnacle/contract/schema'
import { PostgrestClient } from '@supabase/postgrest-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let browser: TestBrowser

/** The client that the web application uses, with the session of a browser. */
function clientOf({ cookies }: TestBrowser) {
  return new PostgrestClient<DataSchemas>(`${app.url}/api/db`, {
    schema: 'api',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
}

type DataSchemas = { api: DataSchema }

const spec = (name: string, more: object = {}) => ({
  schedule: '@every 365d',
  tcp: [{ name, endpoint: '127.0.0.1:1' }],
  ...more,
})

async function createCanary(name: string): Promise<string> {
  const answer = await browser.send('POST', '/api/db/canaries?select=id', {
    body: { name, namespace: 'data', spec: spec(`${name} port`), source: 'UI' },
    headers: { prefer: 'return=representation' },
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body[0].id
}

/** Someone with one role, signed in. */
async function someoneAs(role: Role): Promise<TestBrowser> {
  const { pool } = app.database
  await pool.query('delete from core.people_roles where person_id = (select id from core.people limit 1)')
  await pool.query('insert into core.people_roles (person_id, role) select id, $1 from core.people limit 1', [
    role,
  ])
  return app.signedIn()
}

beforeAll(async () => {
  app = await startTestApp()
  browser = await app.signedIn()
})

describe('the data service of the product', () => {
  test('refuses strangers, under both paths', async () => {
    for (const path of ['/api/db/checks', '/db/checks', '/api/db', '/api/db/nothing'])
      expect(await app.browser().send('GET', path)).toMatchObject({ status: 401 })
  })

  test('has its paths with and without the prefix, with slashes doubled [API-008, API-009]', async () => {
    for (const path of ['/api/db/agents', '/db/agents', '/api//db/agents', '//db//agents'])
      expect(await browser.send('GET', `${path}?select=id,name`)).toMatchObject({
        status: 200,
        body: [{ id: LOCAL_AGENT_ID, name: 'local' }],
      })
  })

  test('filters by eq, in, is.null and ilike, and by the comparisons [API-001]', async () => {
    const id = await createCanary('filters')
    for (const filter of [
      `id=eq.${id}`,
      `id=in.(${id},${LOCAL_AGENT_ID})`,
      'name=eq.filters&deleted_at=is.null',
      'name=ilike.*ILTER*',
      'name=neq.other&name=gt.filter&name=gte.filters&name=like.filters',
    ])
      expect(await browser.send('GET', `/api/db/canaries?select=name&${filter}`)).toMatchObject({
        status: 200,
        body: [{ name: 'filters' }],
      })
    expect(await browser.send('GET', '/api/db/canaries?id=in.()')).toMatchObject({ status: 200, body: [] })
  })

  test('pages with limit and offset, and says the total when asked [API-002, API-003, API-004]', async () => {
    for (const name of ['page 1', 'page 2', 'page 3']) await createCanary(name)
    const answer = await browser.send(
      'GET',
      '/api/db/canaries?select=name&name=like.page*&order=name&limit=2&offset=1',
      { headers: { prefer: 'count=exact' } },
    )
    expect(answer.body).toEqual([{ name: 'page 2' }, { name: 'page 3' }])
    expect(answer.headers.get('content-range')).toBe('1-2/3')
    const none = await browser.send('GET', '/api/db/canaries?name=eq.none', {
      headers: { prefer: 'count=exact' },
    })
    expect(none.headers.get('content-range')).toBe('*/0')
  })

  test('lists the newest first unless told otherwise [API-005]', async () => {
    for (const name of ['order a', 'order b', 'order c']) await createCanary(name)
    const listed = await browser.send('GET', '/api/db/canaries?select=name&name=like.order*')
    expect(listed.body).toEqual([{ name: 'order c' }, { name: 'order b' }, { name: 'order a' }])
    expect(listed.headers.get('content-location')).toBe('/api/db/canaries?name=like.order*&select=name')
    const counted = await browser.send('GET', '/api/db/canaries?select=count()&name=like.order*')
    expect(counted.body).toEqual([{ count: 3 }])
  })

  test('answers clients that send JSON and ask for the representation [API-006, API-007]', async () => {
    const id = await createCanary('representation')
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const changed = await browser.send('PATCH', `/api/db/canaries?id=eq.${id}`, {
      body: { id, labels: { team: 'web' }, created_at: 'now()', unknown: 1 },
      headers: { ...headers, prefer: 'return=representation, count=exact' },
    })
    expect(changed).toMatchObject({ status: 200, body: [{ id, labels: { team: 'web' } }] })
    expect(changed.headers.get('content-range')).toBe('0-0/1')
  })

  test('answers in JSON whose shape the schema describes [API-010]', async () => {
    const described = await browser.send('GET', '/api/db/')
    expect(described.status).toBe(200)
    expect(Object.keys(described.body.definitions)).toContain('check_statuses')
    expect(Object.keys(described.body.paths)).toContain('/canaries')
  })

  test('says who holds which role [RBAC-003]', async () => {
    const me = await browser.send('GET', '/api/auth/whoami')
    const { id } = me.body.payload.user
    expect(await browser.send('GET', `/api/db/people_roles?id=in.(${id})`)).toMatchObject({
      status: 200,
      body: [{ id, roles: ['admin'] }],
    })
  })

  test('shows what is known of checks, canaries, people and jobs [CHK-015, CHK-016, CHK-017, CHK-023]', async () => {
    const id = await createCanary('everything')
    const checks = await browser.send(
      'GET',
      `/api/db/checks?canary_id=eq.${id}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name)`,
    )
    expect(checks).toMatchObject({
      status: 200,
      body: [
        {
          name: 'everything port',
          type: 'tcp',
          canaries: { id, name: 'everything', source: 'UI' },
          agents: { id: LOCAL_AGENT_ID, name: 'local' },
        },
      ],
    })
    const [check] = checks.body
    const single = await browser.send(
      'GET',
      `/api/db/checks?id=eq.${check.id}&select=id,name,icon,status,type`,
    )
    expect(single.body).toHaveLength(1)
    const history = `/api/db/check_statuses?check_id=eq.${check.id}&time=gt.2020-01-01T00:00:00Z&order=time.desc`
    await until(async () => (await browser.send('GET', history)).body.length > 0)
    const first = await browser.send('GET', `${history}&status=eq.0&duration=gte.0&limit=50&offset=0`, {
      headers: { prefer: 'count=exact' },
    })
    expect(first.body).toMatchObject([{ status: false, state: 'unhealthy' }])
    expect(first.headers.get('content-range')).toBe('0-0/1')
    // Older results of each state, as a client filters and pages them.
    await app.database.pool.query(
      `insert into core.check_statuses (check_id, time, state, duration)
       values ($1, '2020-01-02', 'healthy', 5), ($1, '2020-01-03', 'unknown', 0), ($1, '2020-01-04', 'healthy', 900)`,
      [check.id],
    )
    const daysOf = async (query: string) => {
      const { body } = await browser.send('GET', `${history}&time=lt.2020-02-01T00:00:00Z&${query}`)
      return body.map(({ time, status }: { time: string; status: boolean }) => [time.slice(0, 10), status])
    }
    expect(await daysOf('')).toEqual([
      ['2020-01-04', true],
      ['2020-01-03', false],
      ['2020-01-02', true],
    ])
    expect(await daysOf('status=eq.1&limit=1&offset=1')).toEqual([['2020-01-02', true]])
    expect(await daysOf('duration=gte.900')).toEqual([['2020-01-04', true]])
    for (const [path, body] of [
      [`canaries?id=eq.${id}&select=id,source,spec,name,namespace`, [{ id, source: 'UI' }]],
      [`canary_names?id=eq.${id}`, [{ id, name: 'everything' }]],
      [
        `canaries_with_status?id=eq.${id}&select=name,schedule`,
        [{ name: 'everything', schedule: '@every 365d' }],
      ],
      [`check_summary?id=eq.${check.id}&select=canary_name`, [{ canary_name: 'everything' }]],
      [`check_names?id=eq.${check.id}&select=name`, [{ name: 'everything port' }]],
      ['agents?select=id,name,description', [{ name: 'local' }]],
      ['people?select=*&order=name.asc', [{ email: 'admin@example.com' }]],
      ['identities?select=traits,state', [{ traits: { email: 'admin@example.com' }, state: 'active' }]],
    ] as const)
      expect(await browser.send('GET', `/api/db/${path}`)).toMatchObject({ status: 200, body })
    for (const path of ['job_histories?limit=1', 'job_history_names', 'check_labels'])
      expect(await browser.send('GET', `/api/db/${path}`)).toMatchObject({ status: 200 })
  })

  test('never shows a secret of a spec', async () => {
    const made = await browser.send('POST', '/api/db/canaries', {
      body: {
        name: 'with a secret',
        spec: {
          http: [
            {
              name: 'secret',
              url: 'http://127.0.0.1:1/',
              headers: [{ name: 'Authorization', value: 'hunter2' }],
            },
          ],
        },
      },
      headers: { prefer: 'return=representation' },
    })
    expect(made.status).toBe(201)
    const checks = await browser.send('GET', `/api/db/checks?canary_id=eq.${made.body[0].id}`)
    for (const { body } of [made, checks]) {
      expect(JSON.stringify(body)).toContain('***')
      expect(JSON.stringify(body)).not.toMatch(/hunter2|sealed:/)
    }
  })

  test('writes canaries by the rules of health, all or nothing', async () => {
    const id = await createCanary('rules')
    const wrong = await browser.send('POST', '/api/db/canaries', {
      body: [
        { name: 'good', spec: spec('good') },
        { name: 'bad', spec: { tcp: [{ name: 'bad', endpoin: 'x:1' }] } },
      ],
    })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'EINVALID' } })
    expect(wrong.body.message).toContain('endpoin')
    expect((await browser.send('GET', '/api/db/canaries?name=in.(good,bad)')).body).toEqual([])
    const removed = await browser.send('PATCH', `/api/db/canaries?id=eq.${id}`, {
      body: { deleted_at: 'now()' },
      headers: { prefer: 'return=representation' },
    })
    expect(removed).toMatchObject({ status: 200, body: [{ id, deleted_at: expect.any(String) }] })
    const checks = await browser.send('GET', `/api/db/checks?canary_id=eq.${id}&deleted_at=is.null`)
    expect(checks.body).toEqual([])
  })

  test('refuses to change or delete everything at once', async () => {
    expect(await browser.send('DELETE', '/api/db/agents')).toMatchObject({
      status: 400,
      body: { message: 'DELETE requires a WHERE clause' },
    })
  })

  test('refuses what is read only, and what nobody opened', async () => {
    for (const path of ['check_statuses?check_id=eq.x', 'people?id=eq.x'])
      expect(
        (await browser.send('PATCH', `/api/db/${path}`, { body: { name: 'x' } })).status,
      ).toBeGreaterThan(399)
    expect(await browser.send('GET', '/api/db/sessions')).toMatchObject({ status: 404 })
  })
})

describe('typed by the schema', () => {
  test('the client of the web application is answered', async () => {
    const client = clientOf(browser)
    const added = await client.from('teams').insert({ name: 'typed' }).select('id').single()
    const id = added.data?.id ?? ''
    const { data, count, error } = await client
      .from('teams')
      .select('name,icon,team_members(person_id)', { count: 'exact' })
      .eq('id', id)
      .is('deleted_at', null)
      .order('name')
      .range(0, 9)
    expect(error).toBeNull()
    expect(count).toBe(1)
    expect(data).toEqual([{ name: 'typed', icon: null, team_members: [] }])
    const one = await client.from('teams').select('name').eq('id', id).single()
    expect(one.data).toEqual({ name: 'typed' })
    const changed = await client.from('teams').update({ icon: 'bug' }).eq('id', id).select('icon')
    expect(changed.data).toEqual([{ icon: 'bug' }])
    const missing = await client.from('teams').select('name').eq('id', LOCAL_AGENT_ID).maybeSingle()
    expect(missing.data).toBeNull()
    const nothing = await client.from('teams').select('name').eq('id', LOCAL_AGENT_ID).single()
    expect(nothing.error?.code).toBe('PGRST116')
  })
})

describe('roles', () => {
  test.each(roles)('%s may do what the role table says', async (role) => {
    const person = await someoneAs(role)
    const reads = async (name: string) => (await person.send('GET', `/api/db/${name}?limit=1`)).status
    expect(await reads('checks')).toBe(200)
    expect(await reads('people_roles')).toBe(200)
    expect(await reads('identities')).toBe(role === 'admin' || role === 'editor' ? 200 : 403)
    const embeds = async (relation: string, select: string) =>
      (await person.send('GET', `/api/db/${relation}?select=${select}&limit=1`)).status
    expect(await embeds('canaries', 'name,created_by(id,name,avatar)')).toBe(200)
    expect(await embeds('people', 'name,connections(name)')).toBe(
      role === 'admin' || role === 'editor' ? 200 : 403,
    )
    const written = await person.send('POST', '/api/db/canaries', {
      body: { name: `by ${role}`, spec: spec('x') },
    })
    expect(written.status).toBe(role === 'admin' || role === 'editor' ? 201 : 403)
    const agents = await person.send('POST', '/api/db/agents', { body: { name: `agent of ${role}` } })
    expect(agents.status).toBe(role === 'admin' || role === 'editor' ? 201 : 403)
  })
})
