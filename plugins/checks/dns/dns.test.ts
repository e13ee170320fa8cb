import { startDnsServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'

let server: TestServer
beforeAll(async () => {
  server = await startDnsServer({
    'shop.test': [
      { type: 'A', name: 'shop.test', data: '192.0.2.10' },
      { type: 'A', name: 'shop.test', data: '192.0.2.11' },
      { type: 'AAAA', name: 'shop.test', data: '2001:db8::1' },
      { type: 'MX', name: 'shop.test', data: { exchange: 'mail.shop.test', preference: 10 } },
      { type: 'TXT', name: 'shop.test', data: ['v=spf1 ', '-all'] },
      { type: 'NS', name: 'shop.test', data: 'ns.shop.test' },
      { type: 'CAA', name: 'shop.test', data: { flags: 0, tag: 'issue', value: 'ca.test' } },
    ],
    'www.shop.test': [{ type: 'CNAME', name: 'www.shop.test', data: 'Shop.Test' }],
    '_sip._tcp.shop.test': [
      {
        type: 'SRV',
        name: '_sip._tcp.shop.test',
        data: { target: 'sip.shop.test', port: 5060, priority: 1, weight: 2 },
      },
    ],
    '10.2.0.192.in-addr.arpa': [{ type: 'PTR', name: '10.2.0.192.in-addr.arpa', data: 'shop.test' }],
    'silent.test': 'silent',
  })
})
afterAll(() => server.stop())

const ask = (spec: Record<string, unknown>, timeoutMilliseconds = 5_000) =>
  runForTest(check, run, { server: '127.0.0.1', port: server.port, ...spec }, { timeoutMilliseconds })

test.each([
  ['A', 'shop.test', ['192.0.2.10', '192.0.2.11']],
  ['AAAA', 'shop.test', ['2001:db8::1']],
  ['MX', 'shop.test', ['mail.shop.test 10']],
  ['TXT', 'shop.test', ['v=spf1 -all']],
  ['NS', 'shop.test', ['ns.shop.test']],
  ['CNAME', 'www.shop.test', ['Shop.Test']],
  ['SRV', '_sip._tcp.shop.test', ['sip.shop.test:5060 1 2']],
  ['PTR', '192.0.2.10', ['shop.test']],
  ['CAA', 'shop.test', ['0 issue ca.test']],
])('%s records of %s', async (querytype, query, records) => {
  const outcome = await ask({ querytype, query })
  expect(outcome).toMatchObject({ state: 'healthy', details: { records } })
})

test('an exact reply may write a mail server with the dot at its end', async () => {
  const mail = { query: 'shop.test', querytype: 'MX' }
  expect(await ask({ ...mail, exactreply: ['mail.shop.test. 10'] })).toMatchObject({ state: 'healthy' })
  expect(await ask({ ...mail, exactreply: ['mail.shop.test. 20'] })).toMatchObject({ state: 'unhealthy' })
})

test('an exact reply may come in any order and spelling of case', async () => {
  expect(await ask({ query: 'shop.test', exactreply: ['192.0.2.11', '192.0.2.10'] })).toMatchObject({
    state: 'healthy',
  })
  expect(await ask({ query: 'www.shop.test', querytype: 'CNAME', exactreply: ['shop.test.'] })).toMatchObject(
    {
      state: 'healthy',
    },
  )
  expect(await ask({ query: 'shop.test', exactreply: ['192.0.2.10'] })).toMatchObject({
    state: 'unhealthy',
    error: 'A records are 192.0.2.10, 192.0.2.11, expected 192.0.2.10',
  })
})

test('too few records are unhealthy, none is well where none is wanted', async () => {
  expect((await ask({ query: 'shop.test', minrecords: 3 })).error).toContain('expected at least 3')
  expect(await ask({ query: 'shop.test', querytype: 'SRV', minrecords: 0 })).toMatchObject({
    state: 'healthy',
  })
})

test.each([
  ['nowhere.test', 'nowhere.test A: the name does not exist'],
  ['_sip._tcp.shop.test', '_sip._tcp.shop.test A: the name has no such record'],
])('%s', async (query, error) => {
  expect(await ask({ query })).toMatchObject({ state: 'unhealthy', error })
})

test('a name server that stays silent ends with the time', async () => {
  const started = performance.now()
  const outcome = await ask({ query: 'silent.test' }, 300)
  expect(outcome).toMatchObject({
    state: 'unhealthy',
    error: 'silent.test: no answer from the name server in time',
  })
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a name server that is not there', async () => {
  const outcome = await runForTest(check, run, { query: 'shop.test', server: '127.0.0.1', port: 1 })
  expect(outcome).toMatchObject({ state: 'unhealthy', error: 'shop.test A: no name server listens there' })
})
