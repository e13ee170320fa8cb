import { startHttpServer } from '@binnacle/plugin-kit/servers'
import { searchLogsForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { open } from './run.ts'
import { logs } from './spec.ts'

test('lines of the text are found by their words', async () => {
  const server = await startHttpServer()
  const text = encodeURIComponent('2026-11-23T10:00:00Z started\n2026-11-23T10:00:01Z failed\n')
  const url = `http://127.0.0.1:${server.port}/say?body=${text}`
  const found = await searchLogsForTest(logs, open, { url }, { query: 'failed' })
  await server.stop()
  expect(found).toMatchObject({ ok: true, value: { lines: [{ message: '2026-11-23T10:00:01Z failed' }] } })
})
