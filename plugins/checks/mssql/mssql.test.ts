import { closedPort, startAnsweringServer, startTcpServer } from '@binnacle/plugin-kit/servers'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { describe, expect, test } from 'vitest'
import { readMssqlUrl } from '@binnacle/clients/sql/mssql-address'
import { loadDriver } from '@binnacle/clients/sql/mssql-driver'
import { run } from './run.ts'
import { check } from './spec.ts'

describe('addresses', () => {
  const whole = { host: 'db.example', port: 1_434, username: 'u', password: 'p;"s', database: 'shop' }

  test.each([
    [
      'sqlserver://u:p%3B%22s@db.example:1434?database=shop&trustServerCertificate=true',
      { ...whole, encrypts: true, skipVerify: true },
    ],
    [
      'Server=tcp:db.example,1434; User ID=u; Password="p;""s"; Initial Catalog=shop; Encrypt=false;',
      { ...whole, encrypts: false, skipVerify: false },
    ],
    ['server=db.example', { host: 'db.example', port: 1_433, encrypts: true, skipVerify: false }],
    [
      "data source=db.example;port=1434;uid=u;pwd='it''s'",
      {
        host: 'db.example',
        port: 1_434,
        username: 'u',
        password: "it's",
        encrypts: true,
        skipVerify: false,
      },
    ],
  ])('%s', (text, address) => {
    expect(readMssqlUrl(text)).toEqual(address)
  })

  test.each([
    ['', 'not of the form'],
    ['database=shop', 'not of the form'],
    ['nonsense', 'not of the form'],
    [String.raw`server=db\instance`, 'named instances'],
    ['server=db,99999', 'names no host'],
    ['server=db;encrypt=strict', 'encrypt=strict'],
  ])('"%s" is refused', (text, message) => {
    expect(readMssqlUrl(text)).toContain(message)
    const parsed = check.schema.safeParse({ name: 'x', url: text })
    expect(parsed.error?.issues[0]?.path).toEqual(['url'])
  })
})

const driver = loadDriver()

test.skipIf(driver !== undefined)('without its driver it says what to install', async () => {
  expect(await runForTest(check, run, { url: 'server=127.0.0.1' })).toMatchObject({
    state: 'unknown',
    error: expect.stringContaining('npm install tedious'),
  })
})

describe.skipIf(driver === undefined)('with its driver, as far as that can be tried without a server', () => {
  test.each([
    ['refuses', closedPort, 'connection refused'],
    ['says nothing', async () => (await startTcpServer('')).port, 'timed out while signing in'],
    [
      'says something else',
      async () => (await startAnsweringServer('HTTP/1.1 400 no\r\n\r\n')).port,
      'signing in',
    ],
  ])('a server that %s is unhealthy', async (_what, start, message) => {
    const url = `server=127.0.0.1,${await start()};user id=u;password=secret-1`
    const outcome = await runForTest(check, run, { url }, { timeoutMilliseconds: 1_000 })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toContain(message)
    expect(JSON.stringify(outcome)).not.toContain('secret-1')
  })
})

test('a password with a percent sign that encodes nothing is taken as it is', () => {
  expect(readMssqlUrl('sqlserver://me:100%sure@host?database=db')).toMatchObject({
    username: 'me',
    password: '100%sure',
  })
})
