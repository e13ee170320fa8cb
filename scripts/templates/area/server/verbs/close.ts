import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Actor } from '../../../platform/access/actor.ts'
import { ownRows } from '../../../platform/access/rows.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { Log } from '../../../platform/log.ts'
import { own{{Types}} } from '../rights.ts'

export interface CloseDependencies {
  pool: Pool
  events: Events
  log: Log
  clock: Clock
}

/**
 * Closes a {{words}}, and emits `{{entity}}.closed`.
 * @throws RequestError ENOTFOUND where there is none that they may see, ECONFLICT where it is closed
 */
export function close{{Type}}(
  { pool, events, log, clock }: CloseDependencies,
  id: string,
  actor: Actor,
): Promise<{ id: string }> {
  const own = ownRows(own{{Types}}, actor, '{{table}}', log)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Columns<'core.{{table}}', 'name' | 'state'>>(sql`
      select name, state from core.{{table}} as one where id = ${id} and ${own('one')} for update`)
    const [before] = rows
    if (before === undefined) throw new RequestError('ENOTFOUND', 'There is no {{words}} with this id')
    if (before.state === 'closed') throw new RequestError('ECONFLICT', 'The {{words}} is closed already')
    const time = clock.now()
    await client.query(sql`
      update core.{{table}} set state = 'closed', closed_at = ${time} where id = ${id}`)
    await audit(client, actor, {
      action: 'close',
      resource: '{{table}}',
      id,
      name: before.name,
      before: { state: before.state },
      after: { state: 'closed' },
    })
    await events.emit(client, '{{entity}}.closed', { {{name}}Id: id, time: time.toISOString() })
    return { id }
  })
}
