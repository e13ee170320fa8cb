import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { succeed } from '@binnacle/contract/core'
import { fillConnections } from '@binnacle/plugin-kit/core'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { contextForTest, runForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const objects = ['backups/db-1.gz', 'backups/db-2.gz', 'backups/old/db-0.gz', 'backups/old/', 'other.txt']
const NOW = new Date('2026-03-10T12:00:00Z')

/** Google's storage and its server of tokens, as their references describe them. Two objects are a page. */
let storage: TestServer
let requests: { url: URL; authorization: string | undefined; body: string }[] = []
let tokens = 0

function claimsOf(body: string): { isGenuine: boolean; claims: unknown } {
  const form = new URLSearchParams(body)
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const isGenuine =
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
  return { isGenuine, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  const url = new URL(request.url ?? '/', 'http://storage')
  const { authorization } = request.headers
  requests.push({ url, authorization, body })
  const say = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (url.pathname === '/token') {
    tokens += 1
    if (claimsOf(body).isGenuine) say(200, { access_token: `access-${tokens}`, expires_in: 3_599 })
    else say(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
    return
  }
  const bucket = /^\/storage\/v1\/b\/([^/]+)\/o$/.exec(url.pathname)?.[1]
  if (bucket === 'closed' && authorization !== `Bearer access-${tokens}`) {
    say(401, { error: { code: 401, message: 'Anonymous caller does not have storage.objects.list access' } })
    return
  }
  if (bucket === 'nonsense') return void say(200, { items: 'none' })
  const found = objects.filter((name) => name.startsWith(url.searchParams.get('prefix') ?? ''))
  const from = Number(url.searchParams.get('pageToken') ?? 0)
  say(200, {
    items: found
      .slice(from, from + 2)
      .map((name) => ({ name, size: '1024', updated: '2026-03-10T11:00:00.000Z' })),
    ...(from + 2 < found.length ? { nextPageToken: String(from + 2) } : {}),
  })
}

beforeAll(async () => {
  storage = await listen(
    createServer((request, response) => void serve(request, response)),
    0,
  )
})
beforeEach(() => {
  requests = []
})
afterAll(() => storage.stop())

const at = () => `http://127.0.0.1:${storage.port}`
const key = () =>
  JSON.stringify({
    type: 'service_account',
    client_email: 'checks@shop.iam.gserviceaccount.com',
    private_key_id: 'k1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${at()}/token`,
  })
const look = (path: string, gcpConnection: object = {}, more: object = {}) =>
  runForTest(
    check,
    run,
    { path, gcpConnection: { endpoint: at(), ...gcpConnection }, ...more },
    { now: () => NOW },
  )

test('a public bucket is listed page by page, with the objects at any depth below the prefix', async () => {
  expect(await look('gcs://open/backups/')).toMatchObject({
    state: 'healthy',
    message: '3 files',
    details: {
      results: { count: 3, files: [{ name: 'db-1.gz', size: 1_024 }, {}, { name: 'old/db-0.gz' }] },
    },
  })
  expect(requests.map(({ url }) => url.searchParams.get('pageToken'))).toEqual([null, '2'])
  expect(requests.every(({ authorization }) => authorization === undefined)).toBe(true)
  expect(await look('gs://open/backups/*.gz')).toMatchObject({ message: '2 files' })
  expect(await look('gcs://open', {}, { filter: { regex: 'db-[12]' }, maxAge: '30m' })).toMatchObject({
    state: 'unhealthy',
    error: expect.stringContaining('is 1h old, expected at most 30m'),
  })
})

test('a closed bucket is listed with a token that the key of a service account was exchanged for, once', async () => {
  expect(await look('gcs://closed/backups')).toMatchObject({
    state: 'unhealthy',
    error: expect.stringMatching(/^listing closed: status 401, expected 200 to 299: .*Anonymous caller/s),
  })
  requests = []
  const spec = check.schema.parse({
    name: 'x',
    path: 'gcs://closed/backups',
    filter: { minSize: 1 },
    gcpConnection: { endpoint: at(), credentials: { value: key() } },
  })
  for (const _ of [1, 2])
    expect(await run(spec, contextForTest({ now: () => NOW }))).toMatchObject({
      state: 'healthy',
      message: '3 files',
    })
  const [token, ...others] = requests
  expect(claimsOf(token?.body ?? '')).toEqual({
    isGenuine: true,
    claims: {
      iss: 'checks@shop.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/devstorage.read_only',
      aud: `${at()}/token`,
      iat: NOW.getTime() / 1_000,
      exp: NOW.getTime() / 1_000 + 3_600,
    },
  })
  expect(others.map(({ url }) => url.pathname)).not.toContain('/token')
})

test('invalid credentials and an unreachable storage say so', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const forged = { ...JSON.parse(key()), private_key: other.export({ type: 'pkcs8', format: 'pem' }) }
  expect(await look('gcs://closed/x', { credentials: JSON.stringify(forged) })).toMatchObject({
    state: 'unhealthy',
    error: 'getting a token: status 400, expected 200 with a token: Invalid JWT Signature.',
  })
  expect(await look('gcs://closed/x', { credentials: '{"type": "authorized_user"}' })).toMatchObject({
    state: 'unknown',
    error: 'the credentials cannot be used: they are not the JSON key of a service account',
  })
  const broken = JSON.stringify({ ...JSON.parse(key()), private_key: 'x' })
  expect(await look('gcs://closed/x', { credentials: broken })).toMatchObject({
    error: 'the credentials cannot be used: its private key cannot be read',
  })
  expect(await look('gcs://nonsense/x')).toMatchObject({ error: 'the answer is not a list of objects' })
})

test('a connection brings key and bucket', async () => {
  const filled = await fillConnections(
    check.connections ?? [],
    { name: 'x', path: 'gcs://x/backups', gcpConnection: { connection: 'connection://gcs' } },
    async () =>
      succeed({
        name: 'gcs',
        namespace: 'shop',
        type: 'gcs',
        insecureTls: false,
        url: at(),
        certificate: key(),
        properties: { bucket: 'closed' },
      }),
  )
  expect(filled.ok).toBe(true)
  expect(await runForTest(check, run, filled.ok ? filled.value.written : {})).toMatchObject({
    message: '3 files',
  })
})
