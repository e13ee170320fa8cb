import { DAY } from '@binnacle/contract/core'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { keptIn } from '../settings.ts'
import { removeOldAlerts } from './retention.ts'

test('alerts go 90 days after their end, or as the property says, with all that is known of them', async () => {
  const { pool } = await createTestDatabase()
  const now = new Date()
  const rule = newId()
  await pool.query(`insert into core.notifications (id, name, events) values ($1, 'one', '{check.failed}')`, [
    rule,
  ])

  /** An alert with its group, who was told and its timeline. @param ended days ago */
  async function add(name: string, ended: number | undefined): Promise<void> {
    const [alert, group] = [newId(), newId()]
    const closed = ended === undefined ? null : new Date(now.getTime() - ended * DAY)
    await pool.query(
      `with alert as (
         insert into core.alerts (id, resource_kind, resource_id, resource_name, path, severity, event, since, opened_at, closed_at)
         values ($1, 'check', core.new_id(), $3, '/', 'high', 'check.failed', '2026-01-01', '2026-01-01', $4)
       ),
       opened as (
         insert into core.notification_alerts (id, notification_id, group_key, severity, opened_at, closed_at)
         values ($2, $5, $3, 'high', '2026-01-01', $4)
       )
       select 1`,
      [alert, group, name, closed, rule],
    )
    await pool.query(
      `with note as (insert into core.alert_notes (alert_id, kind, text) values ($1, 'opened', 'x')),
       told as (
         insert into core.alert_told (alert_id, recipient, recipient_name, notification_id, group_id)
         values ($1, 'hook', 'Hook', $3, $2)
       ),
       delivery as (
         insert into core.notification_deliveries (alert_id, recipient, send_id, sent_at) values ($2, 'hook', $1, now())
       )
       insert into core.notification_alert_members (alert_id, resource_kind, resource_id, resource_name, since, of_alert)
       values ($2, 'check', core.new_id(), 'x', now(), $1)`,
      [alert, group, rule],
    )
  }
  const counts = async () => {
    const { rows } = await pool.query(`
      select (select array_agg(resource_name order by resource_name) from core.alerts) as names,
        (select count(*)::int from core.alert_told) as told, (select count(*)::int from core.alert_notes) as notes,
        (select count(*)::int from core.notification_alerts) as groups,
        (select count(*)::int from core.notification_alert_members) as members,
        (select count(*)::int from core.notification_deliveries) as deliveries`)
    return rows[0]
  }
  const all = (count: number) => ({
    told: count,
    notes: count,
    groups: count,
    members: count,
    deliveries: count,
  })
  const removed = (kept: number) =>
    removeOldAlerts(pool, new Date(now.getTime() - kept), new AbortController().signal)

  await pool.query(
    `insert into core.broken_ways (way, recipient_name, reason, broken_at)
     values ('old', 'Old', 'x', $1), ('new', 'New', 'x', $2)`,
    [new Date(now.getTime() - 91 * DAY), new Date(now.getTime() - 89 * DAY)],
  )
  await add('long over', 91)
  await add('over', 89)
  await add('just over', 1)
  await add('open', undefined)
  const usual = keptIn(() => undefined)
  expect(usual).toBe(90 * DAY)
  expect(await removed(usual)).toBe(2)
  expect(await counts()).toEqual({ names: ['just over', 'open', 'over'], ...all(3) })
  const { rows: broken } = await pool.query('select way from core.broken_ways')
  expect(broken).toEqual([{ way: 'new' }])
  const own = keptIn((name) => (name === 'notifications.alerts.keep' ? '30d' : undefined))
  expect(await removed(own)).toBe(2)
  expect(await counts()).toEqual({ names: ['just over', 'open'], ...all(2) })
})
