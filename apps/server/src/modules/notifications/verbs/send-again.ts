import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { CountCall } from '../../../platform/specs/per-hour.ts'
import { newId } from '../../../platform/ids.ts'
import { Decisions } from '../pipeline/record/rows.ts'

export interface SendAgainDependencies {
  sendJob: Pick<DefinedJob<{ id: string }>, 'addAt'>
  countMessage: CountCall
  now: () => Date
}

// The alert is left out: somebody wants this message, whatever became of the alert since.
const copyRow = (id: string, again: string, at: Date): Sql => sql`
  insert into core.notification_send_history
    (id, notification_id, status, source_event, tells, resource_kind, resource_id, resource_name, resource_type,
     resource_health, recipient, recipient_name, person_id, team_id, connection_id, first_observed, created_at, not_before)
  select ${again}, notification_id, 'pending', source_event, tells, resource_kind, resource_id, resource_name, resource_type,
    resource_health, recipient, recipient_name, person_id, team_id, connection_id, ${at}, ${at}, ${at}
  from core.notification_send_history
  where id = ${id} and recipient is not null and status in ('sent', 'error', 'cancelled')
  returning resource_name`

/** Sends the message of a row again, as its own row. @returns its id */
export async function sendAgain(
  client: ClientBase,
  { sendJob, countMessage, now }: SendAgainDependencies,
  id: string,
  actor: Actor,
): Promise<string> {
  await countMessage(actor, client)
  const again = newId()
  const { rows } = await client.query<Columns<'core.notification_send_history', 'resource_name'>>(
    copyRow(id, again, now()),
  )
  const [row] = rows
  if (row === undefined)
    throw new RequestError('ECONFLICT', 'Only a message that was sent, or that failed, can be sent again')
  const decisions = new Decisions(now).add('rule', 'note', `${actor.name} sent it again`)
  await client.query(sql`
    insert into core.notification_send_details (send_id, decisions, event_id, event_time, target)
    select ${again}, ${JSON.stringify(decisions.list)}, event_id, event_time, target
    from core.notification_send_details where send_id = ${id}`)
  await sendJob.addAt(client, now(), { id: again })
  await audit(client, actor, {
    action: 'send again',
    resource: 'notification_send_history',
    id: again,
    name: row.resource_name,
    after: { sent_again: id },
  })
  return again
}
