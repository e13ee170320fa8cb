import { healthy } from '@binnacle/plugin-kit/core'
import { expect, test } from 'vitest'
import { nextDueTime } from './claim.ts'
import { noon, prepareWorkers, typesRunning } from './testing.ts'

const { database, save } = await prepareWorkers()

test('the next due time is that of the wanted types', async () => {
  await save(await typesRunning(async () => healthy()), '@every 10s', ['a'])
  const before = new Date(noon.getTime() - 1_000)
  const { rows } = await database.pool.query<{ due_at: Date }>('select due_at from core.check_state')
  expect(await nextDueTime(database.pool, before, ['http', 'exec'])).toEqual(rows[0]?.due_at)
  expect(await nextDueTime(database.pool, before, ['http'])).toBeUndefined()
})
