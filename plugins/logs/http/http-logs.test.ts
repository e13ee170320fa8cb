import { createServer } from 'node:http'
import { listen, startHttpServer } from '@binnacle/plugin-kit/servers'
import { searchLogsForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { open } from './run.ts'
import { logs } from './spec.ts'

const from = new Date('2026-11-23T10:00:00Z')

test('the service gets id, type and labels of the selector, and its lines are compared again', async () => {
  let received: unknown
  const service = await listen(
    createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      request.on('end', () => {
        received = JSON.parse(text)
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            total: 9,
            results: [
              { timestamp: '2026-11-23T10:00:01Z', message: 'ERROR one', labels: { pod: 'a', tries: 2 } },
              { timestamp: '2026-11-23T09:00:00Z', message: 'ERROR too old' },
              { timestamp: '2026-11-23T10:00:02Z', message: 'other words' },
              { message: 'ERROR without a time' },
            ],
          }),
        )
      })
    }),
    0,
  )
  const target = { id: 'shop', type: 'KubernetesPod', labels: { app: 'web' } }
  const found = await searchLogsForTest(
    logs,
    open,
    { url: `http://127.0.0.1:${service.port}/` },
    { target, query: 'error', from },
  )
  await service.stop()
  expect(received).toMatchObject({
    id: 'shop',
    type: 'KubernetesPod',
    labels: { app: 'web' },
    query: 'error',
    limit: 100,
  })
  expect(found).toMatchObject({
    ok: true,
    value: {
      lines: [{ message: 'ERROR one', labels: { pod: 'a', tries: '2' } }],
      isWhole: false,
      notes: ['1 lines of the answer have no time and are left out'],
    },
  })
})

test.each([
  ['cuts off', '/stall', /time|answer/],
  ['closes the connection', '/drop', /closed/],
  ['floods', '/flood', /more than/],
  ['is no such service', '/ok', /JSON/],
])('a service that %s says so', async (_name, path, message) => {
  const server = await startHttpServer()
  const found = await searchLogsForTest(
    logs,
    open,
    { url: `http://127.0.0.1:${server.port}${path}` },
    {},
    { timeoutMilliseconds: 3_000 },
  )
  await server.stop()
  expect(found).toEqual({ ok: false, failure: expect.stringMatching(message) })
})
