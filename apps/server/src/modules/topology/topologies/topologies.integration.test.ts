import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'

let app: TestApp
let admin: TestBrowser
let target: Server
let url: string
/** What the target answers, by path. */
const answers = new Map<string, unknown>()

beforeAll(async () => {
  target = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer === undefined) response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => void target.listen(0, '127.0.0.1', resolve))
  const address = target.address()
  if (address === null || typeof address === 'string') throw new Error('the target has no port')
  url = `http://127.0.0.1:${address.port}`
  app = await startTestApp()
  admin = await app.signedIn()
})
afterAll(() => new Promise((resolve) => target.close(resolve)))

const spec = () => ({
  schedule: '@never',
  type: 'System',
  icon: 'shop',
  components: [
    { name: 'storage', type: 'Database', health: 'healthy', components: [{ name: 'disk', type: 'Disk' }] },
    {
      name: 'services',
      type: 'Service',
      icon: 'cube',
      lookup: {
        http: [{ name: 'list', url: `${url}/services`, display: { expr: 'json.services.toJSON()' } }],
      },
      forEach: {
        components: [{ name: '{{.component.name}} cache', type: 'Cache' }],
        properties: [{ name: 'tier', text: '$(.component.labels.tier)' }],
      },
    },
  ],
})
const services = (...names: string[]) => ({
  services: names.map((name) => ({ name, labels: { tier: `tier of ${name}` }, health: 'healthy' })),
})
const create = (name: string, value: object = spec(), more: object = {}) =>
  admin.send('POST', '/api/topologies', { body: { name, spec: value, ...more } })
const componentsOf = async (id: string) => {
  const { rows } = await app.database.pool.query(
    `select components.name, components.type, parent.name as parent, components.external_id from core.components
     left join core.components as parent on parent.id = components.parent_id
     where components.topology_id = $1 and components.deleted_at is null order by components.name collate "C"`,
    [id],
  )
  return rows
}

