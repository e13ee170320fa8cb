// Ways that do not reach their recipient: marked with the reason, until a message gets through again.
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { OutgoingMessage, RecordDependencies } from '../pipeline/record/record.ts'
import { addSend, Decisions } from '../pipeline/record/rows.ts'

const LONGEST_REASON = 500

/** Marks the way of a message as broken, and tells its person by another one, once until a message gets through. */
export async function markBroken(
  client: ClientBase,
  { now: clock, warnOfBroken }: Pick<RecordDependencies, 'now' | 'warnOfBroken'>,
  { recipient }: Pick<OutgoingMessage, 'recipient'>,
  reason: string,
): Promise<void> {
  const { key, name, personId, teamId, via } = recipient
  const now = clock()
  const { rows } = await client.query<{ is_told: boolean }>(sql`
    insert into core.broken_ways (way, recipient_name, person_id, reason, broken_at)
    values (${key}, ${name}, (select id from core.people where id = ${personId ?? null}), ${reason.slice(0, LONGEST_REASON)}, ${now})
    on conflict (way) do update set reason = excluded.reason, recipient_name = excluded.recipient_name
    returning told_at is not null as is_told`)
  if (personId === undefined || teamId !== undefined || rows[0]?.is_told !== false) return
  await client.query(sql`update core.broken_ways set told_at = ${now} where way = ${key}`)
  await warnOfBroken(client, personId, {
    name,
    reason,
    email: via.kind === 'email' ? via.address : undefined,
  })
}

/** A message got through. */
export async function markWhole(client: ClientBase, way: string): Promise<void> {
  await client.query(sql`delete from core.broken_ways where way = ${way}`)
}

/**
 * Tells a person by the email of their account whom none of their own ways reaches.
 * @param outgoing the message that did not go out; its row has ended
 */
export async function takeOver(
  client: ClientBase,
  { now, sendJob }: Pick<RecordDependencies, 'now' | 'sendJob'>,
  { row, rule, state, recipient }: OutgoingMessage,
): Promise<void> {
  const { personId } = recipient
  if (
    personId === undefined ||
    recipient.teamId !== undefined ||
    row.tells !== 'alert' ||
    row.alert_id === null
  )
    return
  const account = `person:${personId}`
  if (recipient.key === account) return
  const { rows } = await client.query<{ name: string; email: string }>(sql`
    select person.name, person.email from core.people as person
    where person.id = ${personId} and person.active and person.deleted_at is null and person.email is not null
      and not exists (
        select from core.alert_told as told
        where told.group_id = ${row.alert_id} and told.person_id = ${personId} and told.recipient <> ${recipient.key}
          and (told.knows = 'open' or told.send_id is not null)
      )`)
  const [person] = rows
  if (person === undefined) return
  if (recipient.via.kind === 'email' && recipient.via.address === person.email) return
  const time = now()
  const decisions = new Decisions(now).add(
    'fallback',
    'pass',
    `${recipient.name} did not reach them, so the email of the account does`,
  )
  const happening = { id: row.id, event: row.source_event, tells: row.tells, time: row.event_time }
  const via = { kind: 'email', address: person.email } as const
  const to = { key: account, name: person.name, via, filter: undefined, properties: {}, personId }
  const id = await addSend(
    client,
    {
      happening,
      rule,
      state,
      recipient: to,
      decisions,
      alertId: row.alert_id,
      notBefore: time,
      fallbackOf: row.id,
      status: 'pending',
    },
    time,
    'account',
  )
  if (id === undefined) return
  await client.query(sql`
    insert into core.alert_told as told (alert_id, recipient, recipient_name, person_id, notification_id, group_id, level, send_id)
    select broken.alert_id, ${account}, ${person.name}, ${personId}, broken.notification_id, broken.group_id, 0, ${id}
    from core.alert_told as broken
    where broken.group_id = ${row.alert_id} and broken.recipient = ${recipient.key} and broken.held_by = 'broken way'
    on conflict (alert_id, recipient) do update set send_id = excluded.send_id`)
  await sendJob.addAt(client, time, { id })
}
