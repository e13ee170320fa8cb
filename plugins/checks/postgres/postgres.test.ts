import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { succeed } from '@binnacle/contract/core'
import {
  makeCertificate,
  makeFolder,
  PROGRAM_START_MILLISECONDS,
  startTcpServer,
} from '@binnacle/plugin-kit/servers'
import { problemsForTest, runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPostgresUrl } from '@binnacle/clients/sql/postgres-address'
import { run } from './run.ts'
import { check } from './spec.ts'
import { type PostgresServer, startPostgres } from '@binnacle/clients/sql/testing/postgres'

const runPostgres = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

describe('an address', () => {
  const expected = {
    host: 'db.example',
    port: 6_000,
    username: 'me',
    password: "it's me",
    database: 'shop',
    tlsMode: 'require',
    settings: { search_path: 'sales' },
  }

  test.each([
    'postgres://me:it%27s%20me@db.example:6000/shop?sslmode=require&connect_timeout=5&search_path=sales',
    String.raw`host=db.example port=6000 user=me password='it\'s me' dbname=shop sslmode=require search_path = sales`,
  ])('is read in both forms of libpq: %s', (text) => {
    expect(readPostgresUrl(text)).toEqual(expected)
  })

  test.each([
    ['db.example/shop', 'not of the form postgres://'],
    ['postgres:///shop', 'the address names no host'],
    ['host=/var/run/postgresql', 'the address names no host'],
    ['host=a,b dbname=x port=1,2', 'names no single host'],
    ['postgres://a/x?sslmode=maybe', '"maybe" is not a valid sslmode'],
  ])('that is wrong is explained: %s', (text, message) => {
    expect(readPostgresUrl(text)).toContain(message)
  })

  test('is demanded once', () => {
    const problems = (spec: Record<string, unknown>) => problemsForTest(check, spec)
    expect(problems({})).toEqual(['url: This field is required'])
    expect(problems({ connection: 'connection://shop/db' })).toEqual([])
    expect(problems({ connection: { value: 'connection://a/b/c/d' } })).toEqual([
      'connection: "connection://a/b/c/d" names no connection; write connection://name, connection://namespace/name, connection://type/namespace/name or an id',
    ])
    expect(problems({ url: 'postgres://a', connection: { value: 'postgres://b' } })).toEqual([
      'url: give either "url" or "connection"',
    ])
    expect(problems({ connection: 'postgres://a', qeury: 'select 1' })).toEqual([
      'qeury: unknown key "qeury"; did you mean "query"?',
    ])
  })

  test('is shown without user and password', () => {
    const spec = check.schema.parse({ name: 'x', url: 'postgres://me:secret@[::1]/shop' })
    expect(check.endpoint?.(spec)).toBe('[::1]:5432/shop')
  })
})

