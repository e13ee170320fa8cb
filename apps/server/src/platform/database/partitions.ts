import { DAY } from '@binnacle/contract/core'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { defineJob, type Job } from '../jobs/define.ts'
import { withDatabaseLock } from './index.ts'

/** A table that is cut into stretches of time, so that old rows go by dropping a partition. */
export interface PartitionedTable {
  /** With schema, such as core.check_statuses; its default partition is the same name with `_rest`. */
  table: string
  /** Column that is cut by: an instant, or a UUIDv7 that begins with one. */
  column: string
  by: 'time' | 'id'
  days: number
  keepDays: number
  /**
   * Told, in the transaction that drops rows, before they go.
   * @param before the least value of the column that stays, as text
   */
  beforeDrop?(client: ClientBase, before: string): Promise<void>
}

/** First instant of the stretch that an instant lies in; stretches are counted from 1970. */
export function stretchStart(instant: Date, days: number): Date {
  const length = days * DAY
  return new Date(Math.floor(instant.getTime() / length) * length)
}

/** Name of the partition that begins at an instant, such as core.check_statuses_p20261121. */
export function partitionName(table: string, start: Date): string {
  return `${table}_p${start.toISOString().slice(0, 10).replaceAll('-', '')}`
}

function bound(definition: PartitionedTable, instant: Date): string {
  const literal = `'${instant.toISOString()}'::timestamptz`
  return definition.by === 'time' ? literal : `core.id_at(${literal})`
}

async function addPartition(client: ClientBase, definition: PartitionedTable, start: Date): Promise<void> {
  const { table, column } = definition
  const name = partitionName(table, start)
  const known = await client.query<{ known: boolean }>(sql`select to_regclass(${name}) is not null as known`)
  if (known.rows[0]?.known === true) return
  const from = bound(definition, start)
  const to = bound(definition, new Date(start.getTime() + definition.days * DAY))
  // Rows that came before their partition wait in the default one, and would forbid it.
  await client.query('begin')
  await client.query(`create table ${name} (like ${table} including defaults including constraints)`)
  await client.query(
    `with moved as (delete from ${table}_rest where ${column} >= ${from} and ${column} < ${to} returning *)
     insert into ${name} select * from moved`,
  )
  const bounds = await client.query<{ low: string; high: string }>(
    `select (${from})::text as low, (${to})::text as high`,
  )
  await client.query(
    `alter table ${table} attach partition ${name} for values from ('${bounds.rows[0]?.low}') to ('${bounds.rows[0]?.high}')`,
  )
  await client.query('commit')
}

/** Drops the partitions whose youngest row is older than what is kept. Returns how many. */
async function dropOld(client: ClientBase, definition: PartitionedTable, now: Date): Promise<number> {
  const oldest = now.getTime() - (definition.keepDays + definition.days) * DAY
  const { rows } = await client.query<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = ${definition.table}::regclass`,
  )
  let dropped = 0
  for (const { name } of rows) {
    const [, year, month, day] = /_p(\d{4})(\d{2})(\d{2})$/.exec(name) ?? []
    if (year === undefined || Date.UTC(Number(year), Number(month) - 1, Number(day)) > oldest) continue
    const end = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)) + definition.days * DAY)
    await dropRows(client, definition, end, `drop table ${name}`)
    dropped += 1
  }
  const limit = new Date(now.getTime() - definition.keepDays * DAY)
  const old = `from ${definition.table}_rest where ${definition.column} < ${bound(definition, limit)}`
  const found = await client.query<{ found: boolean }>(`select exists (select ${old}) as found`)
  if (found.rows[0]?.found === true) await dropRows(client, definition, limit, `delete ${old}`)
  return dropped
}

/** Drops rows together with what follows from it: all of it or nothing. */
async function dropRows(
  client: ClientBase,
  definition: PartitionedTable,
  before: Date,
  statement: string,
): Promise<void> {
  await client.query('begin')
  if (definition.beforeDrop !== undefined) {
    const { rows } = await client.query<{ before: string }>(
      `select (${bound(definition, before)})::text as before`,
    )
    await definition.beforeDrop(client, rows[0]?.before ?? '')
  }
  await client.query(statement)
  await client.query('commit')
}

/**
 * Makes the partitions of the present and the next stretch and drops what is past its time.
 * @returns how many partitions were dropped
 */
export async function maintainPartitions(
  pool: Pool,
  definitions: readonly PartitionedTable[],
  now: Date,
): Promise<number> {
  return withDatabaseLock(pool, 'binnacle partitions', async (client) => {
    // Tables that refuse deletes let rows move. The connection ends with the lock, and the setting with it.
    await client.query(`set binnacle.moves_partitions = 'on'`)
    let dropped = 0
    for (const definition of definitions) {
      const present = stretchStart(now, definition.days)
      const next = new Date(present.getTime() + definition.days * DAY)
      await addPartition(client, definition, present)
      await addPartition(client, definition, next)
      dropped += await dropOld(client, definition, now)
    }
    return dropped
  })
}

/** Keeps doing so: the next stretch begins while the product runs. */
export function partitionJob(pool: Pool, definitions: readonly PartitionedTable[]): Job {
  return defineJob({
    name: 'MaintainPartitions',
    lane: 'maintenance',
    cron: '5 * * * *',
    record: true,
    manual: {
      description:
        'Prepares the tables of results and histories for the next days, and drops what is too old.',
      cost: 'Each of these tables is locked for a moment, and rows past their time are removed for good.',
    },
    run: async ({ now, log }) => {
      log.info(
        `Looking after ${definitions.length} tables: ${definitions.map(({ table }) => table).join(', ')}`,
      )
      const dropped = await maintainPartitions(pool, definitions, now())
      log.info(`Dropped ${dropped} partitions`)
      return { success: 1, errors: [], details: { summary: { dropped } } }
    },
  })
}
