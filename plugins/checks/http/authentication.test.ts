import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findProgram,
  freePort,
  guest,
  isReadyAt,
  makeFolder,
  startGuardedServer,
  startProgram,
  startTokenServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { inputJsonSchema, problemsOf } from '@binnacle/plugin-kit/core'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'

let server: TestServer
beforeAll(async () => {
  server = await startGuardedServer()
})
afterAll(() => server.stop())

const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
const runHttp = (spec: Record<string, unknown>) => runForTest(check, run, spec)
const { username, password } = guest
const inDomain = { username: `${guest.domain}\\${username}`, password }

describe('user and password', () => {
  test.each([
    ['basic', { url: '/basic', authentication: { basic: true, username, password } }],
    ['basic, which needs no switch', { url: '/basic', username, password: { value: password } }],
    ['ntlm', { url: '/ntlmv1', authentication: { ntlm: true, ...inDomain } }],
    ['ntlm of a server without extended session security', { url: '/ntlmv1?old', ntlm: true, ...inDomain }],
    ['ntlmv2', { url: '/ntlmv2', authentication: { ntlmv2: true, ...inDomain } }],
    ['ntlm, as files write it', { url: '/ntlmv1', ntlm: true, ...inDomain }],
    ['digest', { url: '/digest', digest: true, username, password }],
  ])('are proven by %s [SPEC-012]', async (_way, { url, ...spec }) => {
    const wrong = JSON.stringify(spec).replaceAll(`"${password}"`, '"another"')
    expect(await runHttp({ url: at(url), ...spec })).toMatchObject({
      state: 'healthy',
      message: 'status 200',
    })
    expect(await runHttp({ url: at(url), ...JSON.parse(wrong) })).toMatchObject({
      state: 'unhealthy',
      details: { code: 401, content: 'who is there?' },
    })
  })

  test.each([
    [{ ntlm: true, digest: true, username: 'a', password: 'b' }, 'authentication', 'not ntlm and digest'],
    [{ digest: true, username: 'a' }, 'password', 'digest needs a username and a password'],
    [{ authentication: { ntlmv2: true } }, 'username', 'ntlmv2 needs a username and a password'],
    [{ awsSigV4: { accessKey: 'a' } }, 'awsSigV4.secretKey', 'needs an access key and a secret key'],
  ])('%o is refused with the field', (spec, field, message) => {
    const parsed = check.schema.safeParse({ name: 'x', url: 'http://a.example', ...spec })
    const problems = parsed.success ? [] : problemsOf(parsed.error, inputJsonSchema(check.schema))
    expect(problems.map(({ path }) => path)).toEqual([field])
    expect(problems[0]?.message).toContain(message)
  })
})

test('the address is required, unless a connection has one [SPEC-018]', () => {
  const problems = (spec: Record<string, unknown>) => {
    const parsed = check.schema.safeParse({ name: 'x', ...spec })
    return parsed.success ? [] : problemsOf(parsed.error, inputJsonSchema(check.schema))
  }
  expect(problems({})).toMatchObject([{ path: 'url', message: 'This field is required' }])
  expect(problems({ connection: 'connection://shop' })).toEqual([])
})

describe('digest', () => {
  const proven = { digest: true, username, password }

  test.each(['MD5', 'SHA-256', 'SHA-512-256', 'MD5-sess', 'SHA-256-sess'])('with %s', async (algorithm) => {
    expect(await runHttp({ url: at(`/digest?algorithm=${algorithm}`), ...proven })).toMatchObject({
      state: 'healthy',
    })
  })

  test.each([
    ['without protection, as old servers have it', '/digest?qop='],
    ['over the body', '/digest?qop=auth-int'],
    ['again with a newer nonce', '/digest?aged'],
    ['over a new connection where the server ends the old one', '/digest?closes'],
    ['after a redirect', '/moved'],
  ])('%s', async (_what, path) => {
    const spec = {
      url: at(path),
      ...proven,
      ...(path === '/moved' ? {} : { method: 'POST', body: 'the body' }),
    }
    expect(await runHttp(spec)).toMatchObject({ state: 'healthy' })
  })

  test('says what is wrong', async () => {
    expect((await runHttp({ url: at('/digest'), ...proven, password: 'x' })).error).toBe(
      'status 401, expected 200 to 299; the server does not accept username and password (digest)',
    )
    expect((await runHttp({ url: at('/basic'), ...proven })).error).toBe(
      'status 401, expected 200 to 299; the server offers no digest authentication that is known here (it offers basic)',
    )
  })
})

