import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readValueReference } from '@binnacle/contract/schema'
import { listen, makeCertificate, type TestServer } from '@binnacle/plugin-kit/servers'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { createFileProcesses } from '../files/index.ts'
import { createCluster } from './cluster/index.ts'
import { createReferences } from './index.ts'

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

/** A Secret as Helm stores a release (driver "secret"). */
const release = (version: number, content: object) => ({
  metadata: {
    name: `sh.helm.release.v1.shop.v${version}`,
    labels: { owner: 'helm', version: String(version) },
  },
  type: 'helm.sh/release.v1',
  data: { release: base64(base64(gzipSync(JSON.stringify(content)))) },
})

let secretValue = 'sw0rdfish\n'
let requests: { method: string; url: string; authorization: string | undefined; body: string }[] = []
const answers = (url: string): { status: number; body: unknown } => {
  const found: Readonly<Record<string, unknown>> = {
    '/api/v1/namespaces/shop/secrets/db': {
      data: { password: base64(secretValue), bytes: base64(Buffer.from([0xff, 0xfe])) },
    },
    '/api/v1/namespaces/shop/configmaps/db': {
      data: { user: 'monitor' },
      binaryData: { host: base64('db') },
    },
    '/api/v1/namespaces/shop/serviceaccounts/reader/token': {
      status: { token: `token-${requests.length}`, expirationTimestamp: '2026-01-01T01:00:00Z' },
    },
  }
  const query = new URL(url, 'http://cluster').searchParams.get('labelSelector')
  if (query === 'owner=helm,status=deployed,name=shop')
    return {
      status: 200,
      body: {
        items: [
          release(2, { chart: { values: { host: 'old' } } }),
          release(10, {
            config: { ingress: { hosts: [{ host: 'shop.example' }] }, replicas: 3, gone: null },
            chart: { values: { ingress: { hosts: [], path: '/' }, image: { tag: 'v1' }, gone: 'x' } },
          }),
        ],
      },
    }
  if (query !== null) return { status: 200, body: { items: [] } }
  if (url.includes('/namespaces/closed/')) return { status: 403, body: { kind: 'Status' } }
  const body = found[url]
  return body === undefined ? { status: 404, body: { kind: 'Status' } } : { status: 200, body }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const api = async (request: IncomingMessage, response: ServerResponse) => {
  const { method = '', url = '', headers } = request
  requests.push({ method, url, authorization: headers.authorization, body: await bodyOf(request) })
  const { status, body } = answers(url)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

let server: TestServer
let folder: string
let kubeconfig: string
const processes = createFileProcesses()
const tasks = createTaskPool()
const clock = createManualClock(new Date('2026-01-01T00:00:00Z'))
beforeAll(async () => {
  server = await listen(
    createServer((request, response) => void api(request, response)),
    0,
  )
  folder = await mkdtemp(join(tmpdir(), 'cluster-'))
  kubeconfig = join(folder, 'config')
  await writeFile(join(folder, 'token'), 'of-the-product\n')
  await writeConfig({ server: `http://127.0.0.1:${server.port}/` }, { tokenFile: 'token' })
})
beforeEach(() => {
  requests = []
  // What was read by the test before is forgotten.
  clock.advance(60_000)
})
afterAll(async () => {
  await server.stop()
  await Promise.all([processes.close(), tasks.close(), rm(folder, { recursive: true })])
})

function writeConfig(cluster: object, user: object, path = kubeconfig): Promise<void> {
  return writeFile(
    path,
    JSON.stringify({
      'current-context': 'here',
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user }],
    }),
  )
}

function referencesOf(
  cluster: string,
  pod = { host: undefined as string | undefined, port: undefined as string | undefined, folder },
) {
  return createReferences(
    { variables: new Map() },
    clock,
    processes,
    createCluster({ cluster, pod, clock, tasks }),
  )
}

let references: ReturnType<typeof referencesOf>
beforeAll(() => {
  references = referencesOf(kubeconfig)
})

/** What a reference reads, or why it cannot. */
async function read(text: string, namespace = 'shop', from = references): Promise<string> {
  const reference = readValueReference(text)
  if (reference?.ok !== true) throw new Error(`${text} is no reference`)
  const found = await from.read(reference.value, namespace)
  return found.ok ? `= ${found.value}` : found.failure
}

