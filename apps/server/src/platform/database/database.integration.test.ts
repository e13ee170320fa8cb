import { freePort } from '@binnacle/plugin-kit/servers'
import type { PoolConfig } from 'pg'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, openTestPool, type TestDatabase } from '../../testing/database.ts'
import { StartFailure } from '../start-failure.ts'
import { inTransaction, type Queryable, withDatabaseLock } from './index.ts'
import { migrate } from './migrate.ts'
import { verifyDatabase } from './verify.ts'
import { maintainPartitions, partitionName, type PartitionedTable, stretchStart } from './partitions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})

const single = async (statement: string, values: unknown[] = []): Promise<unknown> => {
  const { rows } = await database.pool.query<Record<string, unknown>>(statement, values)
  return Object.values(rows[0] ?? {})[0]
}

describe('a database of someone’s own', () => {
  const url = (user: string, name: string, port?: number) => {
    const { host = '', port: own } = inject('postgres')
    return port === undefined
      ? `postgres://${user}:geheim@localhost:${own}/${name}?host=${encodeURIComponent(host)}`
      : `postgres://${user}:geheim@127.0.0.1:${port}/${name}`
  }

  test('that can be used is accepted', async () => {
    const { user = '', database: name = '' } = database.connection
    await expect(verifyDatabase(url(user, name))).resolves.toBeUndefined()
  })

  test('that cannot be used is one sentence with the reason, without the password', async () => {
    const { user = '', database: name = '' } = database.connection
    const role = `reader_${process.pid}`
    await database.pool.query(`create role ${role} login`)
    const failures = await Promise.all(
      [url(user, name, await freePort()), url(user, 'nothing'), url('nobody', name), url(role, name)].map(
        (address) => verifyDatabase(address).then(() => '', String),
      ),
    )
    await database.pool.query(`drop role ${role}`)
    expect(failures).toEqual([
      expect.stringMatching(
        /^StartFailure: The database \S+ at 127\.0\.0\.1:\d+ cannot be used: nothing listens there\. /,
      ),
      expect.stringContaining('database "nothing" does not exist'),
      expect.stringContaining('role "nobody" does not exist'),
      expect.stringContaining(`does not let ${role} create schemas`),
    ])
    expect(failures.join()).not.toContain('geheim')
  })

  test('whose user may not emit messages is refused, because transactions wait for the disk with them', async () => {
    const role = `silent_${process.pid}`
    const name = `test_silent_${process.pid}`
    await database.pool.query(`create role ${role} login`)
    await database.pool.query(`create database ${name} owner ${role}`)
    const own = openTestPool({ ...inject('postgres'), database: name })
    onTestFinished(async () => {
      await own.end()
      await database.pool.query(`drop database ${name} with (force)`)
      await database.pool.query(`drop role ${role}`)
    })
    const failureOf = () => verifyDatabase(url(role, name)).then(() => 'none', String)
    expect(await failureOf()).toBe('none')
    const { rows } = await own.query<{ signature: string }>(
      `select oid::regprocedure::text as signature from pg_proc where proname = 'pg_logical_emit_message'`,
    )
    for (const { signature } of rows) await own.query(`revoke execute on function ${signature} from public`)
    expect(await failureOf()).toContain(
      `does not let ${role} execute pg_logical_emit_message, with which Binnacle waits for the disk`,
    )
  })
})

test('ids are of version 7, and those of one millisecond follow each other', async () => {
  const { pool } = await createTestDatabase()
  const ids: string[] = []
  for (let count = 0; count < 200; count += 1) {
    const { rows } = await pool.query<{ id: string }>('select core.new_id() as id')
    ids.push(rows[0]?.id ?? '')
  }
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(ids).toEqual(ids.toSorted())
  const milliseconds = new Set(ids.map((id) => id.slice(0, 13)))
  expect(milliseconds.size).toBeLessThan(ids.length)
})

describe('migrations', () => {
  test('many processes that start at once on an empty database leave it migrated once', async () => {
    const name = `test_empty_${process.pid}`
    await database.pool.query(`create database ${name}`)
    const pools = Array.from({ length: 4 }, () => openTestPool({ ...inject('postgres'), database: name }))
    const reports = await Promise.all(pools.map((pool) => migrate(pool)))
    expect(reports.filter((report) => report.tables.length > 0)).toHaveLength(1)
    expect(reports.filter((report) => report.derived)).toHaveLength(1)
    expect(await migrate(pools[0] ?? database.pool)).toEqual({ tables: [], derived: false, unknown: [] })
    await Promise.all(pools.map((pool) => pool.end()))
    await database.pool.query(`drop database ${name} with (force)`)
  })

  test('views are made again when their files changed, and keep answering', async () => {
    await database.pool.query(`update core.settings set value = '"another"' where name = 'derived_digest'`)
    expect(await migrate(database.pool)).toEqual({ tables: [], derived: true, unknown: [] })
    expect(await single('select count(*) from api.check_summary')).toBe(0)
  })

  test('a user without the rights is a sentence', async () => {
    const connection = inject('postgres')
    const failureOf = async (changed: PoolConfig) => {
      const pool = openTestPool({ ...connection, ...changed })
      const failure: unknown = await migrate(pool).catch((error: unknown) => error)
      await pool.end()
      return failure instanceof StartFailure ? failure.message : failure
    }
    const user = `test_nobody_${process.pid}`
    await database.pool.query(`create role ${user} login`)
    const empty = `test_denied_${process.pid}`
    await database.pool.query(`create database ${empty}`)
    expect(await failureOf({ user, database: empty })).toMatch(
      /^The database cannot be brought up to date: permission denied .* Its user needs the right to create schemas/,
    )
    await database.pool.query(`drop database ${empty}`)
    await database.pool.query(`drop role ${user}`)
  })

  test('ids sort by time and are UUIDv7', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select core.new_id()::text as id, pg_sleep(0.002)::text from generate_series(1, 5)',
    )
    const ids = rows.map((row) => row.id)
    expect(ids).toEqual(ids.toSorted())
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(await single(`select core.id_at(now() - interval '1 minute') < core.new_id()`)).toBe(true)
    expect(await single(`select core.id_at(now() + interval '1 minute') > core.new_id()`)).toBe(true)
  })
})

