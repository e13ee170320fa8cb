import { closedPort, startTcpServer } from '@binnacle/plugin-kit/servers'
import { testConnectionForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { connection } from './spec.ts'
import { test as open } from './test.ts'

test('a server that takes connections is opened', async () => {
  const server = await startTcpServer('')
  const outcome = await testConnectionForTest(connection, open, { host: '127.0.0.1', port: server.port })
  await server.stop()
  expect(outcome).toMatchObject({ state: 'healthy', message: 'the server takes connections' })
})

test('a server that is not there is not', async () => {
  const outcome = await testConnectionForTest(connection, open, {
    host: '127.0.0.1',
    port: await closedPort(),
  })
  expect(outcome.state).toBe('unhealthy')
})
