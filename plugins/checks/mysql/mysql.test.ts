import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  makeCertificate,
  makeFolder,
  PROGRAM_START_MILLISECONDS,
  startTcpServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMysqlUrl } from '@binnacle/clients/sql/mysql-address'
import { run } from './run.ts'
import { check } from './spec.ts'
import { missing, startMariadb, user } from '@binnacle/clients/sql/testing/mysql'

const runMysql = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

describe('an address', () => {
  const expected = { host: 'db.example', port: 3_307, username: 'me', password: 'p@s:s/', database: 'shop' }

  test.each([
    ['mysql://me:p%40s%3As%2F@db.example:3307/shop', 'preferred'],
    ['mysql://me:p%40s%3As%2F@db.example:3307/shop?ssl-mode=VERIFY_IDENTITY', 'verified'],
    ['me:p@s:s/@tcp(db.example:3307)/shop?parseTime=true&tls=skip-verify', 'unverified'],
    ['mysql://me:p@s:s/@tcp(db.example:3307)/shop', 'preferred'],
  ])('is read in both forms: %s', (text, tlsMode) => {
    expect(readMysqlUrl(text)).toEqual({ ...expected, tlsMode })
  })

  test.each([
    ['me@tcp([::1])/', { host: '::1', port: 3_306, username: 'me', tlsMode: 'preferred' }],
    ['/shop', { host: '127.0.0.1', port: 3_306, database: 'shop', tlsMode: 'preferred' }],
  ])('may be short: %s', (text, address) => {
    expect(readMysqlUrl(text)).toEqual(address)
  })

  test.each([
    ['db.example', 'not of the form mysql://'],
    ['me@unix(/run/mysqld.sock)/shop', 'not of the form mysql://'],
    ['mysql://db.example/shop?tls=maybe', '"maybe" is not a valid value of tls'],
  ])('that is wrong is explained: %s', (text, message) => {
    expect(readMysqlUrl(text)).toContain(message)
  })

  test('is shown without user and password', () => {
    const spec = check.schema.parse({ name: 'x', connection: 'me:secret@tcp(db.example:1)/shop' })
    expect(check.endpoint?.(spec)).toBe('db.example:1/shop')
  })
})

