import { startBlackHole, startTcpServer } from '@binnacle/plugin-kit/servers'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { check, splitEndpoint } from './spec.ts'

test.each([
  ['shop.example:443', { host: 'shop.example', port: 443 }],
  ['tcp://shop.example:443', { host: 'shop.example', port: 443 }],
  ['[::1]:22', { host: '[::1]', port: 22 }],
  ['shop.example', undefined],
  ['shop.example:0', undefined],
  ['shop.example:65536', undefined],
  ['::1:22', undefined],
  ['http://shop.example:80/', undefined],
])('%s is split into host and port', (endpoint, expected) => {
  expect(splitEndpoint(endpoint)).toEqual(expected)
})

test('a connection says where it led and how long it took', async () => {
  const server = await startTcpServer()
  const outcome = await runForTest(check, run, { endpoint: `localhost:${server.port}` })
  await server.stop()
  expect(outcome).toMatchObject({ state: 'healthy', message: 'connected to 127.0.0.1' })
  expect(outcome.durationMilliseconds).toBeGreaterThan(0)
})

test('an address that never answers times out', async () => {
  const silent = await startBlackHole()
  const outcome = await runForTest(
    check,
    run,
    { endpoint: `127.0.0.1:${silent.port}` },
    { timeoutMilliseconds: 200 },
  )
  await silent.stop()
  expect(outcome.state).toBe('unhealthy')
  expect(outcome.error).toMatch(/timed out while connecting$/)
})

test('what policy forbids is unknown, not unhealthy', async () => {
  const outcome = await runForTest(check, run, { endpoint: '127.0.0.1:1' }, { deny: new Set(['loopback']) })
  expect(outcome).toMatchObject({ state: 'unknown' })
})
