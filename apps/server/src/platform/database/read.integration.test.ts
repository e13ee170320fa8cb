import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { READ_MILLISECONDS, readRows } from './read.ts'

test('reads rows with a limit of time, and changes nothing', async () => {
  const { pool } = await createTestDatabase()
  expect(await readRows(pool, 'select $1::int as number', [7])).toEqual([{ number: 7 }])
  const limit = `select setting::int as limit from pg_settings where name = 'statement_timeout'`
  expect(await readRows(pool, limit, [])).toEqual([{ limit: READ_MILLISECONDS }])
  await expect(readRows(pool, 'select pg_sleep(600)', [], 20)).rejects.toMatchObject({
    code: 'EUNAVAILABLE',
    message: expect.stringContaining('did not answer within 0.02 s'),
  })
  await expect(readRows(pool, `delete from core.people`, [])).rejects.toThrow('read-only transaction')
  await expect(readRows(pool, 'select 1 / 0', [])).rejects.toThrow('division by zero')
})
