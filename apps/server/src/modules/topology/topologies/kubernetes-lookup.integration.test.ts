import { type ApiServer, startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { deployShop, makeObject } from '@binnacle/clients/kubernetes/testing/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
let cluster: ApiServer

beforeAll(async () => {
  cluster = await startApiServer()
  deployShop(cluster)
  app = await startTestApp()
  admin = await app.signedIn()
  const made = await admin.send('POST', '/api/connections', {
    body: { name: 'cluster', type: 'kubernetes', certificate: cluster.kubeconfig() },
  })
  if (made.status !== 201) throw new Error(`there is no connection: ${JSON.stringify(made.body)}`)
})
afterAll(() => cluster.stop())

const connection = 'connection://default/cluster'
const create = (name: string, components: readonly object[]) =>
  admin.send('POST', '/api/topologies', { body: { name, spec: { schedule: '@never', components } } })

async function componentsOf(id: string) {
  const { rows } = await app.database.pool.query(
    `select components.name, type, namespace, status, health, labels ->> 'app' as app, properties
     from core.components where topology_id = $1 and deleted_at is null and parent_id is not null order by name`,
    [id],
  )
  return rows
}

test('a topology looks up components and their properties in a cluster, through a stored connection', async () => {
  const { status, body } = await create('cluster', [
    {
      type: 'Deployment',
      lookup: {
        kubernetes: [
          { name: 'deployments', connection, kind: 'Deployment', namespaceSelector: { name: 'shop' } },
        ],
      },
      properties: [
        {
          name: 'pods',
          lookup: {
            kubernetes: [
              {
                name: 'pods',
                connection,
                kind: 'Pod',
                resource: { labelSelector: 'app=web' },
                display: { expr: "results.map(r, r.Object.spec.nodeName).join(',')" },
              },
            ],
          },
        },
      ],
    },
  ])
  expect(status).toBe(201)
  const run = await admin.send('POST', `/api/run/topology/${body.id}`)
  expect(run.body).toMatchObject({ status: 'SUCCESS', details: { complete: true } })
  expect(await componentsOf(body.id)).toMatchObject([
    {
      name: 'web',
      type: 'Deployment',
      namespace: 'shop',
      health: 'healthy',
      app: 'web',
      properties: [{ name: 'pods', text: 'node-1' }],
    },
  ])
})

test('what is gone from the cluster is gone from the topology, and a refusal keeps what there is', async () => {
  const pod = cluster.put(makeObject('v1', 'Pod', 'import-1', { namespace: 'jobs' }))
  const { body } = await create('jobs', [
    {
      type: 'Pod',
      lookup: {
        kubernetes: [
          {
            name: 'pods',
            connection,
            kind: 'Pod',
            namespaceSelector: { name: 'jobs' },
            test: { expr: 'true' },
            display: {
              expr: "results.map(r, {'name': r.Object.metadata.name, 'health': r.Object.healthStatus.health}).toJSON()",
            },
          },
        ],
      },
    },
  ])
  const names = async () => (await componentsOf(body.id)).map(({ name }) => name)
  await admin.send('POST', `/api/run/topology/${body.id}`)
  expect(await names()).toEqual(['import-1'])

  cluster.refuse('/api/v1/namespaces/jobs/pods', { status: 403, message: 'pods is forbidden' })
  const refused = await admin.send('POST', `/api/run/topology/${body.id}`)
  expect(refused.body.details.errors[0]).toMatch(
    /^components\[0\]\.lookup\.kubernetes\[0\]: .*status 403, expected 200: pods is forbidden/,
  )
  expect(await names()).toEqual(['import-1'])

  cluster.refuse('/api/v1/namespaces/jobs/pods', undefined)
  cluster.remove(pod)
  await admin.send('POST', `/api/run/topology/${body.id}`)
  expect(await names()).toEqual([])
})

test('a kubeconfig in a topology is a secret', async () => {
  const { body } = await create('secretive', [
    { lookup: { kubernetes: [{ name: 'pods', kubeconfig: cluster.kubeconfig(), kind: 'Pod' }] } },
  ])
  const shown = await admin.send('GET', `/api/topologies/${body.id}`)
  expect(shown.body.text).toContain('***')
  expect(JSON.stringify(shown.body)).not.toContain(`127.0.0.1:${cluster.port}`)
})