describe('a topology', () => {
  let id: string

  test('is shown before it is saved', async () => {
    answers.set('/services', services('web', 'api'))
    const { status, body } = await admin.send('POST', '/api/topologies/preview', {
      body: { name: 'shop', spec: spec() },
    })
    expect(body.errors).toEqual([])
    expect(status).toBe(200)
    expect(body.count).toBe(7)
    expect(body.components).toMatchObject([
      {
        name: 'shop',
        type: 'System',
        health: 'healthy',
        components: [
          { name: 'storage', components: [{ name: 'disk' }] },
          {
            name: 'web',
            type: 'Service',
            icon: 'cube',
            properties: [{ name: 'tier', text: 'tier of web' }],
            components: [{ name: 'web cache', type: 'Cache' }],
          },
          { name: 'api' },
        ],
      },
    ])
  })

  test('is created with its defaults, runs, and keeps its components by their ids [SET-018]', async () => {
    const made = await create('shop')
    expect(made.body).toMatchObject({ name: 'shop', namespace: 'default', source: 'UI', labels: {} })
    expect(made.status).toBe(201)
    id = made.body.id
    const run = await admin.send('POST', `/api/run/topology/${id}`)
    expect(run.body).toMatchObject({
      name: 'Topology',
      status: 'SUCCESS',
      resource_type: 'topology',
      details: { added: 7, complete: true },
    })
    expect(await componentsOf(id)).toMatchObject([
      { name: 'api', parent: 'shop' },
      { name: 'api cache', parent: 'api' },
      { name: 'disk', parent: 'storage', external_id: 'shop/Database/storage/Disk/disk' },
      { name: 'shop', parent: null },
      { name: 'storage', parent: 'shop' },
      { name: 'web', parent: 'shop' },
      { name: 'web cache', parent: 'web' },
    ])
  })

  test('a component is at risk while one that it depends on is unhealthy, as long as the spec says so', async () => {
    answers.set('/needy', services('mail', 'chat'))
    const needing = (ref: string) => ({
      schedule: '@never',
      components: [
        { name: 'database', health: 'unhealthy' },
        { name: 'cache', namespace: 'fast', health: 'unhealthy' },
        { name: 'front', health: 'healthy', relationships: [{ type: 'dependsOn', ref }, { ref: 'nobody' }] },
        { name: 'docs', health: 'healthy', relationships: [{ type: 'providesApis', ref: 'database' }] },
        {
          name: 'services',
          lookup: {
            http: [{ name: 'list', url: `${url}/needy`, display: { expr: 'json.services.toJSON()' } }],
          },
          forEach: {
            relationships: [
              { ref: '{{if eq .component.name "mail"}}fast/cache{{else}}{{.component.name}}{{end}}' },
            ],
          },
        },
      ],
    })
    const { body: made } = await create('needs', needing('database'))
    const run = await admin.send('POST', `/api/run/topology/${made.id}`)
    expect(run.body.details.errors).toEqual([
      'front depends on "nobody", which this topology does not have',
      'chat depends on itself, which says nothing',
    ])
    const risky = async () => {
      const { body } = await admin.send('GET', '/api/topology/graph')
      return body.nodes
        .filter((node: { at_risk: boolean }) => node.at_risk)
        .map(({ name }: { name: string }) => name)
        .sort()
    }
    await until(async () => (await risky()).length === 2)
    expect(await risky()).toEqual(['front', 'mail'])

    const { revision } = (await admin.send('GET', `/api/topologies/${made.id}`)).body
    const changed = await admin.send('PUT', `/api/topologies/${made.id}`, {
      body: { name: 'needs', spec: needing('docs'), revision },
    })
    expect(changed.status).toBe(200)
    await admin.send('POST', `/api/run/topology/${made.id}`)
    await until(async () => (await risky()).length === 1)
    await admin.send('DELETE', `/api/topologies/${made.id}`)
  })

  test('keeps what a failed lookup did not see, and says why', async () => {
    answers.delete('/services')
    const run = await admin.send('POST', `/api/run/topology/${id}`)
    expect(run.body).toMatchObject({ status: 'WARNING', details: { complete: false } })
    expect(run.body.details.errors[0]).toContain('components[1].lookup.http[0]: status 500')
    expect(await componentsOf(id)).toHaveLength(7)
    const shown = await admin.send(
      'GET',
      `/api/db/topologies_with_status?id=eq.${id}&select=error,job_status`,
    )
    expect(shown.body).toMatchObject([
      { error: expect.stringContaining('status 500'), job_status: 'WARNING' },
    ])
  })

  test('keeps what is not in an answer of another shape, and says what is wrong with it', async () => {
    answers.set('/services', { services: [{ title: 'web' }, { title: 'api' }] })
    const run = await admin.send('POST', `/api/run/topology/${id}`)
    expect(run.body).toMatchObject({
      status: 'WARNING',
      details: {
        complete: false,
        errors: [
          'components[1].lookup.http[0]: item 1 has no name',
          'components[1].lookup.http[0]: item 2 has no name',
        ],
      },
    })
    expect(await componentsOf(id)).toHaveLength(7)
  })

  test('deletes what a whole run does not see any more', async () => {
    answers.set('/services', services('web'))
    await admin.send('POST', `/api/run/topology/${id}`)
    expect(await componentsOf(id)).toHaveLength(5)
  })
})