describe('NTLM', () => {
  const proven = { ntlmv2: true, ...inDomain }

  test('proves all messages to a server that tells its time', async () => {
    expect(await runHttp({ url: at('/ntlmv2?time'), ...proven })).toMatchObject({ state: 'healthy' })
  })

  test('sends the body with every step, over one connection', async () => {
    expect(
      await runHttp({
        url: at('/ntlmv2'),
        ...proven,
        method: 'POST',
        body: 'x',
        responseContent: 'welcome, x',
      }),
    ).toMatchObject({ state: 'healthy' })
  })

  test('says what is wrong', async () => {
    expect((await runHttp({ url: at('/ntlmv2'), ...proven, password: 'x' })).error).toBe(
      'status 401, expected 200 to 299; the server does not accept username and password (NTLM)',
    )
    expect((await runHttp({ url: at('/digest'), ...proven })).error).toBe(
      'status 401, expected 200 to 299; the server offers no NTLM (it offers basic, digest)',
    )
    expect(await runHttp({ url: at('/ntlmv2?closes'), ...proven })).toMatchObject({
      state: 'unhealthy',
      error: `127.0.0.1:${server.port}: the other side closed the connection between the steps of signing in`,
      details: { address: '127.0.0.1' },
    })
  })
})

describe('OAuth 2.0', () => {
  const spec = (port: number, more: Record<string, unknown> = {}) => ({
    url: `http://127.0.0.1:${port}/open`,
    username,
    password,
    oauth2: { tokenURL: `http://127.0.0.1:${port}/token`, scope: ['read', 'write'], ...more },
  })

  test('asks for a token once, uses it until it ends, and shows it nowhere', async () => {
    const tokens = await startTokenServer()
    const parsed = check.schema.parse({
      name: 'x',
      ...spec(tokens.port, { params: { audience: 'shop' } }),
      responseContent: 'not there',
    })
    const { contextForTest } = await import('@binnacle/plugin-kit/testing')
    const outcome = await run(parsed, contextForTest())
    expect(outcome.error).toContain('"not there" is not in the body')
    expect(outcome.details).toMatchObject({ content: '{"token":"***"}' })
    await run(parsed, contextForTest())
    expect(tokens.requests).toEqual([{ scope: 'read write', audience: 'shop' }])
    tokens.revoke()
    expect((await run(parsed, contextForTest())).error).toContain('status 401')
    expect((await run(parsed, contextForTest())).error).not.toContain('status 401')
    expect(tokens.requests).toHaveLength(2)
    await tokens.stop()
  })

  test('gives the secret in the body where the server wants it there', async () => {
    const tokens = await startTokenServer({ inBody: true })
    expect(await runHttp(spec(tokens.port))).toMatchObject({ state: 'healthy' })
    await tokens.stop()
  })

  test('says why there is no token', async () => {
    const tokens = await startTokenServer()
    expect(await runHttp({ ...spec(tokens.port), password: 'x' })).toMatchObject({
      state: 'unhealthy',
      error: 'getting a token: status 401, expected 200: invalid_client: nobody knows this client',
    })
    await tokens.stop()
    expect((await runHttp(spec(tokens.port))).error).toMatch(/^getting a token: .*connection refused$/)
  })
})

const apache = findProgram('apache2')
const modules = '/usr/lib/apache2/modules'

describe.skipIf(apache === undefined)('Apache, as it comes with Debian', () => {
  let real: TestServer | undefined
  let remove: () => Promise<void>
  beforeAll(async () => {
    const folder = await makeFolder()
    remove = folder.remove
    const port = await freePort()
    const file = (name: string) => join(folder.path, name)
    const md5 = createHash('md5').update(`${username}:shop:${password}`).digest('hex')
    const sha = createHash('sha1').update(password).digest('base64')
    await writeFile(file('digest'), `${username}:shop:${md5}\n`)
    await writeFile(file('basic'), `${username}:{SHA}${sha}\n`)
    await writeFile(file('index.html'), 'welcome')
    const door = (path: string, kind: string) => `Alias ${path} ${file('index.html')}
<Location ${path}>
AuthType ${kind}
AuthName shop
Auth${kind}Provider file
AuthUserFile ${file(kind.toLowerCase())}
Require valid-user
</Location>`
    await writeFile(
      file('apache.conf'),
      `ServerRoot ${folder.path}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${file('pid')}
ErrorLog ${file('log')}
DefaultRuntimeDir ${folder.path}
${['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'auth_digest', 'alias']
  .map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`)
  .join('\n')}
<Directory ${folder.path}>
Require all granted
</Directory>
${door('/basic', 'Basic')}
${door('/digest', 'Digest')}
`,
    )
    real = await startProgram({
      file: apache ?? '',
      arguments: ['-X', '-f', file('apache.conf')],
      port,
      isReady: () => isReadyAt(`http://127.0.0.1:${port}/basic`),
    })
  }, 60_000)
  afterAll(async () => {
    await real?.stop()
    await remove()
  })

  test.each([
    ['/basic', {}],
    ['/digest', { digest: true }],
  ])('lets in at %s who proves user and password, and nobody else', async (path, way) => {
    const url = `http://127.0.0.1:${real?.port}${path}`
    expect(await runHttp({ url, ...way, username, password })).toMatchObject({ state: 'healthy' })
    expect(await runHttp({ url, ...way, username, password: 'another' })).toMatchObject({
      state: 'unhealthy',
      details: { code: 401 },
    })
  })
})
