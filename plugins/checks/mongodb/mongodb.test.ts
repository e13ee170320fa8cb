import {
  closedPort,
  freePort,
  makeCertificate,
  startTcpServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { readMongoUrl } from './address.ts'
import { run } from './run.ts'
import { check } from './spec.ts'
import { member, startMongo } from './targets.ts'

const runMongo = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
async function start(...options: Parameters<typeof startMongo>): Promise<string> {
  const server = await startMongo(...options)
  servers.push(server)
  return `127.0.0.1:${server.port}`
}

describe('an address', () => {
  test.each([
    [
      'mongodb://me:p%40ss@a.example,b.example:27018/shop?replicaSet=rs0&tls=true',
      {
        hosts: [
          { host: 'a.example', port: 27_017 },
          { host: 'b.example', port: 27_018 },
        ],
        isService: false,
        username: 'me',
        password: 'p@ss',
        tls: true,
        skipVerify: false,
        authSource: 'shop',
        replicaSet: 'rs0',
      },
    ],
    [
      'mongodb+srv://a.example/?authsource=admin&tlsInsecure=true',
      {
        hosts: [{ host: 'a.example', port: 27_017 }],
        isService: true,
        tls: true,
        skipVerify: true,
        authSource: 'admin',
      },
    ],
  ])('is read: %s', (text, expected) => {
    expect(readMongoUrl(text)).toEqual(expected)
  })

  test.each([
    ['http://a.example', 'not of the form mongodb://'],
    ['mongodb://a.example,b c', 'each host is of the form host:port'],
    ['mongodb+srv://a.example,b.example', 'mongodb+srv:// takes one name'],
    ['mongodb://a.example/?authMechanism=MONGODB-AWS', 'the authMechanism "MONGODB-AWS" is not supported'],
    ['mongodb://a.example/?authmechanism=GSSAPI', 'use SCRAM-SHA-1, SCRAM-SHA-256, PLAIN, MONGODB-X509'],
  ])('that is wrong is explained: %s', (text, message) => {
    expect(readMongoUrl(text)).toContain(message)
  })

  test('is shown without user and password', () => {
    const spec = check.schema.parse({ name: 'x', url: 'mongodb://me:secret@a.example,b.example/' })
    expect(check.endpoint?.(spec)).toBe('a.example:27017,b.example:27017')
  })
})

describe('a deployment', () => {
  test('whose primary answers the ping is healthy, and the time of each step is kept', async () => {
    const place = await start(member({ isWritablePrimary: true }))
    const outcome = await runMongo({ url: `mongodb://${place}` })
    expect(outcome).toMatchObject({
      state: 'healthy',
      message: `the primary ${place} answered the ping`,
      details: { address: '127.0.0.1', members: { [place]: 'primary' } },
    })
    expect(Object.keys(Object(outcome.details?.['timings']))).toEqual(['name', 'connect', 'hello', 'ping'])
  })

  test('has its primary found among the hosts, and where a secondary says that it is', async () => {
    const set = { setName: 'rs0', hosts: [] }
    const primary = await start(member({ ...set, isWritablePrimary: true }))
    const secondary = await start(member({ ...set, isWritablePrimary: false, secondary: true, primary }))
    const gone = `127.0.0.1:${await closedPort()}`
    expect(await runMongo({ url: `mongodb://${gone},${primary}/?replicaSet=rs0` })).toMatchObject({
      state: 'healthy',
      details: { members: { [gone]: 'failed', [primary]: 'primary' } },
    })
    expect(await runMongo({ url: `mongodb://${secondary}` })).toMatchObject({
      state: 'healthy',
      message: `the primary ${primary} answered the ping`,
    })
  })

  test('without a primary is unhealthy and says what each member is', async () => {
    const secondary = await start(member({ setName: 'rs0', isWritablePrimary: false, secondary: true }))
    const gone = `127.0.0.1:${await closedPort()}`
    expect(await runMongo({ url: `mongodb://${secondary},${gone}` })).toMatchObject({
      state: 'unhealthy',
      error: `no primary: ${secondary} is secondary; ${gone}: connection refused`,
    })
  })

  test('of another name is unhealthy', async () => {
    const place = await start(member({ setName: 'rs1', isWritablePrimary: true }))
    const outcome = await runMongo(
      { url: `mongodb://${place}/?replicaSet=rs0` },
      { timeoutMilliseconds: 1_000 },
    )
    expect(outcome.state).toBe('unhealthy')
  })

  test('that refuses a command or a user is unhealthy, in its words, and the password is shown nowhere', async () => {
    // Error 18 of MongoDB's list of error codes, and its answer to a ping before signing in.
    const refused = { ok: 0, errmsg: 'Authentication failed.', code: 18, codeName: 'AuthenticationFailed' }
    const locked = await start(member({ isWritablePrimary: true }, { saslStart: refused }))
    const outcome = await runMongo({
      url: `mongodb://${locked}/`,
      authentication: { username: 'me', password: { value: 'wr0ng-password' } },
    })
    expect(outcome).toMatchObject({ state: 'unhealthy', error: `${locked}: Authentication failed.` })
    expect(JSON.stringify(outcome)).not.toContain('wr0ng-password')
    const unauthorized = {
      ok: 0,
      errmsg: 'command ping requires authentication',
      code: 13,
      codeName: 'Unauthorized',
    }
    const closed = await start(member({ isWritablePrimary: true }, { ping: unauthorized }))
    expect((await runMongo({ url: `mongodb://${closed}` })).error).toBe(
      `${closed}: command ping requires authentication`,
    )
  })

  test('is reached over TLS, whose certificate is verified and kept', async () => {
    const credentials = await makeCertificate(-1, 30)
    const port = await freePort()
    await start(member({ isWritablePrimary: true }), credentials, port)
    const url = `mongodb://localhost:${port}/?tls=true`
    expect(await runMongo({ url, tlsConfig: { ca: credentials.cert } })).toMatchObject({
      state: 'healthy',
      details: { certificate: { subject: 'localhost' } },
    })
    expect(await runMongo({ url })).toMatchObject({ state: 'unhealthy', details: { reason: 'certificate' } })
    expect(await runMongo({ url: `${url}&tlsAllowInvalidCertificates=true` })).toMatchObject({
      state: 'healthy',
    })
  })
})

describe('another server', () => {
  test('that speaks another protocol is unhealthy, and what it said is kept', async () => {
    const other = await startTcpServer('HTTP/1.1 400 Bad Request\r\n\r\n')
    servers.push(other)
    const outcome = await runMongo({ url: `mongodb://127.0.0.1:${other.port}` }, { timeoutMilliseconds: 500 })
    expect(outcome).toMatchObject({
      state: 'unhealthy',
      details: { firstBytes: 'HTTP/1.1 400 Bad Request....' },
    })
  })

  test('that says nothing ends with the time', async () => {
    const silent = await startTcpServer('')
    servers.push(silent)
    const outcome = await runMongo(
      { url: `mongodb://127.0.0.1:${silent.port}` },
      { timeoutMilliseconds: 300 },
    )
    expect(outcome.error).toMatch(/timed out while waiting for the answer$/)
  })

  test('that policy forbids is unknown, also where a member leads to it', async () => {
    const deny = { deny: new Set(['private'] as const) }
    expect(await runMongo({ url: 'mongodb://10.0.0.1' }, deny)).toMatchObject({ state: 'unknown' })
    const luring = await start(
      member({ setName: 'rs0', isWritablePrimary: false, secondary: true, primary: '169.254.169.254:80' }),
    )
    expect((await runMongo({ url: `mongodb://${luring}` }, deny)).error).toContain(
      '169.254.169.254 is a link-local address, which is never connected to',
    )
  })

  test('a service without records is unhealthy', async () => {
    const outcome = await runMongo({ url: 'mongodb+srv://no-such-name.invalid' })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/^the hosts of no-such-name\.invalid cannot be found: /)
  })
})

test('a password with a percent sign that encodes nothing is taken as it is', () => {
  expect(readMongoUrl('mongodb://me:100%sure@host/db')).toMatchObject({
    username: 'me',
    password: '100%sure',
  })
})