test('a topology says that an earlier one has its component too, in its job history and on its page', async () => {
  const payments = {
    type: 'virtual',
    components: [{ name: 'payments', type: 'Service', externalID: 'pay-1' }],
  }
  // A topology that is saved runs at once, and a second run beside that one is refused.
  const runOf = (id: string) =>
    until(async () => {
      const run = await admin.send('POST', `/api/run/topology/${id}`)
      return run.status === 200 ? run.body : undefined
    })
  const [first, second] = [await create('claims first', payments), await create('claims second', payments)]
  await runOf(first.body.id)
  const run = await runOf(second.body.id)
  const problem =
    'payments (pay-1): the topology default/claims first has the same external id and type, so each topology shows its own card'
  expect(run).toMatchObject({ status: 'WARNING', details: { complete: true, errors: [problem] } })
  const shown = await admin.send('GET', `/api/db/topologies_with_status?id=eq.${second.body.id}&select=error`)
  expect(shown.body).toEqual([{ error: problem }])
  // The one that was there first has done nothing wrong.
  expect(await runOf(first.body.id)).toMatchObject({ status: 'SUCCESS' })
  await admin.send('DELETE', `/api/topologies/${first.body.id}`)
  expect(await runOf(second.body.id)).toMatchObject({ status: 'SUCCESS' })
})

describe('what people write', () => {
  const secretSpec = {
    schedule: '@never',
    components: [
      {
        name: 'a',
        lookup: {
          http: [{ name: 'q', url, username: 'u', password: 'hunter2-hunter2', display: { expr: "''" } }],
        },
      },
    ],
  }
  const body = () => {
    const copy = structuredClone(secretSpec)
    const [http] = copy.components[0]?.lookup.http ?? []
    if (http !== undefined) http.url = `${url}/services`
    return copy
  }

  test('stores nothing of a run that found far more than there is, until a person runs it', async () => {
    const many = services(...Array.from({ length: 2_000 }, (_, number) => `service ${number}`))
    answers.set('/growing', services('web', 'api'))
    const lookup = {
      http: [{ name: 'list', url: `${url}/growing`, display: { expr: 'json.services.toJSON()' } }],
    }
    const components = [{ name: 'services', type: 'Service', lookup }]
    const { body } = await create('growing', { schedule: '@every 1s', components })
    await until(async () => (await componentsOf(body.id)).length === 3, 60_000)
    answers.set('/growing', many)
    const error = async () =>
      (await app.database.pool.query('select error from core.topologies where id = $1', [body.id])).rows[0]
        .error
    await until(async () => (await error()) !== null, 60_000)
    expect(await error()).toBe(
      'the run found 2001 components where there are 3, so nothing of it was stored; run the topology manually if this is right',
    )
    expect(await componentsOf(body.id)).toHaveLength(3)
    await until(
      async () => (await admin.send('POST', `/api/run/topology/${body.id}`)).body.status === 'SUCCESS',
    )
    expect(await componentsOf(body.id)).toHaveLength(2_001)
    await admin.send('DELETE', `/api/topologies/${body.id}`)
  })

  test('keeps its secrets: reads show masks, and a mask that is written back keeps the secret', async () => {
    const made = await create('secret', body())
    expect(made.status).toBe(201)
    const shown = await admin.send('GET', `/api/topologies/${made.body.id}`)
    expect(JSON.stringify(shown.body)).not.toContain('hunter2')
    expect(shown.body.text).toContain('***')
    const saved = await admin.send('PUT', `/api/topologies/${made.body.id}`, {
      body: { name: 'secret', text: `${shown.body.text}\n# kept\n`, revision: shown.body.revision },
    })
    expect(saved.status).toBe(200)
    expect(saved.body.text).toContain('# kept')
    const { rows } = await app.database.pool.query('select spec::text from core.topologies where id = $1', [
      made.body.id,
    ])
    expect(rows[0].spec).toContain('sealed:v1:')
    expect(rows[0].spec).not.toContain('hunter2')
    const stale = await admin.send('PUT', `/api/topologies/${made.body.id}`, {
      body: { name: 'secret', spec: body(), revision: shown.body.revision },
    })
    expect(stale.status).toBe(409)
  })

  test('is refused with the place of each problem', async () => {
    const { status, body: answer } = await create('wrong', { components: [{ name: 'a', labls: {} }] })
    expect(status).toBe(400)
    expect(answer.problems ?? answer.fields ?? answer).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ path: 'spec.components[0].labls' })]),
    )
  })

  test('goes through the data service too, with the source and the namespace of forms [SET-018]', async () => {
    const row = { name: 'by form', namespace: 'default', labels: { a: 'b' }, spec: spec(), source: 'UI' }
    const added = await admin.send('POST', '/api/db/topologies', {
      body: row,
      headers: { prefer: 'return=representation' },
    })
    expect(added.status).toBe(201)
    const [{ id }] = added.body
    expect(added.body).toMatchObject([{ name: 'by form', source: 'UI', labels: { a: 'b' } }])
    await admin.send('PATCH', `/api/db/topologies?id=eq.${id}`, { body: { deleted_at: 'now()' } })
    expect((await admin.send('GET', `/api/topologies/${id}`)).status).toBe(404)
  })

  test('may be read by all, written by editors, and previewed by those who may write', async () => {
    const { browser } = await app.person('viewer@example.com', ['viewer'])
    const list = await browser.send('GET', '/api/db/topologies?select=name&limit=1')
    expect(list.status).toBe(200)
    for (const [method, path] of [
      ['POST', '/api/topologies'],
      ['POST', '/api/topologies/preview'],
      ['POST', '/api/topologies/from-catalog'],
      ['POST', '/api/push/topology'],
    ] as const)
      expect((await browser.send(method, path, { body: { name: 'x', spec: spec() } })).status).toBe(403)
  })
})

