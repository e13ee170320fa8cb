import { sql as fragment } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { inTransaction } from './index.ts'
import { anyOf, tablesOn } from './tables-on.ts'

test('statements run on the pool and in a transaction, and count what they changed', async () => {
  const { pool } = await createTestDatabase()
  const names = ['one', 'two', 'three']
  const written = inTransaction(pool, async (client) => {
    const added = await tablesOn(client)
      .insertInto('core.properties')
      .values(names.map((name) => ({ name, value: '1' })))
      .executeTakeFirst()
    expect(added.numInsertedOrUpdatedRows).toBe(3n)
    throw new Error('rolled back')
  })
  await expect(written).rejects.toThrow('rolled back')
  const properties = tablesOn(pool)
    .selectFrom('core.properties')
    .select('name')
    .where('name', '=', anyOf(names))
  expect(await properties.execute()).toEqual([])
  expect(await properties.where('name', '=', anyOf([])).execute()).toEqual([])
})

test('a transaction that the builder starts, and a stream, are refused', async () => {
  const { pool } = await createTestDatabase()
  const started = tablesOn(pool)
    .transaction()
    .execute((tables) => fragment`select 1`.execute(tables))
  await expect(started).rejects.toThrow('use inTransaction()')
  const stream = tablesOn(pool).selectFrom('core.properties').select('name').stream()
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('does not stream')
})