describe('values in a cluster', () => {
  test('of Secrets and Config Maps of the namespace', async () => {
    expect(await read('secret://db/password')).toBe('= sw0rdfish')
    expect(await read('configmap://db/user')).toBe('= monitor')
    expect(await read('configmap://db/host')).toBe('= db')
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: '/api/v1/namespaces/shop/secrets/db',
      authorization: 'Bearer of-the-product',
    })
    expect(await read('secret://db/password', 'bank')).toBe(
      'there is no secret "db" with the key "password" for the namespace "bank"',
    )
    expect(await read('secret://db/bytes')).toBe('the key "bytes" of the secret "db": it is not text')
  })

  test.each(['../shop', 'shop/../bank', 'Shop', 'a b', '.'])(
    'of a namespace named %j are not asked for',
    async (namespace) => {
      expect(await read('secret://db/password', namespace)).toMatch(/^there is no secret "db"/)
      expect(await read('helm://shop/replicas', namespace)).toMatch(/^there is no deployed Helm release/)
      expect(await read('serviceaccount://reader', namespace)).toMatch(/^there is no service account/)
      expect(requests).toEqual([])
    },
  )

  test('that the product may not read say so', async () => {
    expect(await read('secret://db/password', 'closed')).toBe(
      'the key "password" of the secret "db": the cluster does not let the product read it (status 403)',
    )
  })

  test('are asked for once in ten seconds', async () => {
    expect(await read('secret://db/password')).toBe('= sw0rdfish')
    secretValue = 'changed'
    expect(await read('secret://db/password')).toBe('= sw0rdfish')
    expect(requests).toHaveLength(1)
    clock.advance(10_000)
    expect(await read('secret://db/password')).toBe('= changed')
  })

  test.each([
    ['.ingress.hosts[0].host', '= shop.example'],
    ['ingress.hosts[0].host', '= shop.example'],
    ['{.ingress.path}', '= /'],
    ['$.image.tag', '= v1'],
    ['replicas', '= 3'],
    ['ingress.hosts', '= [{"host":"shop.example"}]'],
    ['gone', 'the Helm release "shop": it has no value at "gone"'],
    ['a[', 'the Helm release "shop": the path "a["'],
  ])('of a Helm release: %s', async (key, value) => {
    expect(await read(`helm://shop/${key}`)).toContain(value)
  })

  test('of a Helm release that is not deployed', async () => {
    expect(await read('helm://other/host')).toBe(
      'there is no deployed Helm release "other" in the namespace "shop"',
    )
  })

  test('are tokens of service accounts, each used for most of its life', async () => {
    const first = await read('serviceaccount://reader')
    expect(first).toMatch(/^= token-/)
    expect(requests[0]).toMatchObject({ method: 'POST', body: expect.stringContaining('"TokenRequest"') })
    expect(await read('serviceaccount://reader')).toBe(first)
    expect(requests).toHaveLength(1)
    clock.advance(3_000_000)
    expect(await read('serviceaccount://reader')).not.toBe(first)
    expect(await read('serviceaccount://nobody')).toBe(
      'there is no service account "nobody" in the namespace "shop"',
    )
  })
})

describe('the cluster', () => {
  test('in which the product runs is asked with the mounted token and authority', async () => {
    const credentials = await makeCertificate(-1, 30)
    const secure = await listen(
      createTlsServer(credentials, (request, response) => void api(request, response)),
      0,
    )
    await writeFile(join(folder, 'ca.crt'), credentials.cert)
    const pod = { host: 'localhost', port: String(secure.port), folder }
    expect(await read('configmap://db/user', 'shop', referencesOf('in-cluster', pod))).toBe('= monitor')
    await secure.stop()
    const none = { host: undefined, port: undefined, folder }
    expect(await read('configmap://db/user', 'shop', referencesOf('in-cluster', none))).toContain(
      'KUBERNETES_SERVICE_HOST is not set',
    )
  })

  test.each([
    [{ exec: { command: 'aws' } }, 'a user who signs in with another program is not supported'],
    [{ tokenFile: 'missing' }, 'the settings of the cluster cannot be read: ENOENT'],
  ])('cannot be asked as %j', async (user, reason) => {
    const path = join(folder, 'other')
    await writeConfig({ server: 'http://127.0.0.1:1' }, user, path)
    expect(await read('secret://db/password', 'shop', referencesOf(path))).toContain(reason)
  })

  test('that does not answer is named', async () => {
    const path = join(folder, 'gone')
    await writeConfig({ server: 'http://127.0.0.1:1' }, { token: 'x' }, path)
    expect(await read('secret://db/password', 'shop', referencesOf(path))).toContain(
      'the cluster cannot be asked: 127.0.0.1:1',
    )
  })
})