describe('the deletion of a topology', () => {
  test('takes its components along, also while it runs', async () => {
    const made = await create('gone')
    await admin.send('POST', `/api/run/topology/${made.body.id}`)
    expect(await componentsOf(made.body.id)).not.toHaveLength(0)
    expect((await admin.send('DELETE', `/api/topologies/${made.body.id}`)).status).toBe(200)
    expect(await componentsOf(made.body.id)).toHaveLength(0)
    expect((await admin.send('POST', `/api/run/topology/${made.body.id}`)).status).toBe(404)
  })
})

describe('a pushed tree', () => {
  const push = (body: object) => admin.send('POST', '/api/push/topology', { body })

  test('becomes its own topology, which never runs here', async () => {
    const first = await push({
      name: 'far',
      namespace: 'edge',
      components: [{ name: 'a', type: 'Node', health: 'unhealthy' }, { name: 'b' }],
    })
    expect(first.body).toMatchObject({ count: 3, added: 3, errors: [] })
    const again = await push({ name: 'far', namespace: 'edge', components: [{ name: 'a', type: 'Node' }] })
    expect(again.body).toMatchObject({ id: first.body.id, count: 2, deleted: 1 })
    const { body } = await admin.send('GET', `/api/topologies/${first.body.id}`)
    expect(body).toMatchObject({ name: 'far', namespace: 'edge', source: 'Push' })
    expect((await admin.send('POST', `/api/run/topology/${first.body.id}`)).status).toBe(422)
    const changed = await admin.send('PUT', `/api/topologies/${first.body.id}`, {
      body: { name: 'x', spec: spec() },
    })
    expect(changed.status).toBe(409)
    expect((await admin.send('DELETE', `/api/topologies/${first.body.id}`)).status).toBe(200)
  })

  test('has its selectors and those of teams followed before it is answered', async () => {
    const { pool } = app.database
    await pool.query(
      `insert into core.config_items (id, external_id, type, name, config_class)
       values (core.new_id(), '{pushed-1}', 'Pushed::Db', 'orders', 'Database')`,
    )
    await push({ name: 'near', components: [{ name: 'edge 0', type: 'Edge' }] })
    const team = await admin.send('POST', '/api/db/teams', {
      body: { name: 'edges', spec: { components: [{ types: ['Edge'] }] } },
      headers: { prefer: 'return=representation' },
    })
    const found = async () => {
      const { rows } = await pool.query<{ name: string }>(
        `select components.name from core.team_components
         join core.components on components.id = team_components.component_id
         where team_id = $1 order by 1`,
        [team.body[0].id],
      )
      return rows.map(({ name }) => name)
    }
    // What follows the saved team is over then.
    await until(async () => (await found()).join() === 'edge 0')
    const pushed = await push({
      name: 'near',
      components: [
        { name: 'edge 0', type: 'Edge' },
        { name: 'edge 1', type: 'Edge', configs: [{ types: ['Pushed::Db'] }] },
        { name: 'group', selectors: [{ types: ['Edge'] }] },
      ],
    })
    expect(pushed.body).toMatchObject({ added: 2, errors: [] })
    expect(await found()).toEqual(['edge 0', 'edge 1'])
    const { rows } = await pool.query<{ link: string }>(
      `select above.name || ' > ' || below.name as link from core.component_relationships as link
       join core.components as above on above.id = link.relationship_id
       join core.components as below on below.id = link.component_id
       where above.topology_id = $1 and link.deleted_at is null
       union all
       select components.name || ' > ' || items.name from core.config_component_relationships as link
       join core.components on components.id = link.component_id
       join core.config_items as items on items.id = link.config_id
       where components.topology_id = $1 and link.deleted_at is null
       order by 1`,
      [pushed.body.id],
    )
    expect(rows.map(({ link }) => link)).toEqual(['edge 1 > orders', 'group > edge 0', 'group > edge 1'])
  })

  test('of an agent that is not known is refused', async () => {
    expect((await push({ name: 'far', agent: 'nowhere' })).status).toBe(400)
  })

  test('of an agent is found by its name and by its id', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into core.agents (name) values ('edge') returning id`,
    )
    const named = await push({ name: 'far', agent: 'edge' })
    const identified = await push({ name: 'far', agent: rows[0]?.id })
    expect(named.body).toMatchObject({ added: 1 })
    expect(identified.body).toMatchObject({ id: named.body.id, added: 0 })
  })
})

describe('a tree from the catalog', () => {
  test('is drawn by a rule, and can be saved and run', async () => {
    await app.database.pool.query(
      `insert into core.config_items (id, external_id, type, name, tags, health, config_class)
       values (core.new_id(), '{db-1}', 'AWS::RDS', 'orders', '{"account": "42", "region": "eu"}', 'unhealthy', 'Database'),
         (core.new_id(), '{vm-1}', 'AWS::EC2', 'web', '{"account": "42", "region": "us"}', 'healthy', 'Machine')`,
    )
    const drawn = await admin.send('POST', '/api/topologies/from-catalog', { body: { preset: 'accounts' } })
    expect(drawn.body).toMatchObject({
      errors: [],
      spec: { catalog: { by: ['tag:account', 'tag:region', 'type'] } },
      components: [
        {
          name: '42',
          type: 'account',
          health: 'unhealthy',
          components: [
            { name: 'eu', components: [{ name: 'AWS::RDS', components: [{ name: 'orders' }] }] },
            { name: 'us' },
          ],
        },
      ],
    })
    // Only the run that the test starts.
    const made = await create('accounts', { ...drawn.body.spec, schedule: '@never' })
    expect(made.status).toBe(201)
    await admin.send('POST', `/api/run/topology/${made.body.id}`)
    const result = await app.database.pool.query(
      'select name, health from core.components where topology_id = $1 and config_id is not null order by name',
      [made.body.id],
    )
    // Only their items say it, or what the last run saw would hide that an item is well again.
    expect(result.rows).toEqual([
      { name: 'orders', health: null },
      { name: 'web', health: null },
    ])
    const { rows } = await app.database.pool.query(
      `select items.name from core.config_component_relationships as link
       join core.config_items as items on items.id = link.config_id
       join core.components on components.id = link.component_id
       where components.topology_id = $1 and link.deleted_at is null order by 1`,
      [made.body.id],
    )
    expect(rows).toEqual([{ name: 'orders' }, { name: 'web' }])
  })
})
