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

interface LogRequest {
  start: string
  end: string
  limit: number
}

/** A service with a line each second of ten minutes, one of five with the word ERROR; it passes over words. */
async function startService(
  answer: (lines: readonly { timestamp: string }[], request: LogRequest) => unknown[],
) {
  const lines = Array.from({ length: 600 }, (_, index) => ({
    timestamp: new Date(from.getTime() + index * 1_000).toISOString(),
    message: `${index % 5 === 0 ? 'ERROR' : 'INFO'} ${index}`,
  })).toReversed()
  return listen(
    createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      request.on('end', () => {
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ total: 600, results: answer(lines, JSON.parse(text)) }))
      })
    }),
    0,
  )
}

const isWithin = ({ start, end }: LogRequest, { timestamp }: { timestamp: string }, late = 0) =>
  Date.parse(timestamp) >= Date.parse(start) && Date.parse(timestamp) <= Date.parse(end) + late

test.each([
  [
    'passes over words',
    (lines: readonly { timestamp: string }[], request: LogRequest) =>
      lines.filter((line) => isWithin(request, line)).slice(0, request.limit),
    ['ERROR 395', 'ERROR 390', 'ERROR 385', 'ERROR 380', 'ERROR 375'],
    true,
  ],
  [
    'sends lines past the end',
    (lines: readonly { timestamp: string }[], request: LogRequest) =>
      lines.filter((line) => isWithin(request, line, 1_999)).slice(0, request.limit),
    ['ERROR 395', 'ERROR 390', 'ERROR 385', 'ERROR 380', 'ERROR 375'],
    true,
  ],
  [
    'passes over the limit',
    (lines: readonly { timestamp: string }[], request: LogRequest) =>
      lines.filter((line) => isWithin(request, line)),
    ['ERROR 395', 'ERROR 390', 'ERROR 385', 'ERROR 380', 'ERROR 375'],
    true,
  ],
  [
    'passes over times',
    (lines: readonly { timestamp: string }[], request: LogRequest) => lines.slice(0, request.limit),
    [],
    false,
  ],
])(
  'all lines of a service that %s are found, or it says that they are not',
  async (_, answer, found, isWhole) => {
    const service = await startService(answer)
    const page = await searchLogsForTest(
      logs,
      open,
      { url: `http://127.0.0.1:${service.port}/` },
      { query: 'ERROR', from, to: new Date(from.getTime() + 399_500), limit: 5 },
    )
    await service.stop()
    expect(page).toMatchObject({
      ok: true,
      value: {
        isWhole,
        notes: isWhole
          ? []
          : ['the answers are full of lines that were not asked for, so others may be missing'],
      },
    })
    expect(page.ok && page.value.lines.map(({ message }) => message)).toEqual(found)
  },
)

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
