import { fieldsOf, textAt } from '@binnacle/health-rules/document'
import { problemsForTest, runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MOST_LISTS } from './objects.ts'
import { run } from './run.ts'
import { check } from './spec.ts'
import { type ApiServer, startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { customKind } from '@binnacle/clients/kubernetes/testing/kinds'
import { deployShop, makeObject } from '@binnacle/clients/kubernetes/testing/shop'

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer()
})
afterEach(() => server.stop())

const look = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, { kubeconfig: server.kubeconfig(), ...spec }, options)

/** Names of the objects that a check found, with their namespaces, in order. */
async function namesFor(spec: Record<string, unknown>): Promise<string[]> {
  const { data } = await look({ test: { expr: 'true' }, ...spec })
  const results = data?.().values?.['results']
  if (!Array.isArray(results)) throw new Error('there are no results')
  return results
    .map((one) =>
      [textAt(one, 'namespace'), textAt(one, 'name')].filter((part) => part !== undefined).join('/'),
    )
    .toSorted()
}

const crashing = (name: string, namespace = 'shop') =>
  makeObject('v1', 'Pod', name, {
    namespace,
    labels: { app: 'job' },
    spec: { containers: [{ name: 'job' }], restartPolicy: 'Always' },
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'job',
          ready: false,
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } },
        },
      ],
    },
  })

