import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  freePort,
  makeCertificate,
  makeFolder,
  PROGRAM_START_MILLISECONDS,
  startAnsweringServer,
  startTcpServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { problemsForTest, runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { check, readRedisUrl, redisAddress } from './spec.ts'
import { missing, startRedis } from './targets.ts'

const runRedis = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

describe('a spec', () => {
  const problems = (spec: Record<string, unknown>) => problemsForTest(check, spec)

  test('needs an address or a URL, and not both [SPEC-020]', () => {
    expect(problems({})).toEqual(['addr: This field is required'])
    expect(problems({ addr: 'a:1', url: 'redis://a' })).toEqual(['url: give either "addr" or "url"'])
    expect(problems({ addr: 'a b' })).toEqual(['addr: "a b" is not of the form host:port'])
    expect(problems({ url: 'http://a' })).toEqual([
      'url: not of the form redis://user:password@host:port/database',
    ])
    expect(problems({ adr: 'a:1', addr: 'a:1' })).toEqual(['adr: unknown key "adr"; did you mean "addr"?'])
  })

  test('takes what the URL says, and what fields say before it', () => {
    expect(readRedisUrl('rediss://u:p%40@h.example/3')).toEqual({
      host: 'h.example',
      port: 6_379,
      tls: true,
      username: 'u',
      password: 'p@',
      database: 3,
    })
    const spec = check.schema.parse({
      name: 'x',
      url: { value: 'redis://u:p@[::1]:7000/3' },
      authentication: { password: { value: 'better' } },
      db: 5,
    })
    expect(redisAddress(spec)).toEqual({
      host: '::1',
      port: 7_000,
      tls: false,
      username: 'u',
      password: 'better',
      database: 5,
    })
    expect(check.endpoint?.(spec)).toBe('[::1]:7000')
  })
})

describe.skipIf(missing !== undefined)('a Redis server', () => {
  let open: TestServer
  let locked: TestServer
  beforeAll(async () => {
    ;[open, locked] = await Promise.all([
      startRedis(['--databases', '4']),
      startRedis(['--requirepass', 'open sesame']),
    ])
  }, PROGRAM_START_MILLISECONDS)
  afterAll(async () => {
    await open.stop()
    await locked.stop()
  })
  const at = (server: TestServer) => `127.0.0.1:${server.port}`

  test('answers PING, and the time of each phase is kept', async () => {
    const outcome = await runRedis({ addr: at(open), db: 2 })
    expect(outcome).toMatchObject({ state: 'healthy', message: 'PONG', details: { address: '127.0.0.1' } })
    expect(Object.keys(Object(outcome.details?.['timings']))).toEqual([
      'name',
      'connect',
      'selecting database 2',
      'waiting for the answer to PING',
    ])
  })

  test('that lacks the database says so', async () => {
    const outcome = await runRedis({ addr: at(open), db: 9 })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/failed while selecting database 9: ERR .*out of range/)
  })

  test('that wants a password is unhealthy with no password and with a wrong one, which is shown nowhere', async () => {
    expect((await runRedis({ addr: at(locked) })).error).toMatch(/NOAUTH/)
    const wrong = await runRedis({ url: `redis://:wr0ng-password@${at(locked)}` })
    expect(wrong.error).toMatch(/failed while signing in: WRONGPASS/)
    expect(JSON.stringify(wrong)).not.toContain('wr0ng-password')
    expect(await runRedis({ addr: at(locked), password: 'open sesame' })).toMatchObject({ state: 'healthy' })
    expect(await runRedis({ url: `redis://default:open%20sesame@${at(locked)}` })).toMatchObject({
      state: 'healthy',
    })
  })

  test('is reached over TLS, whose certificate is verified and kept', async () => {
    const folder = await makeFolder()
    const { key, cert } = await makeCertificate(-1, 30)
    await writeFile(join(folder.path, 'key.pem'), key)
    await writeFile(join(folder.path, 'cert.pem'), cert)
    const port = await freePort()
    const server = await startRedis([
      '--tls-port',
      String(port),
      '--tls-auth-clients',
      'no',
      '--tls-cert-file',
      join(folder.path, 'cert.pem'),
      '--tls-key-file',
      join(folder.path, 'key.pem'),
    ])
    const url = `rediss://localhost:${port}`
    const trusted = await runRedis({ url, tlsConfig: { ca: cert } })
    const distrusted = await runRedis({ url })
    const tolerated = await runRedis({
      addr: `localhost:${port}`,
      tlsConfig: { enable: true, insecureSkipVerify: true },
    })
    await server.stop()
    await folder.remove()
    expect(trusted).toMatchObject({ state: 'healthy', details: { certificate: { subject: 'localhost' } } })
    expect(distrusted).toMatchObject({ state: 'unhealthy', details: { reason: 'certificate' } })
    expect(tolerated).toMatchObject({ state: 'healthy' })
  })
})

describe('another server', () => {
  test.each([
    ['says something else', '+WELCOME\r\n', 'the server answered "WELCOME" to PING, expected "PONG"'],
    ['is loading', '-LOADING Redis is loading the dataset in memory\r\n', 'LOADING Redis is loading'],
    ['speaks another protocol', 'SSH-2.0-OpenSSH\r\n', 'failed while waiting for the answer to PING'],
  ])('that %s is unhealthy, in its words', async (_what, answer, error) => {
    const server = await startAnsweringServer(answer)
    const outcome = await runRedis({ addr: `127.0.0.1:${server.port}` })
    await server.stop()
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toContain(error)
  })

  test('that says nothing ends with the time, and says during what', async () => {
    const server = await startTcpServer('')
    const outcome = await runRedis({ addr: `127.0.0.1:${server.port}` }, { timeoutMilliseconds: 200 })
    await server.stop()
    expect(outcome.error).toMatch(/timed out while waiting for the answer to PING$/)
  })

  test('that policy forbids is unknown', async () => {
    expect(await runRedis({ addr: '127.0.0.1:1' }, { deny: new Set(['loopback']) })).toMatchObject({
      state: 'unknown',
      details: { reason: 'denied' },
    })
  })
})

test('a password with a percent sign that encodes nothing is taken as it is', () => {
  expect(readRedisUrl('redis://me:100%sure@host/1')).toMatchObject({ username: 'me', password: '100%sure' })
})

test('a URL may be host:port, and TLS settings switch TLS on', () => {
  const addressOf = (spec: Record<string, unknown>) =>
    redisAddress(check.schema.parse({ name: 'x', ...spec }))
  expect(addressOf({ url: 'cache.example:6380' })).toEqual({ host: 'cache.example', port: 6_380, tls: false })
  expect(addressOf({ url: 'cache.example:6380', tlsConfig: { ca: 'PEM' } })).toMatchObject({ tls: true })
  expect(addressOf({ addr: 'a:1', tlsConfig: { insecureSkipVerify: true } })).toMatchObject({ tls: true })
  expect(addressOf({ addr: 'a:1', tlsConfig: { insecureSkipVerify: false } })).toMatchObject({ tls: false })
  expect(addressOf({ addr: 'a:1', tlsConfig: { enable: false, ca: 'PEM' } })).toMatchObject({ tls: false })
})
