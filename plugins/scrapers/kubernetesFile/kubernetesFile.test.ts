import { problemsOf } from '@binnacle/plugin-kit/core'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { inputJsonSchema } from '@binnacle/plugin-kit/core'
import { afterEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { deployShop, makeObject } from '@binnacle/clients/kubernetes/testing/shop'
import { run } from './run.ts'
import { scraper } from './spec.ts'

const servers: ApiServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

const files: Readonly<Record<string, string>> = {
  '/etc/shop.yaml': 'open: true\nseats: 3\n',
  '/etc/shop.properties': 'color = blue\n',
  '/etc/motd': 'Welcome',
  '/etc/large': 'x'.repeat(20_000),
}

async function start(protocols?: readonly string[]) {
  const commands: unknown[] = []
  const server = await startApiServer({
    ...(protocols === undefined ? {} : { protocols }),
    execute(namespace, pod, container, command) {
      commands.push({ namespace, pod, container, command })
      return files[command.at(-1) ?? '']
    },
  })
  servers.push(server)
  deployShop(server)
  return { server, commands }
}

function scrape(server: ApiServer, spec: Readonly<Record<string, unknown>>) {
  return scrapeForTest(scraper, run, {
    kubeconfig: server.kubeconfig(),
    selector: { namespace: 'shop', name: 'web-5d9c-x7' },
    ...spec,
  })
}

test.each([['v5.channel.k8s.io'], ['v4.channel.k8s.io']])('files are read over %s', async (protocol) => {
  const { server, commands } = await start([protocol])
  const found = await scrape(server, {
    container: 'web',
    files: [
      { path: ['/etc/shop.yaml'], format: 'yaml' },
      { path: ['/etc/shop.properties'], format: 'properties' },
      { path: ['/etc/motd', '/etc/large'] },
    ],
  })
  expect(found).toMatchObject([
    {
      kind: 'item',
      type: 'File',
      externalId: 'shop/Pod/web-5d9c-x7/etc/shop.yaml',
      name: 'shop.yaml',
      config: { open: true, seats: 3 },
      labels: { app: 'web', namespace: 'shop', pod: 'web-5d9c-x7' },
      parents: [{ externalId: 'Kubernetes/Pod/shop/web-5d9c-x7', type: 'Kubernetes::Pod' }],
    },
    { config: { color: 'blue' } },
    { config: 'Welcome' },
    { config: files['/etc/large'] },
    { kind: 'complete', type: 'File', scope: 'shop/Pod/web-5d9c-x7' },
  ])
  expect(commands[0]).toEqual({
    namespace: 'shop',
    pod: 'web-5d9c-x7',
    container: 'web',
    command: ['cat', '--', '/etc/shop.yaml'],
  })
})

test('a Deployment is read in one of its pods that run, under its own name', async () => {
  const { server } = await start()
  server.put(
    makeObject('apps/v1', 'Deployment', 'web', {
      namespace: 'shop',
      spec: { selector: { matchLabels: { app: 'web' } } },
    }),
  )
  server.put(
    makeObject('v1', 'Pod', 'web-5d9c-a1', {
      namespace: 'shop',
      labels: { app: 'web' },
      status: { phase: 'Pending' },
    }),
  )
  const found = await scrape(server, {
    selector: { namespace: 'shop', kind: 'Deployment', name: 'web' },
    files: [{ path: ['/etc/motd'] }],
  })
  expect(found).toMatchObject([
    { externalId: 'shop/Deployment/web/etc/motd', labels: { pod: 'web-5d9c-x7' } },
    { kind: 'complete' },
  ])
})

test('a StatefulSet is read in its first pod', async () => {
  const { server } = await start()
  server.put(
    makeObject('apps/v1', 'StatefulSet', 'db', {
      namespace: 'shop',
      spec: { selector: { matchLabels: { app: 'db' } } },
    }),
  )
  for (const name of ['db-1', 'db-0'])
    server.put(
      makeObject('v1', 'Pod', name, {
        namespace: 'shop',
        labels: { app: 'db' },
        status: { phase: 'Running' },
      }),
    )
  const found = await scrape(server, {
    selector: { namespace: 'shop', kind: 'StatefulSet', name: 'db' },
    files: [{ path: ['/etc/motd'] }],
  })
  expect(found).toMatchObject([{ labels: { pod: 'db-0' } }, { kind: 'complete' }])
})

test('pods are found by their labels', async () => {
  const { server } = await start()
  server.put(
    makeObject('v1', 'Pod', 'web-2', {
      namespace: 'shop',
      labels: { app: 'web' },
      status: { phase: 'Running' },
    }),
  )
  const found = await scrape(server, {
    selector: { namespace: 'shop', labelSelector: 'app=web' },
    files: [{ path: ['/etc/motd'] }],
  })
  expect(found.map((one) => (one.kind === 'item' ? one.externalId : one.kind))).toEqual([
    'shop/Pod/web-2/etc/motd',
    'shop/Pod/web-5d9c-x7/etc/motd',
    'complete',
  ])
})

test('what cannot be read is a fault, and the rest is read', async () => {
  const { server } = await start()
  const found = await scrape(server, {
    files: [{ path: ['/etc/none', '/etc/motd'] }, { path: ['/etc/motd'], format: 'json' }],
  })
  expect(found).toMatchObject([
    {
      kind: 'fault',
      message: 'shop/web-5d9c-x7: /etc/none: cat: /etc/none: No such file or directory',
      type: 'File',
    },
    { kind: 'item' },
    { kind: 'fault', message: expect.stringContaining('is not JSON') },
  ])
  expect(
    await scrape(server, { selector: { namespace: 'shop', name: 'none' }, files: [{ path: ['/etc/motd'] }] }),
  ).toMatchObject([{ kind: 'fault', message: expect.stringContaining('status 404') }])
})

test('a selector without a name or labels, and a relative path, are refused', () => {
  const refused = (spec: object) => {
    const parsed = scraper.schema.safeParse({
      selector: { namespace: 'a', name: 'b' },
      files: [{ path: ['/x'] }],
      ...spec,
    })
    return parsed.success
      ? []
      : problemsOf(parsed.error, inputJsonSchema(scraper.schema)).map(({ path }) => path)
  }
  expect(refused({})).toEqual([])
  expect(refused({ selector: { namespace: 'a' } })).toEqual(['selector.name'])
  expect(refused({ files: [{ path: ['etc/x'] }] })).toEqual(['files[0].path[0]'])
})
