import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { succeed } from '@binnacle/contract/core'
import { createEgress, type Egress } from '@binnacle/egress'
import type { CheckOutcome, CommandRunner } from '@binnacle/plugin-kit/core'
import { connectionFamily } from '@binnacle/plugin-kit/families'
import {
  closedPort,
  listen,
  makeFolder,
  makeRepository,
  missingGit,
  missingSsh,
  startSshServer,
} from '@binnacle/plugin-kit/servers'
import { type RunForTestOptions, testConnectionForTest } from '@binnacle/plugin-kit/testing'
import { describe, expect, test } from 'vitest'

const plugins = await connectionFamily.load(new URL('./', import.meta.url))
const local = createEgress({ deny: new Set() })

/** Starts programs as they are: what the product's own runner adds is tested there. */
const commands: CommandRunner = {
  run: ({ file, arguments: args, environment }) =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], ...environment }
      const child = execFile(file, args, { env }, (_, stdout, stderr) =>
        resolve(succeed({ exitCode: child.exitCode, signal: null, stdout, stderr })),
      )
    }),
}

function open(
  type: string,
  form: Record<string, unknown>,
  options: RunForTestOptions & { egress?: Egress } = {},
): Promise<CheckOutcome> {
  const plugin = plugins.get(type)
  if (plugin?.run === undefined) throw new Error(`connections of the type ${type} cannot be tested`)
  return testConnectionForTest(plugin.definition, plugin.run, form, options)
}

interface ApiRequest {
  method: string
  host: string
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/**
 * A server that speaks one programming interface, at the address of its vendor: requests to that host come here.
 * @param answer of the server, as the documentation of the vendor has it
 */
async function startApi(answer: (request: ApiRequest) => { status: number; body: unknown }) {
  const requests: ApiRequest[] = []
  const server = await listen(
    createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        const one = { method, path: url, headers, body, host: String(headers['x-host']) }
        requests.push(one)
        const reply = answer(one)
        response
          .writeHead(reply.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(reply.body))
      })
    }),
    0,
  )
  const egress: Egress = {
    ...local,
    request: (options) => {
      const { host, pathname, search } = new URL(options.url)
      return local.request({
        ...options,
        url: `http://127.0.0.1:${server.port}${pathname}${search}`,
        headers: { ...options.headers, 'x-host': host },
      })
    },
  }
  return { ...server, requests, egress, url: `http://127.0.0.1:${server.port}` }
}

const api = <Value>(value: Value) => ({ status: 200, body: value })

