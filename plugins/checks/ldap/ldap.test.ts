import { makeCertificate, PROGRAM_START_MILLISECONDS, startTcpServer } from '@binnacle/plugin-kit/servers'
import { runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { check, readLdapUrl } from './spec.ts'
import { admin, base, type LdapServer, missing, startLdap } from './targets.ts'

const runLdap = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

test.each([
  ['ldap://dir.example', { host: 'dir.example', port: 389, tls: false }],
  ['ldaps://[::1]', { host: '::1', port: 636, tls: true }],
  ['ldaps://dir.example:7000/', { host: 'dir.example', port: 7_000, tls: true }],
  ['http://dir.example', undefined],
  ['ldap://me:secret@dir.example', undefined],
  ['dir.example:389', undefined],
])('the URL %s is read', (text, expected) => {
  expect(readLdapUrl(text)).toEqual(expected)
})

describe.skipIf(missing !== undefined)('a directory', () => {
  let server: LdapServer
  let certificate: string
  beforeAll(async () => {
    const credentials = await makeCertificate(-1, 30)
    certificate = credentials.cert
    server = await startLdap(credentials)
  }, PROGRAM_START_MILLISECONDS)
  afterAll(() => server.stop())
  const at = (spec: Record<string, unknown>) => ({ url: `ldap://127.0.0.1:${server.port}`, ...spec })

  test('is signed in to and searched, and the time of each phase is kept', async () => {
    const outcome = await runLdap(at({ ...admin, bindDN: base, userSearch: '(cn=person7)' }))
    expect(outcome).toMatchObject({
      state: 'healthy',
      message: '1 entry',
      details: { results: { count: 1 } },
    })
    expect(Object.keys(Object(outcome.details?.['timings']))).toEqual([
      'name',
      'connect',
      'signing in',
      'searching',
    ])
  })

  test('may be signed in to only', async () => {
    expect(await runLdap(at(admin))).toMatchObject({ state: 'healthy', message: 'signed in' })
  })

  test('with more entries than are asked for is healthy', async () => {
    expect(await runLdap(at({ ...admin, bindDN: base }))).toMatchObject({
      state: 'healthy',
      message: '100 entries or more',
    })
  })

  test('in which nothing matches is unhealthy', async () => {
    expect(await runLdap(at({ ...admin, bindDN: base, userSearch: '(cn=nobody)' }))).toMatchObject({
      state: 'unhealthy',
      error: `no entry below ${base} matches (cn=nobody), expected at least one`,
    })
  })

  test('that refuses is unhealthy, in its words, and a wrong password is shown nowhere', async () => {
    const wrong = await runLdap(at({ ...admin, password: 'wr0ng-password' }))
    expect(wrong).toMatchObject({
      state: 'unhealthy',
      error: expect.stringContaining('failed while signing in'),
      details: { reason: '49' },
    })
    expect(wrong.error).toMatch(/invalid credentials/i)
    expect(JSON.stringify(wrong)).not.toContain('wr0ng-password')
    // A client that has not signed in sees no entry, not even that there is one.
    expect((await runLdap(at({ bindDN: base }))).error).toMatch(/failed while searching: .*no such object/i)
    expect((await runLdap(at({ ...admin, bindDN: 'dc=elsewhere' }))).error).toMatch(/no such object/i)
  })

  test('is reached over TLS, whose certificate is verified and kept', async () => {
    const url = `ldaps://localhost:${server.tlsPort}`
    expect(await runLdap({ url, ...admin, tlsConfig: { ca: certificate } })).toMatchObject({
      state: 'healthy',
      details: { certificate: { subject: 'localhost' } },
    })
    expect(await runLdap({ url, ...admin })).toMatchObject({
      state: 'unhealthy',
      details: { reason: 'certificate' },
    })
    expect(await runLdap({ url, ...admin, skipTLSVerify: true })).toMatchObject({ state: 'healthy' })
  })

  test('is not asked with a filter that cannot be read', async () => {
    const outcome = await runLdap(at({ ...admin, bindDN: base, userSearch: '(cn=' }))
    expect(outcome.state).toBe('unknown')
    expect(outcome.error).toMatch(/^the filter \(cn= cannot be read: /)
  })
})

test('another server is unhealthy, one that policy forbids unknown', async () => {
  const other = await startTcpServer('HTTP/1.1 400 Bad Request\r\n\r\n')
  const outcome = await runLdap({ url: `ldap://127.0.0.1:${other.port}` }, { timeoutMilliseconds: 500 })
  await other.stop()
  expect(outcome).toMatchObject({ state: 'unhealthy' })
  expect(await runLdap({ url: 'ldap://127.0.0.1:1' }, { deny: new Set(['loopback']) })).toMatchObject({
    state: 'unknown',
  })
})
