import { textAt } from '@binnacle/health-rules/document'
import { makeCertificate } from '@binnacle/plugin-kit/servers'
import { contextForTest, type RunForTestOptions, scrapeForTest } from '@binnacle/plugin-kit/testing'
import { array, assert, asyncProperty, integer, string } from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createChannel } from './channel.ts'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { type ApiServer, startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { customKind } from '@binnacle/clients/kubernetes/testing/kinds'
import { makeObject } from '@binnacle/clients/kubernetes/testing/shop'
import { accessReader } from '@binnacle/clients/kubernetes/access'
import { createApi } from '@binnacle/clients/kubernetes/client'
import { discover } from '@binnacle/clients/kubernetes/discovery'
import { linesOf } from '@binnacle/clients/kubernetes/lines'
import { listPages } from '@binnacle/clients/kubernetes/list'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(settings: Parameters<typeof startApiServer>[0] = {}): Promise<ApiServer> {
  const server = await startApiServer(settings)
  ends.push(server.stop)
  return server
}

/** A client whose waits take no time. */
function clientOf(server: ApiServer, options: RunForTestOptions & { kubeconfig?: string } = {}) {
  const waits: number[] = []
  const { kubeconfig = server.kubeconfig(), ...rest } = options
  const context = {
    ...contextForTest({ timeoutMilliseconds: 20_000, ...rest }),
    wait: async (milliseconds: number) => void waits.push(milliseconds),
  }
  const api = createApi(accessReader(kubeconfig, context), 8, context)
  ends.push(async () => api.close())
  return { api, waits }
}

const configMaps = {
  group: '',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  watchable: true,
}

function putConfigs(server: ApiServer, count: number, data: object = {}): void {
  for (let index = 0; index < count; index += 1)
    server.put(
      makeObject('v1', 'ConfigMap', `c${String(index).padStart(4, '0')}`, { namespace: 'default', data }),
    )
}

async function namesOf(api: ReturnType<typeof clientOf>['api']) {
  const names: string[] = []
  for await (const page of listPages(api, configMaps, {})) {
    if (!page.ok) return { names, failure: page.failure }
    names.push(...page.value.fresh.flatMap((object) => textAt(object, 'metadata', 'name') ?? []))
  }
  return { names, failure: undefined }
}

describe('discovery', () => {
  test.each([true, false])('finds all kinds that can be listed (aggregated: %s)', async (aggregated) => {
    const server = await start({ aggregated })
    server.offer(customKind('example.com/v1', 'Till', 'tills'))
    const found = await discover(clientOf(server).api)
    const resources = found.ok ? found.value.resources : []
    expect(resources).toContainEqual({
      group: 'example.com',
      apiVersion: 'example.com/v1',
      kind: 'Till',
      plural: 'tills',
      namespaced: true,
      watchable: true,
    })
    expect(resources).toContainEqual(configMaps)
    expect(resources.filter(({ plural }) => plural.includes('/'))).toEqual([])
    expect(server.requests.length).toBe(aggregated ? 2 : 8)
  })

  test('reads the preferred version of a group with several', async () => {
    const server = await start({ aggregated: false })
    server.offer(customKind('example.com/v2', 'Till', 'tills'))
    server.offer(customKind('example.com/v1', 'Till', 'tills'))
    const found = await discover(clientOf(server).api)
    const tills = found.ok ? found.value.resources.filter(({ kind }) => kind === 'Till') : []
    expect(tills.map(({ apiVersion }) => apiVersion)).toEqual(['example.com/v2'])
  })
})

describe('lists', () => {
  test('are read to their end, in pages', async () => {
    const server = await start()
    putConfigs(server, 450)
    const { names, failure } = await namesOf(clientOf(server).api)
    expect(failure).toBeUndefined()
    expect(names).toHaveLength(450)
    expect(server.requests.map(({ query }) => query.get('continue') !== null)).toEqual([false, true, true])
  })

  test('that expire between two pages are begun again, and show nothing twice', async () => {
    const server = await start()
    putConfigs(server, 450)
    server.onPage = (_path, begin) => {
      if (begin !== 200) return
      server.onPage = undefined
      server.put(makeObject('v1', 'ConfigMap', 'c0001', { namespace: 'default', data: { new: 'yes' } }))
      server.compact()
    }
    const { names, failure } = await namesOf(clientOf(server).api)
    expect(failure).toBeUndefined()
    expect(new Set(names).size).toBe(450)
    // Only the one that changed is shown again.
    expect(names).toHaveLength(451)
  })

  test('that expire again and again are a failure', async () => {
    const server = await start()
    putConfigs(server, 450)
    server.onPage = (_path, begin) => {
      if (begin !== 200) return
      server.put(makeObject('v1', 'ConfigMap', 'c0001', { namespace: 'default' }))
      server.compact()
    }
    const { failure } = await namesOf(clientOf(server).api)
    expect(failure).toMatchObject({ status: 410 })
    expect(failure?.message).toContain('too old')
  })

  test('of large objects are read in smaller pages', async () => {
    const server = await start()
    const data = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key-${index}`, 'value']))
    putConfigs(server, 120, data)
    const { names, failure } = await namesOf(clientOf(server).api)
    expect(failure).toBeUndefined()
    expect(names).toHaveLength(120)
    expect(new Set(server.requests.map(({ query }) => query.get('limit')))).toEqual(new Set(['200', '50']))
  })
})

describe('requests', () => {
  test.each([
    [undefined, [500, 1_000]],
    ['3', [3_000, 3_000]],
  ])('are repeated where the server is busy, when it says so (%s)', async (retryAfter, waits) => {
    const server = await start()
    const client = clientOf(server)
    server.throttle(2, retryAfter)
    expect(await client.api.get('/version')).toMatchObject({ ok: true })
    expect(client.waits).toEqual(waits)
  })

  test('are repeated where the server fails, and not for ever', async () => {
    const server = await start()
    const client = clientOf(server)
    server.refuse('/version', { status: 503, message: 'starting', times: 1 })
    expect(await client.api.get('/version')).toMatchObject({ ok: true })
    server.refuse('/version', { status: 500, message: 'broken' })
    expect(await client.api.get('/version')).toMatchObject({
      ok: false,
      failure: { status: 500, message: '/version: status 500, expected 200: broken' },
    })
    expect(client.waits).toEqual([500, 500, 1_000, 2_000, 4_000])
  })

  test('are not repeated where the server refuses, or asks to wait for an hour', async () => {
    const server = await start()
    const client = clientOf(server)
    server.refuse('/version', { status: 403, message: 'no' })
    expect(await client.api.get('/version')).toMatchObject({ ok: false, failure: { status: 403 } })
    server.refuse('/version', undefined)
    server.throttle(1, '3600')
    expect(await client.api.get('/version')).toMatchObject({ ok: false, failure: { status: 429 } })
    expect(client.waits).toEqual([])
  })

  test('use a connection again', async () => {
    const server = await start()
    const context = contextForTest()
    let connections = 0
    const egress = {
      ...context.egress,
      connect: (options: Parameters<typeof context.egress.connect>[0]) => {
        connections += 1
        return context.egress.connect(options)
      },
    }
    const counted = { ...context, egress }
    const api = createApi(accessReader(server.kubeconfig(), counted), 2, counted)
    for (let index = 0; index < 5; index += 1) await api.get('/version')
    api.close()
    expect(connections).toBe(1)
  })

  test('go nowhere that egress denies', async () => {
    const server = await start()
    const { api } = clientOf(server, { deny: new Set(['loopback']) })
    const answer = await api.get('/version')
    expect(answer.ok).toBe(false)
    expect(server.requests).toEqual([])
  })
})

describe('access', () => {
  const lookWith = (kubeconfig: string, options: RunForTestOptions = {}) =>
    scrapeForTest(scraper, run, { clusterName: 'x', kubeconfig }, options)

  test('with a client certificate over TLS', async () => {
    const [credentials, account] = [await makeCertificate(-1, 2), await makeCertificate(-1, 2)]
    const server = await start({ credentials, clientAuthority: account.cert })
    const encode = (text: string) => Buffer.from(text).toString('base64')
    const kubeconfig = server.kubeconfig({
      'client-certificate-data': encode(account.cert),
      'client-key-data': encode(account.key),
    })
    expect(await clientOf(server, { kubeconfig }).api.get('/version')).toMatchObject({ ok: true })
    const without = await clientOf(server).api.get('/version')
    expect(without.ok).toBe(false)
  })

  test('by the path of a kubeconfig', async () => {
    const server = await start()
    const files = {
      ...contextForTest().files,
      read: async (path: string) =>
        path === '/etc/kubeconfig'
          ? { ok: true as const, value: Buffer.from(server.kubeconfig()) }
          : {
              ok: false as const,
              failure: { code: 'missing' as const, message: 'it does not exist', reason: 'ENOENT' },
            },
    }
    expect(
      await clientOf(server, { files, kubeconfig: '/etc/kubeconfig' }).api.get('/version'),
    ).toMatchObject({
      ok: true,
    })
    expect(await lookWith('/etc/other', { files })).toEqual([
      { kind: 'fault', message: '/etc/other: it does not exist', scope: 'x' },
    ])
  })

  test('of the pod of the product, where it runs in a cluster', async () => {
    const files = {
      ...contextForTest().files,
      read: async (path: string) => ({
        ok: true as const,
        value: Buffer.from(path.endsWith('token') ? 'given\n' : 'PEM'),
      }),
    }
    const read = accessReader(undefined, { ...contextForTest(), files })
    expect(await read()).toEqual({
      ok: true,
      value: {
        server: 'https://kubernetes.default.svc',
        namespace: 'default',
        headers: { authorization: 'Bearer given' },
        tls: { ca: 'PEM' },
      },
    })
  })

  test.each([
    [{ exec: { command: 'aws' } }, 'starts a program to sign in'],
    [{ 'auth-provider': { name: 'gcp' } }, 'starts a program to sign in'],
    [{ tokenFile: '/run/token' }, 'names the file /run/token'],
    [{ token: 'wrong' }, 'status 401, expected 200: Unauthorized'],
  ])('%j is a fault in clear words', async (user, words) => {
    const server = await start()
    const found = await lookWith(server.kubeconfig(user))
    expect(found).toMatchObject([{ kind: 'fault', message: expect.stringContaining(words), scope: 'x' }])
  })

  test('a text that is no kubeconfig, and an address where no cluster is, are faults', async () => {
    expect(await lookWith('nonsense: [')).toMatchObject([
      { kind: 'fault', message: expect.stringContaining('not a kubeconfig') },
    ])
    const server = await start()
    server.replace('/api', '{"hello":"world"}')
    server.replace('/apis', '{"hello":"world"}')
    expect(await lookWith(server.kubeconfig())).toMatchObject([
      { kind: 'fault', message: expect.stringContaining('does not answer like a Kubernetes API') },
    ])
  })

  test('a stored connection gives its kubeconfig, and is refused next to another one', () => {
    const [use] = scraper.connections ?? []
    const connection = {
      name: 'main',
      namespace: 'default',
      type: 'kubernetes',
      insecureTls: false,
      certificate: 'yaml',
      properties: {},
    }
    expect(use?.fill({ clusterName: 'x', connection: 'connection://main' }, connection, {})).toEqual({
      ok: true,
      value: { clusterName: 'x', kubeconfig: 'yaml' },
    })
    expect(
      use?.fill({ clusterName: 'x', connection: 'connection://main', kubeconfig: 'y' }, connection, {}).ok,
    ).toBe(false)
  })
})

test('lines are the same however the bytes come', async () => {
  const words = array(string({ minLength: 1 }).filter((text) => !text.includes('\n') && text.isWellFormed()))
  await assert(
    asyncProperty(words, integer({ min: 1, max: 20 }), async (lines, size) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      async function* pieces() {
        for (let begin = 0; begin < bytes.length; begin += size) yield bytes.subarray(begin, begin + size)
      }
      const found: (string | undefined)[] = []
      for await (const line of linesOf(pieces(), 10_000)) found.push(line)
      expect(found).toEqual(lines)
    }),
  )
})

test('a line that is too long is passed over, and the next one is read', async () => {
  async function* pieces() {
    yield Buffer.from('short\nxxxxxxxx')
    yield Buffer.from('xxxxxxxx\nnext\nunfinished')
  }
  const found: (string | undefined)[] = []
  for await (const line of linesOf(pieces(), 10)) found.push(line)
  expect(found).toEqual(['short', undefined, 'next'])
})

test('a channel lets writers wait while it is full, and go when the reader stops', async () => {
  const channel = createChannel<number>(2)
  const written: boolean[] = []
  const writer = (async () => {
    for (let index = 0; index < 10; index += 1) written.push(await channel.push(index))
  })()
  await new Promise((resolve) => setImmediate(resolve))
  expect(written).toEqual([true, true])
  const read: number[] = []
  for await (const value of channel.values) {
    read.push(value)
    if (value === 5) break
  }
  await writer
  expect(read).toEqual([0, 1, 2, 3, 4, 5])
  expect(written.at(-1)).toBe(false)
})
