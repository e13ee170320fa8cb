import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../platform/database/columns.ts'
import { inTransaction } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'

/** Days after which an open {{words}} counts as forgotten. */
const FORGOTTEN_DAYS = 30
/** Most {{words}}s that one run closes. */
const MOST_CLOSED = 1_000

/** Closes {{words}}s that nobody closed in time. */
export function closeForgotten{{Types}}({ pool, events }: { pool: Pool; events: Events }) {
  return defineJob({
    name: 'CloseForgotten{{Types}}',
    lane: 'maintenance',
    cron: '{{minute}} 3 * * *',
    record: true,
    manual: { description: `Closes {{words}}s that have been open for ${FORGOTTEN_DAYS} days.` },
    run: async ({ now }) => {
      const closed = await inTransaction(pool, async (client) => {
        const { rows } = await client.query<Columns<'core.{{table}}', 'id'>>(sql`
          update core.{{table}} set state = 'closed', closed_at = ${now()}
          where id in (
            select id from core.{{table}}
            where state = 'open' and created_at < ${now()}::timestamptz - make_interval(days => ${FORGOTTEN_DAYS})
            order by created_at limit ${MOST_CLOSED} for update skip locked)
          returning id`)
        const time = now().toISOString()
        if (rows.length > 0)
          await events.emit(client, '{{entity}}.closed', ...rows.map(({ id }) => ({ {{name}}Id: id, time })))
        return rows.length
      })
      return { success: closed, errors: [] }
    },
  })
}
