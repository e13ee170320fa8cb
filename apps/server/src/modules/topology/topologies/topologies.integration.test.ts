import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'

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
  const { port } = target.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
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

  test('deletes what a whole run does not see any more', async () => {
    answers.set('/services', services('web'))
    await admin.send('POST', `/api/run/topology/${id}`)
    expect(await componentsOf(id)).toHaveLength(5)
  })
})