describe('a test with the API of a vendor', () => {
  test('GitHub: who the token belongs to, as "Get the authenticated user" has it', async () => {
    const server = await startApi(({ headers }) =>
      headers.authorization === 'Bearer good'
        ? api({ login: 'octocat', id: 1 })
        : { status: 401, body: { message: 'Bad credentials', status: '401' } },
    )
    expect(await open('github', { token: 'good' }, server)).toMatchObject({ message: 'signed in as octocat' })
    expect(server.requests[0]).toMatchObject({ host: 'api.github.com', path: '/user' })
    const refused = await open('github', { token: 'bad' }, server)
    expect(refused).toMatchObject({ state: 'unhealthy' })
    expect(refused.error).toContain('Bad credentials')
    await server.stop()
  })

  test('GitLab: on its own server', async () => {
    const server = await startApi(({ headers }) =>
      headers['private-token'] === 'good'
        ? api({ id: 1, username: 'john_smith' })
        : { status: 401, body: { message: '401 Unauthorized' } },
    )
    const url = `${server.url}/git`
    expect(await open('gitlab', { token: 'good', url })).toMatchObject({ message: 'signed in as john_smith' })
    expect(server.requests[0]?.path).toBe('/git/api/v4/user')
    expect(await open('gitlab', { token: 'bad', url })).toMatchObject({ state: 'unhealthy' })
    await server.stop()
  })

  test('Azure DevOps: the token as the password of nobody', async () => {
    const server = await startApi(() => api({ count: 1, value: [] }))
    expect(await open('azure_devops', { organization: 'a b', token: 't' }, server)).toMatchObject({
      state: 'healthy',
    })
    expect(server.requests[0]).toMatchObject({
      host: 'dev.azure.com',
      path: '/a%20b/_apis/projects?api-version=7.1&$top=1',
      headers: { authorization: `Basic ${Buffer.from(':t').toString('base64')}` },
    })
    await server.stop()
  })

  test('Azure: a token for the client, and why it is refused', async () => {
    const server = await startApi(({ body }) =>
      body.includes('client_secret=good')
        ? api({ token_type: 'Bearer', expires_in: 3599, access_token: 'eyJ0' })
        : { status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000215' } },
    )
    const form = { client_id: 'c', tenant: 't/../x' }
    expect(await open('azure', { ...form, client_secret: 'good' }, server)).toMatchObject({
      state: 'healthy',
    })
    expect(server.requests[0]).toMatchObject({
      host: 'login.microsoftonline.com',
      path: '/t%2F..%2Fx/oauth2/v2.0/token',
    })
    const refused = await open('azure', { ...form, client_secret: 'bad' }, server)
    expect(refused.error).toContain('AADSTS7000215')
    await server.stop()
  })

  test('AWS: who the keys belong to, in a signed request', async () => {
    const arn = 'arn:aws:iam::123456789012:user/Alice'
    const server = await startApi(() =>
      api({
        GetCallerIdentityResponse: { GetCallerIdentityResult: { Arn: arn, UserId: 'A', Account: '1' } },
      }),
    )
    const keys = { access_key: 'AKIDEXAMPLE', secret_key: 'secret', region: 'eu-west-1' }
    expect(await open('aws', keys, server)).toMatchObject({ message: `signed in as ${arn}` })
    expect(server.requests[0]?.host).toBe('sts.eu-west-1.amazonaws.com')
    expect(server.requests[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/sts\/aws4_request/,
    )
    expect(await open('aws', { profile: 'x' }, server)).toMatchObject({ state: 'unknown' })
    expect(await open('aws', { ...keys, region: 'x.evil.example/' }, server)).toMatchObject({
      state: 'unknown',
    })
    await server.stop()
  })

  test('Slack: says what the API says, which answers 200 to everything', async () => {
    const server = await startApi(({ headers }) =>
      api(
        headers.authorization === 'Bearer xoxb-good'
          ? { ok: true, team: 'Subarachnoid Workspace', user: 'bot' }
          : { ok: false, error: 'invalid_auth' },
      ),
    )
    const form = { channel: 'C1' }
    expect(await open('slack', { ...form, bot_token: 'xoxb-good' }, server)).toMatchObject({
      message: 'signed in as bot of Subarachnoid Workspace',
    })
    expect(await open('slack', { ...form, bot_token: 'x' }, server)).toMatchObject({
      state: 'unhealthy',
      error: 'Slack says "invalid_auth"',
    })
    await server.stop()
  })

  test('Telegram: the bot of the token', async () => {
    const server = await startApi(() =>
      api({ ok: true, result: { id: 1, is_bot: true, username: 'alerts_bot' } }),
    )
    expect(await open('telegram', { token: '12:ab/c', chats: '@a' }, server)).toMatchObject({
      message: 'signed in as alerts_bot',
    })
    expect(server.requests[0]).toMatchObject({ host: 'api.telegram.org', path: '/bot12:ab%2Fc/getMe' })
    await server.stop()
  })

  test('Kubernetes: pods of the namespace of the current context', async () => {
    const server = await startApi(({ headers }) =>
      headers.authorization === 'Bearer good'
        ? api({ kind: 'PodList', items: [] })
        : { status: 403, body: { kind: 'Status', message: 'pods is forbidden' } },
    )
    const kubeconfig = (token: string) =>
      JSON.stringify({
        'current-context': 'main',
        contexts: [{ name: 'main', context: { cluster: 'one', user: 'me', namespace: 'shop' } }],
        clusters: [{ name: 'one', cluster: { server: server.url } }],
        users: [{ name: 'me', user: { token } }],
      })
    expect(await open('kubernetes', { certificate: kubeconfig('good') })).toMatchObject({
      message: 'can list pods of shop',
    })
    expect(server.requests[0]?.path).toBe('/api/v1/namespaces/shop/pods?limit=1')
    expect((await open('kubernetes', { certificate: kubeconfig('bad') })).error).toContain('forbidden')
    expect((await open('kubernetes', { certificate: 'nonsense: [' })).error).toContain('not a kubeconfig')
    await server.stop()
  })
})

describe('a test with a server', () => {
  test('of what policy forbids is refused, whatever the form says', async () => {
    const port = await closedPort()
    const denied = createEgress({ deny: new Set(['loopback']) })
    const form = { host: '127.0.0.1', port, from: 'a@example.com' }
    expect(await open('email', form, { egress: denied })).toMatchObject({ state: 'unknown' })
    expect(await open('email', form)).toMatchObject({ state: 'unhealthy' })
  })

  test('a folder', async () => {
    const folder = await makeFolder()
    expect(await open('folder', { path: folder.path })).toMatchObject({ state: 'healthy' })
    expect(await open('folder', { path: `${folder.path}/none` })).toMatchObject({ state: 'unhealthy' })
    await folder.remove()
  })

  test.skipIf(missingGit !== undefined || missingSsh !== undefined)('Git over SSH with a key', async () => {
    const folder = await makeFolder()
    const [server, repository] = await Promise.all([
      startSshServer(),
      makeRepository(folder.path, 'private', { 'readme.txt': 'for tests\n' }),
    ])
    const form = {
      url: `ssh://${server.username}@127.0.0.1:${server.port}${repository}`,
      auth: 'SSH Key',
      ssh_key: server.privateKey,
      host_key: server.hostKey,
    }
    expect(await open('git', form, { commands })).toMatchObject({
      state: 'healthy',
      message: expect.stringMatching(/^main is at [0-9a-f]{12}$/),
    })
    expect(await open('git', { ...form, ref: 'none' }, { commands })).toMatchObject({
      state: 'unhealthy',
      error: expect.stringContaining('has no branch or tag "none"'),
    })
    const other = `SHA256:${'A'.repeat(43)}`
    expect(await open('git', { ...form, host_key: other }, { commands })).toMatchObject({
      error: expect.stringContaining(`the server shows the key ${server.hostKey}, expected ${other}`),
    })
    await server.stop()
    await folder.remove()
  })
})
