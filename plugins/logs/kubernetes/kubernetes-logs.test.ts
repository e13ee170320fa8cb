import { searchLogsForTest } from '@binnacle/plugin-kit/testing'
import { type ApiServer, startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open } from './run.ts'
import { logs } from './spec.ts'

let api: ApiServer
beforeAll(async () => {
  api = await startApiServer()
  for (const [name, namespace, app] of [
    ['web-1', 'shop', 'web'],
    ['db-1', 'shop', 'db'],
    ['web-1', 'test', 'web'],
  ] as const) {
    api.put({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace, labels: { app } },
      spec: { containers: [{ name: 'main' }] },
    })
    api.replace(
      `/api/v1/namespaces/${namespace}/pods/${name}/log`,
      `2026-11-23T10:00:01.5Z INFO ${namespace} ${app}\n2026-11-23T10:00:02Z {"level":"error","msg":"${app} failed"}\n`,
    )
  }
})
afterAll(() => api.stop())

const search = (spec: object, query = {}) =>
  searchLogsForTest(logs, open, { kubeconfig: api.kubeconfig(), ...spec }, query)
const messages = async (spec: object, query = {}) => {
  const found = await search(spec, query)
  return found.ok ? found.value.lines.map(({ message }) => message) : found.failure
}

test('lines of pods are read with their place as labels, those of all containers in order', async () => {
  expect(await search({ namespace: 'shop' }, { query: 'failed' })).toMatchObject({
    ok: true,
    value: {
      isWhole: true,
      lines: [
        { labels: { namespace: 'shop', container: 'main', level: 'error' } },
        { labels: { namespace: 'shop', container: 'main' } },
      ],
    },
  })
})

test('a log selector names namespace and pods, and an external id one pod', async () => {
  expect(await messages({}, { target: { labels: { namespace: 'shop', app: 'db' } } })).toEqual([
    'db failed',
    'INFO shop db',
  ])
  expect(await messages({}, { target: { id: 'test/web-1', type: 'KubernetesPod', labels: {} } })).toEqual([
    'web failed',
    'INFO test web',
  ])
})

test('a search by label stays within what the log selector names', async () => {
  const target = { labels: { namespace: 'shop', pod: 'db-1' } }
  expect(await messages({}, { target, query: 'namespace=test pod=web-1' })).toEqual([])
  expect(await messages({}, { target, query: 'pod=web-1' })).toEqual([])
  const wanted = { id: 'shop/db-1', type: 'KubernetesPod', labels: {} }
  expect(await messages({}, { target: wanted, query: 'namespace=test pod=web-1' })).toEqual([])
  expect(await messages({ namespace: 'shop' }, { query: 'pod=db-1 failed' })).toEqual(['db failed'])
})

test('a pod whose log is refused is named, and the others are read', async () => {
  api.refuse('/api/v1/namespaces/shop/pods/db-1/log', { status: 403, message: 'forbidden' })
  const found = await search({ namespace: 'shop' })
  api.refuse('/api/v1/namespaces/shop/pods/db-1/log', undefined)
  expect(found).toMatchObject({
    ok: true,
    value: { isWhole: false, notes: [expect.stringMatching(/shop\/db-1\/main: .*status 403.*forbidden/)] },
  })
})
