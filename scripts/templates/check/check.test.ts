import { closedPort, startTcpServer } from '@binnacle/plugin-kit/servers'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'

test('another greeting is unhealthy and shown', async () => {
  const server = await startTcpServer('554 no\n')
  const outcome = await runForTest(check, run, { host: '127.0.0.1', port: server.port, greeting: '220' })
  await server.stop()
  expect(outcome).toMatchObject({ state: 'unhealthy', error: 'the server said "554 no", expected "220"' })
})

test('a server that is not there is unhealthy', async () => {
  const outcome = await runForTest(check, run, { host: '127.0.0.1', port: await closedPort() })
  expect(outcome.state).toBe('unhealthy')
})