describe('objects', () => {
  test('of a kind are found, and scripts see each whole, with its health', async () => {
    deployShop(server)
    const outcome = await look({ kind: 'Deployment', healthy: true, ready: true })
    expect(outcome).toMatchObject({
      state: 'healthy',
      message: 'found 1 Deployment',
      details: { count: 1, objects: [{ name: 'web', namespace: 'shop', health: 'healthy', ready: true }] },
    })
    expect(outcome.data?.()).toMatchObject({
      values: {
        results: [
          {
            name: 'web',
            namespace: 'shop',
            labels: { app: 'web', team: 'shop' },
            health: 'healthy',
            Object: {
              apiVersion: 'apps/v1',
              kind: 'Deployment',
              spec: { replicas: 1 },
              healthStatus: { health: 'healthy', ready: true },
            },
          },
        ],
      },
    })
  })

  test('are chosen by name, wildcards, labels, fields and namespaces, and ignored by name', async () => {
    deployShop(server)
    deployShop(server, 'stage')
    server.put(crashing('import-1'))
    server.put(crashing('import-2', 'stage'))
    const pods = (spec: Record<string, unknown>) => namesFor({ kind: 'Pod', ...spec })
    expect(await pods({})).toEqual([
      'shop/import-1',
      'shop/web-5d9c-x7',
      'stage/import-2',
      'stage/web-5d9c-x7',
    ])
    expect(await pods({ resource: { name: 'import-1' } })).toEqual(['shop/import-1'])
    expect(await pods({ resource: { name: 'import-*' } })).toEqual(['shop/import-1', 'stage/import-2'])
    expect(
      await pods({ resource: { labelSelector: 'app=web' }, namespaceSelector: { name: 'shop' } }),
    ).toEqual(['shop/web-5d9c-x7'])
    expect(await pods({ resource: { fieldSelector: 'metadata.name!=import-1' }, ignore: ['web-*'] })).toEqual(
      ['stage/import-2'],
    )
    expect(await pods({ namespaceSelector: { name: 'st*' }, ignore: ['*-1', '*-2'] })).toEqual([
      'stage/web-5d9c-x7',
    ])
    expect(await pods({ namespaceSelector: { fieldSelector: 'metadata.name=stage' } })).toEqual([
      'stage/import-2',
      'stage/web-5d9c-x7',
    ])
  })

  test('of one namespace are read without the right to list namespaces', async () => {
    deployShop(server)
    server.refuse('/api/v1/namespaces?', { status: 403, message: 'namespaces is forbidden' })
    expect(await namesFor({ kind: 'Pod', namespaceSelector: { name: 'shop' } })).toEqual(['shop/web-5d9c-x7'])
  })

  test('are searched by words and terms', async () => {
    deployShop(server)
    deployShop(server, 'stage')
    server.put(crashing('import-1'))
    server.put(crashing('import-2', 'stage'))
    const pods = (search: string, more: Record<string, unknown> = {}) =>
      namesFor({ kind: 'pods', resource: { search }, ...more })
    expect(await pods('IMP')).toEqual(['shop/import-1', 'stage/import-2'])
    // The value of the label app is job, and nothing else starts so.
    expect(await pods('jo')).toEqual(['shop/import-1', 'stage/import-2'])
    expect(await pods('mport')).toEqual([])
    expect(await pods('name=*-2')).toEqual(['stage/import-2'])
    expect(await pods('namespace=shop name=import-1')).toEqual(['shop/import-1'])
    expect(await pods('namespace=st* web')).toEqual(['stage/web-5d9c-x7'])
    expect(await pods('label=app=web namespace=shop')).toEqual(['shop/web-5d9c-x7'])
    expect(await pods('status=crashloopbackoff')).toEqual(['shop/import-1', 'stage/import-2'])
    expect(await pods('status=!CrashLoopBackOff namespace=shop')).toEqual(['shop/web-5d9c-x7'])
    const { uid } = fieldsOf(server.put(crashing('import-3'))['metadata'])
    expect(await pods(`id=${String(uid)}`)).toEqual(['shop/import-3'])
    expect(await pods('import-3', { namespaceSelector: { search: 'hop status=active' } })).toEqual([])
    server.put(
      makeObject('v1', 'Namespace', 'shop', { status: { phase: 'Active' }, labels: { team: 'till' } }),
    )
    expect(await pods('import-3', { namespaceSelector: { search: 'till status=active' } })).toEqual([
      'shop/import-3',
    ])
  })

  test('of a few namespaces are read several at once, of many by one list', async () => {
    const fill = (from: number, to: number) => {
      for (let number = from; number < to; number += 1) {
        const namespace = `team-${String(number).padStart(3, '0')}`
        server.put(makeObject('v1', 'Namespace', namespace))
        server.put(makeObject('v1', 'ConfigMap', 'settings', { namespace }))
      }
    }
    server.put(makeObject('v1', 'ConfigMap', 'settings', { namespace: 'default' }))
    const maps = () => namesFor({ kind: 'ConfigMap', namespaceSelector: { name: 'team-*' } })
    const lists = () =>
      server.requests.filter(({ path }) => path.endsWith('/configmaps')).map(({ path }) => path)
    fill(0, MOST_LISTS)
    const few = await maps()
    expect(few).toHaveLength(MOST_LISTS)
    expect(lists()).toHaveLength(MOST_LISTS)
    fill(MOST_LISTS, MOST_LISTS + 1)
    expect(await maps()).toEqual([...few, `team-0${MOST_LISTS}/settings`])
    expect(lists().slice(MOST_LISTS)).toEqual(['/api/v1/configmaps'])
    // Without the right to read all namespaces, each is read.
    server.refuse('/api/v1/configmaps', { status: 403, message: 'configmaps is forbidden' })
    expect(await maps()).toHaveLength(MOST_LISTS + 1)
    server.refuse('/api/v1/namespaces/team-007/', { status: 403, message: 'team-007 is forbidden' })
    expect(await look({ kind: 'ConfigMap', namespaceSelector: { name: 'team-*' } })).toMatchObject({
      state: 'unhealthy',
      error: expect.stringContaining('team-007 is forbidden'),
    })
  })

  test('of a custom kind and outside namespaces are found, by kind or name in paths', async () => {
    server.offer(customKind('shop.example/v1', 'Till', 'tills'))
    server.put(makeObject('shop.example/v1', 'Till', 'one', { namespace: 'shop' }))
    deployShop(server)
    expect(await namesFor({ kind: 'tills' })).toEqual(['shop/one'])
    expect(await namesFor({ kind: 'Till', apiVersion: 'shop.example/v1' })).toEqual(['shop/one'])
    expect(await namesFor({ kind: 'node', namespaceSelector: { name: 'shop' } })).toEqual(['node-1'])
  })

  test('that are Secrets show none of their values', async () => {
    deployShop(server)
    server.put(
      makeObject('v1', 'Secret', 'applied', {
        namespace: 'shop',
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}',
        },
        data: { password: 'aHVudGVyMg==' },
      }),
    )
    const outcome = await look({ kind: 'secrets' })
    const seen = JSON.stringify({ ...outcome, data: outcome.data?.() })
    expect(seen).toContain('web-key')
    expect(seen).toContain('"password":"***"')
    expect(seen).not.toContain('aHVudGVyMg')
  })
})