describe('a PostgreSQL', () => {
  let server: PostgresServer
  let credentials: { key: string; cert: string }
  let folder: Awaited<ReturnType<typeof makeFolder>>
  beforeAll(async () => {
    folder = await makeFolder()
    credentials = await makeCertificate(-1, 30)
    const key = join(folder.path, 'key.pem')
    const cert = join(folder.path, 'cert.pem')
    await writeFile(key, credentials.key, { mode: 0o600 })
    await writeFile(cert, credentials.cert)
    server = await startPostgres(['ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${cert}`])
  }, PROGRAM_START_MILLISECONDS)
  afterAll(async () => {
    await server.stop()
    await folder.remove()
  })
  const at = (spec: Record<string, unknown> = {}, parameters = '') => ({
    url: `${server.url}${parameters}`,
    password: server.password,
    ...spec,
  })

  test('gets a query that is a template filled', async () => {
    const template = async () => succeed('select 7 as seven')
    expect(await runPostgres(at({ query: 'select {{ 7 }}' }), { template })).toMatchObject({
      details: { results: { rows: [{ seven: 7 }] } },
    })
    expect(await runPostgres(at({ query: 'select {{ 7 }}' }))).toMatchObject({
      state: 'unknown',
      error: 'query: this test runs no scripts',
    })
  })

  test('gives rows, and they and the time of each phase are kept', async () => {
    const outcome = await runPostgres(
      at({
        query: `select count(*) as many, 1.5::numeric as part, '{"a":[1]}'::jsonb as doc,
          timestamptz '2026-01-02T03:04:05Z' as at, '\\x0102'::bytea as bytes, null as none,
          12345678901234567890::numeric as huge, repeat('x', 5000) as long`,
      }),
    )
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
              doc: { a: [1] },
              at: '2026-01-02T03:04:05.000Z',
              bytes: 'AQI=',
              none: null,
              huge: '12345678901234567890',
            },
          ],
        },
        address: '127.0.0.1',
      },
    })
    expect(JSON.stringify(outcome).length).toBeLessThan(4_000)
    expect(Object.keys(Object(outcome.details?.['timings']))).toEqual([
      'name',
      'connect',
      'signing in',
      'running the query',
    ])
  })

  test('must give as many rows as are wanted', async () => {
    const query = 'select * from generate_series(1, 3)'
    expect(await runPostgres(at({ query, results: 3 }))).toMatchObject({ state: 'healthy' })
    expect(await runPostgres(at({ query, results: 4 }))).toMatchObject({
      state: 'unhealthy',
      error: '3 rows, expected at least 4',
    })
    const none = 'select 1 where false'
    expect(await runPostgres(at({ query: none }))).toMatchObject({
      state: 'healthy',
      message: '0 rows',
      details: { results: { count: 0, rows: [] } },
    })
  })

  test('that gives a whole table is stopped, and what is kept stays small', async () => {
    const outcome = await runPostgres(at({ query: 'select generate_series(1, 100000)' }))
    expect(outcome).toMatchObject({ state: 'healthy', message: '100000 rows' })
    expect(JSON.stringify(outcome).length).toBeLessThan(10_000)
    const flood = await runPostgres(at({ query: 'select generate_series(1, 50000000)' }))
    expect(flood.error).toContain('the answer has more than 100000 rows')
  })

  test('says what is wrong with a query, and with the code', async () => {
    expect(await runPostgres(at({ query: 'select * from nowhere' }))).toMatchObject({
      state: 'unhealthy',
      error: expect.stringMatching(/failed while running the query: relation "nowhere" does not exist$/),
      details: { reason: '42P01' },
    })
  })

  test('refuses a wrong password, which is shown nowhere', async () => {
    const outcome = await runPostgres({
      url: `postgres://${server.user}:wr0ng-password@127.0.0.1:${server.port}/postgres`,
    })
    expect(outcome.error).toMatch(/failed while signing in: password authentication failed/)
    expect(JSON.stringify(outcome)).not.toContain('wr0ng-password')
  })

  test('takes settings of the address for the session', async () => {
    const outcome = await runPostgres(at({ query: 'show search_path' }, '?search_path=sales'))
    expect(outcome).toMatchObject({ details: { results: { rows: [{ search_path: 'sales' }] } } })
  })

  test('speaks TLS as sslmode says', async () => {
    const query = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
    const ssl = async (mode: string, tlsConfig?: object) => {
      const spec = at({ query, ...(tlsConfig === undefined ? {} : { tlsConfig }) }, `?sslmode=${mode}`)
      const outcome = await runPostgres({ ...spec, url: spec.url.replace('127.0.0.1', 'localhost') })
      return outcome.error ?? JSON.stringify(outcome.details?.['results'])
    }
    const yes = '{"count":1,"rows":[{"ssl":true}]}'
    expect(await ssl('disable')).toBe(yes.replace('true', 'false'))
    expect(await ssl('prefer')).toBe(yes)
    expect(await ssl('require')).toBe(yes)
    expect(await ssl('verify-full')).toMatch(/failed while signing in: .*self-signed certificate/)
    expect(await ssl('verify-full', { ca: credentials.cert })).toBe(yes)
    expect(await ssl('verify-full', { ca: credentials.cert, serverName: 'other.example' })).toMatch(
      /does not match certificate/,
    )
    expect(await ssl('verify-ca', { ca: credentials.cert, serverName: 'other.example' })).toBe(yes)
  })

  test('ends a query that takes too long, on its side as well', async () => {
    const outcome = await runPostgres(at({ query: 'select pg_sleep(30) as sleeps' }), {
      timeoutMilliseconds: 700,
    })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/timed out while running the query$|statement timeout$/)
    await expect
      .poll(async () => {
        const left = await runPostgres(
          at({
            query:
              "select 1 from pg_stat_activity where query like '%sleeps%' and pid <> pg_backend_pid() and state = 'active'",
          }),
        )
        return left.message
      })
      .toBe('0 rows')
  })
})

test(
  'a server without TLS is used plainly where that is allowed only',
  async () => {
    const plain = await startPostgres()
    const spec = { url: plain.url, password: plain.password }
    const preferred = await runPostgres(spec)
    const required = await runPostgres({ ...spec, url: `${plain.url}?sslmode=require` })
    await plain.stop()
    expect(preferred).toMatchObject({ state: 'healthy' })
    expect(required.error).toContain('The server does not support SSL connections')
  },
  PROGRAM_START_MILLISECONDS,
)

test('another server is unhealthy, one that policy forbids unknown', async () => {
  const other = await startTcpServer('HTTP/1.1 400 Bad Request\r\n\r\n')
  const outcome = await runPostgres(
    { url: `postgres://127.0.0.1:${other.port}/x?sslmode=disable` },
    { timeoutMilliseconds: 500 },
  )
  await other.stop()
  expect(outcome).toMatchObject({ state: 'unhealthy' })
  expect(
    await runPostgres({ url: 'postgres://127.0.0.1:1/x' }, { deny: new Set(['loopback']) }),
  ).toMatchObject({ state: 'unknown' })
})

test('a password with a percent sign that encodes nothing is taken as it is', () => {
  expect(readPostgresUrl('postgres://me:100%sure@host/db')).toMatchObject({
    username: 'me',
    password: '100%sure',
  })
})