test('a transaction is all or nothing', async () => {
  const insert = `insert into core.settings (name, value) values ('half', '1')`
  await expect(
    inTransaction(database.pool, async (client) => {
      await client.query(insert)
      throw new Error('halfway')
    }),
  ).rejects.toThrow('halfway')
  expect(await single(`select count(*) from core.settings where name = 'half'`)).toBe(0)
  await inTransaction(database.pool, (client) => client.query(insert))
  expect(await single(`select count(*) from core.settings where name = 'half'`)).toBe(1)
})

test('a transaction is on disk when it is over, and waits for the disk without the lock of announcements', async () => {
  const pool = openTestPool({ ...database.connection, options: '-c synchronous_commit=on' })
  const one = async (within: Queryable, statement: string) => {
    const { rows } = z
      .object({ rows: z.tuple([z.object({ value: z.unknown() })]) })
      .parse(await within.query(`select ${statement} as value`, []))
    return rows[0].value
  }
  for (let round = 0; round < 20; round += 1) {
    const [waits, written] = await inTransaction(pool, async (client) => {
      await client.query(`insert into core.settings (name, value) values ($1, '1')`, [`disk ${round}`])
      await client.query(`select pg_notify('test', '')`)
      return [
        await one(client, `current_setting('synchronous_commit')`),
        await one(client, 'pg_current_wal_insert_lsn()'),
      ]
    })
    expect(waits).toBe('off')
    expect(await one(pool, `pg_current_wal_flush_lsn() > '${String(written)}'`)).toBe(true)
  }
  expect(await one(pool, `current_setting('synchronous_commit')`)).toBe('on')
  await pool.end()
})

test('a lock lets one in at a time and is free after a failure', async () => {
  const order: string[] = []
  const work = (name: string) =>
    withDatabaseLock(database.pool, 'test', async (client) => {
      order.push(`${name} in`)
      await client.query('select pg_sleep(0.05)')
      order.push(`${name} out`)
    })
  await Promise.all([work('a'), work('b')])
  expect(order[0]?.[0]).toBe(order[1]?.[0])
  await expect(
    withDatabaseLock(database.pool, 'test', () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  await work('c')
})

describe('partitions', () => {
  const statuses: PartitionedTable = {
    table: 'core.check_statuses',
    column: 'time',
    by: 'time',
    days: 1,
    keepDays: 30,
  }
  const jobs: PartitionedTable = { table: 'core.job_history', column: 'id', by: 'id', days: 7, keepDays: 30 }
  const now = new Date('2026-11-21T10:00:00Z')
  const insertAt = (time: string) =>
    database.pool.query(
      `insert into core.check_statuses (check_id, time, state, duration) values (core.new_id(), $1, 'healthy', 1)`,
      [time],
    )
  const partitions = async (table: string) => {
    const { rows } = await database.pool.query<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
      [table],
    )
    return rows.map((row) => row.name)
  }

  test('stretches begin at fixed days', () => {
    expect(stretchStart(now, 1).toISOString()).toBe('2026-11-21T00:00:00.000Z')
    expect(partitionName('core.check_statuses', stretchStart(now, 1))).toBe('core.check_statuses_p20261121')
    expect((now.getTime() - stretchStart(now, 7).getTime()) / 86_400_000).toBeLessThan(7)
  })

  test('the present and the next are made; rows that came early move into theirs; nothing is lost', async () => {
    await insertAt('2026-11-21T09:00:00Z')
    await insertAt('2026-11-22T09:00:00Z')
    await insertAt('2026-11-25T09:00:00Z')
    await maintainPartitions(database.pool, [statuses, jobs], now)
    await maintainPartitions(database.pool, [statuses, jobs], now)
    expect(await partitions('core.check_statuses')).toEqual([
      'core.check_statuses_p20261121',
      'core.check_statuses_p20261122',
      'core.check_statuses_rest',
    ])
    expect(await partitions('core.job_history')).toHaveLength(3)
    expect(await single('select count(*) from core.check_statuses_p20261122')).toBe(1)
    expect(await single('select count(*) from core.check_statuses_rest')).toBe(1)
    expect(await single('select count(*) from core.check_statuses')).toBe(3)
  })

  test('what is past its time goes with its partition, and not before', async () => {
    await insertAt('2026-10-01T09:00:00Z')
    const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
    expect(await maintainPartitions(database.pool, [statuses], later(30))).toBe(0)
    expect(await single('select count(*) from core.check_statuses_rest')).toBe(1)
    expect(await maintainPartitions(database.pool, [statuses], later(31))).toBe(1)
    expect(await partitions('core.check_statuses')).not.toContain('core.check_statuses_p20261121')
  })

  test('a job run is found in the partition of its id', async () => {
    await maintainPartitions(database.pool, [jobs], new Date())
    await database.pool.query(
      `insert into core.job_history (name, status, time_start) values ('test', 'RUNNING', now())`,
    )
    expect(await single('select count(*) from core.job_history_rest')).toBe(0)
    expect(await single('select count(*) from core.job_history')).toBe(1)
  })
})
