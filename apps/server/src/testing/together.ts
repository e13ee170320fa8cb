import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Sends changes of one row so that all of them come to it while it is locked, and waits for their answers. */
export async function changedTogether<Answer>(
  { database }: TestApp,
  table: 'core.canaries' | 'core.connections',
  id: string,
  send: () => readonly Promise<Answer>[],
): Promise<Answer[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select from ${table} where id = $1 for update`, [id])
    const sent = send()
    await until(async () => {
      const waiting = await database.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return waiting.rows.length >= sent.length
    })
    await client.query('commit')
    return await Promise.all(sent)
  } finally {
    client.release()
  }
}
