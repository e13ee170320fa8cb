import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createParts } from './parts.ts'

test('parts end in the reverse order, each once, and one that fails keeps no other from ending', async () => {
  const lines: string[] = []
  const log = await createLog('error', { write: (line) => void lines.push(line) })
  const parts = createParts(log)
  const ended: string[] = []
  for (const name of ['database', 'live', 'jobs'])
    parts.onEnd(name, async () => {
      await Promise.resolve()
      ended.push(name)
      if (name === 'live') throw new Error('it was gone before')
    })
  await parts.end()
  await parts.end()
  expect(ended).toEqual(['jobs', 'live', 'database'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { part: 'live', err: { message: 'it was gone before' }, msg: 'a part did not stop cleanly' },
  ])
})