describe.skipIf(missing !== undefined)('a MariaDB', () => {
  let server: TestServer
  let certificate: string
  let folder: Awaited<ReturnType<typeof makeFolder>>
  beforeAll(async () => {
    folder = await makeFolder()
    const { key, cert } = await makeCertificate(-1, 30)
    certificate = cert
    await writeFile(join(folder.path, 'key.pem'), key)
    await writeFile(join(folder.path, 'cert.pem'), cert)
    server = await startMariadb([
      `--ssl-key=${join(folder.path, 'key.pem')}`,
      `--ssl-cert=${join(folder.path, 'cert.pem')}`,
    ])
  }, PROGRAM_START_MILLISECONDS)
  afterAll(async () => {
    await server.stop()
    await folder.remove()
  })
  const at = (spec: Record<string, unknown> = {}, parameters = '') => ({
    url: `mysql://localhost:${server.port}/shop${parameters}`,
    ...user,
    ...spec,
  })

  test('gives rows, and they and the time of each phase are kept', async () => {
    const query = `select count(*) as many, 1.5 as part, cast('2026-01-02 03:04:05' as datetime) as at,
      x'0102' as bytes, null as none, 18446744073709551615 as huge`
    const outcome = await runMysql(at({ query }))
    expect(outcome).toMatchObject({
      state: 'healthy',
      message: '1 row',
      details: {
        results: {
          count: 1,
          rows: [
            {
              many: 1,
              part: 1.5,
              at: '2026-01-02T03:04:05.000Z',
              bytes: 'AQI=',
              none: null,
              huge: '18446744073709551615',
            },
          ],
        },
      },
    })
    expect(Object.keys(Object(outcome.details?.['timings']))).toEqual([
      'name',
      'connect',
      'signing in',
      'running the query',
    ])
  })

  test('is reached by a data source name of the Go driver as well', async () => {
    const connection = `${user.username}:${user.password}@tcp(127.0.0.1:${server.port})/shop?tls=false`
    expect(await runMysql({ connection: { value: connection } })).toMatchObject({ state: 'healthy' })
  })

  test('must give as many rows as are wanted; a command gives none', async () => {
    const query = 'select 1 union select 2'
    expect(await runMysql(at({ query, results: 2 }))).toMatchObject({ state: 'healthy' })
    expect(await runMysql(at({ query, results: 3 }))).toMatchObject({
      state: 'unhealthy',
      error: '2 rows, expected at least 3',
    })
    // What answers without rows has found none.
    expect(await runMysql(at({ query: 'set @a = 1' }))).toMatchObject({
      message: '0 rows',
      details: { results: { count: 0, rows: [] } },
    })
  })

  test('says what is wrong with a query, and with the code', async () => {
    expect(await runMysql(at({ query: 'select * from nowhere' }))).toMatchObject({
      state: 'unhealthy',
      error: expect.stringMatching(/failed while running the query: Table 'shop.nowhere' doesn't exist$/),
      details: { reason: 'ER_NO_SUCH_TABLE' },
    })
    expect((await runMysql(at({ query: 'select 1; select 2' }))).error).toContain('syntax')
  })

  test('refuses a wrong password, which is shown nowhere', async () => {
    const outcome = await runMysql(at({ password: 'wr0ng-password' }))
    expect(outcome.error).toMatch(/failed while signing in: Access denied for user/)
    expect(JSON.stringify(outcome)).not.toContain('wr0ng-password')
  })

  test('speaks TLS as the address says', async () => {
    const query = "show status like 'Ssl_cipher'"
    const cipher = async (tls: string, tlsConfig?: object) => {
      const outcome = await runMysql(
        at({ query, ...(tlsConfig === undefined ? {} : { tlsConfig }) }, `?tls=${tls}`),
      )
      return outcome.error ?? JSON.stringify(outcome.details?.['results'])
    }
    expect(await cipher('false')).toContain('"Value":""')
    expect(await cipher('preferred')).toContain('"Value":"TLS_')
    expect(await cipher('skip-verify')).toContain('"Value":"TLS_')
    expect(await cipher('true')).toMatch(/failed while signing in: .*self-signed certificate/)
    expect(await cipher('true', { ca: certificate })).toContain('"Value":"TLS_')
    expect(await cipher('true', { ca: certificate, serverName: 'other.example' })).toMatch(
      /does not match certificate/,
    )
  })

  test('ends a query that takes too long, on its side as well', async () => {
    const outcome = await runMysql(at({ query: 'select sleep(30) as sleeps' }), { timeoutMilliseconds: 700 })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/timed out while running the query$|max_statement_time/)
    const query =
      "select 1 from information_schema.processlist where info like '%as sleeps%' and id <> connection_id()"
    await expect.poll(async () => (await runMysql(at({ query }))).message).toBe('0 rows')
  })
})

test.skipIf(missing !== undefined)(
  'a server without TLS is used plainly where that is allowed only',
  async () => {
    const plain = await startMariadb(['--skip-ssl'])
    const url = `mysql://127.0.0.1:${plain.port}/shop`
    const preferred = await runMysql({ url, ...user })
    const required = await runMysql({ url: `${url}?tls=skip-verify`, ...user })
    await plain.stop()
    expect(preferred).toMatchObject({ state: 'healthy' })
    expect(required).toMatchObject({ state: 'unhealthy', details: { reason: 'HANDSHAKE_NO_SSL_SUPPORT' } })
  },
  PROGRAM_START_MILLISECONDS,
)

test('another server is unhealthy, one that policy forbids unknown', async () => {
  const other = await startTcpServer('SSH-2.0-OpenSSH_9.2\r\n')
  const outcome = await runMysql({ url: `mysql://127.0.0.1:${other.port}/x` }, { timeoutMilliseconds: 500 })
  await other.stop()
  expect(outcome).toMatchObject({ state: 'unhealthy' })
  expect(await runMysql({ url: 'mysql://127.0.0.1:1/x' }, { deny: new Set(['loopback']) })).toMatchObject({
    state: 'unknown',
  })
})

test('a password with a percent sign that encodes nothing is taken as it is', () => {
  expect(readMysqlUrl('mysql://me:100%sure@host/db')).toMatchObject({ username: 'me', password: '100%sure' })
})