describe('a check is unhealthy', () => {
  test('where an object is not healthy or not ready, and says which and why', async () => {
    deployShop(server)
    server.put(crashing('import-1'))
    const found = { details: { count: 2 } }
    expect(await look({ kind: 'Pod' })).toMatchObject({ state: 'healthy', ...found })
    expect(await look({ kind: 'Pod', healthy: true })).toMatchObject({
      state: 'unhealthy',
      error: '1 of 2 not healthy: shop/import-1 is unhealthy (CrashLoopBackOff: back-off)',
      ...found,
    })
    expect(await look({ kind: 'pods', healthy: true })).toMatchObject({ state: 'unhealthy', ...found })
    expect(await look({ kind: 'Pod', ready: true })).toMatchObject({
      state: 'unhealthy',
      error: expect.stringMatching(/^1 of 2 not ready: shop\/import-1 is not ready/),
    })
    expect(await look({ kind: 'Pod', healthy: true, ready: true, ignore: ['import-*'] })).toMatchObject({
      state: 'healthy',
    })
  })

  test('where nothing is found, unless a test decides', async () => {
    expect(await look({ kind: 'Pod' })).toMatchObject({
      state: 'unhealthy',
      error: 'found no Pod, expected at least one',
    })
    expect(await look({ kind: 'Pod', test: { expr: 'true' } })).toMatchObject({ state: 'healthy' })
  })

  test.each([
    ['a kind that is not there', { kind: 'Nothing' }, 'the cluster has no kind Nothing'],
    ['another group', { kind: 'Pod', apiVersion: 'apps/v1' }, 'the cluster has no kind Pod in apps'],
    ['a version that is not there', { kind: 'Deployment', apiVersion: 'apps/v9' }, 'status 404'],
  ])('with %s', async (_name, spec, error) => {
    expect(await look(spec)).toMatchObject({ state: 'unhealthy', error: expect.stringContaining(error) })
  })

  test('where the API refuses the account', async () => {
    expect(await look({ kind: 'Pod', kubeconfig: server.kubeconfig({ token: 'bad' }) })).toMatchObject({
      state: 'unhealthy',
      error: expect.stringContaining('status 401'),
      details: { code: 401 },
    })
  })
})

describe('a check is unknown', () => {
  test('where policy forbids the connection', async () => {
    expect(await look({ kind: 'Pod' }, { deny: new Set(['loopback']) })).toMatchObject({ state: 'unknown' })
  })

  test('with a kubeconfig that says nothing, or none outside a cluster', async () => {
    expect(await look({ kind: 'Pod', kubeconfig: 'a: b' })).toMatchObject({ state: 'unknown' })
    expect(await look({ kind: 'Pod', kubeconfig: undefined })).toMatchObject({
      state: 'unknown',
      error: expect.stringContaining('give a kubeconfig'),
    })
  })

  test('where there are more objects than one check reads', async () => {
    for (let number = 0; number <= 5_000; number += 1)
      server.put(makeObject('v1', 'ConfigMap', `map-${number}`, { namespace: 'shop' }))
    expect(await look({ kind: 'ConfigMap' })).toMatchObject({
      state: 'unknown',
      error: 'found more than 5000 objects, the most of one check; choose fewer by selectors',
    })
  })
})

test('the kind is required, and patterns are bounded', () => {
  expect(problemsForTest(check, {})).toEqual(['kind: This field is required'])
  const many = '{a,b}'.repeat(12)
  expect(problemsForTest(check, { kind: 'Pod', ignore: [many] })[0]).toMatch(/^ignore\[0\]: .*more than 1000/)
})

test.each([
  [
    'resource',
    'kind=Pod',
    'kind= is not a term of this search, expected id=, name=, namespace=, status=, label=',
  ],
  ['resource', 'name=', 'write a value after name='],
  ['resource', 'name=a name=b', 'name= is written twice, and an object has only one'],
  [
    'namespaceSelector',
    'namespace=a',
    'namespace= is not a term of this search, expected id=, name=, status=, label=',
  ],
])('a search of %s that cannot be read is refused: %s', (field, search, problem) => {
  expect(problemsForTest(check, { kind: 'Pod', [field]: { search } })).toEqual([
    `${field}.search: ${problem}`,
  ])
})

test.each(['apps/../../api/v1/secrets', 'v1/namespaces/shop/secrets?', 'v1?x', '../v1', 'apps/v1/secrets'])(
  'an API version that leads elsewhere is refused: %s',
  (apiVersion) => {
    expect(problemsForTest(check, { name: 'shop', kind: 'Deployment', apiVersion })).toEqual([
      'apiVersion: an API version is written as v1 or apps/v1',
    ])
  },
)
