import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('entries are JSON with a time, and secrets in them are masked', async () => {
  const lines: string[] = []
  const log = await createLog('info', { write: (line) => lines.push(line) })
  log.info(
    {
      requestId: 'r1',
      password: 'hunter22',
      body: { token: 'hunter22' },
      deep: { er: { secret: 'hunter22' } },
    },
    'said',
  )
  log.debug('not said')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('hunter22')
  const entry: unknown = JSON.parse(lines[0] ?? '')
  expect(entry).toMatchObject({ level: 30, msg: 'said', requestId: 'r1', password: '***' })
})
