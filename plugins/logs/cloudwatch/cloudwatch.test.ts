import { parseLogQuery } from '@binnacle/contract/logs'
import { searchLogsForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { open, patternOf } from './run.ts'
import { logs } from './spec.ts'
import { startCloudWatch } from './testing.ts'

const begin = Date.UTC(2026, 10, 23, 10)
const keys = { accessKey: 'AKIAEXAMPLE', secretKey: 'given', region: 'eu-west-1', logGroup: 'shop' }

test('the newest events are found although the oldest come first, and requests are signed', async () => {
  const events = Array.from({ length: 9 }, (_, index) => ({
    timestamp: begin + index * 60_000,
    message: `line ${index}`,
    logStreamName: 'web/1',
  }))
  const server = await startCloudWatch(events)
  const query = { from: new Date(begin), to: new Date(begin + 600_000), limit: 3 }
  const newest = await searchLogsForTest(logs, open, { endpoint: server.url, ...keys }, query)
  const oldest = await searchLogsForTest(
    logs,
    open,
    { endpoint: server.url, ...keys },
    { ...query, direction: 'forward' },
  )
  await server.stop()
  expect(newest).toMatchObject({
    ok: true,
    value: {
      lines: [
        { message: 'line 8', labels: { group: 'shop', stream: 'web/1' } },
        { message: 'line 7' },
        { message: 'line 6' },
      ],
    },
  })
  expect(oldest).toMatchObject({
    ok: true,
    value: { lines: [{ message: 'line 0' }, { message: 'line 1' }, { message: 'line 2' }] },
  })
  expect(server.requests[0]?.headers).toMatchObject({
    'x-amz-target': 'Logs_20140328.FilterLogEvents',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/logs\/aws4_request/,
    ),
  })
})

test('words become terms; a quote cannot leave its term', () => {
  expect(patternOf(parseLogQuery('card -noise'))).toBe('"card" -"noise"')
  expect(patternOf(parseLogQuery('"a \\" -b"'))).toBe('"a"')
  expect(patternOf(parseLogQuery('level=error'))).toBeUndefined()
})

test('a group that does not exist is a failure in the words of Amazon', async () => {
  const server = await startCloudWatch([])
  const found = await searchLogsForTest(logs, open, { endpoint: server.url, ...keys, logGroup: 'none' })
  await server.stop()
  expect(found).toEqual({
    ok: false,
    failure: expect.stringContaining('The specified log group does not exist.'),
  })
})
