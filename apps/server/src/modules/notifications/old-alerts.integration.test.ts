// What was wrong before each resource had an alert of its own.
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { readMigrationFiles } from '../../platform/database/migration-files.ts'
import { createEmptyDatabase } from '../../testing/database.ts'

/** The first migration of the alerts of resources. */
const FIRST = '20261128T1850'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [rule, other, person] = [id(1), id(2), id(3)]
const [shop, cart, quiet, well] = [id(11), id(12), id(13), id(14)]

/** Rules, groups, members, deliveries and history as the release before wrote them. */
async function addOldRows(pool: Pool): Promise<void> {
  await pool.query(`
    insert into core.people (id, name, email) values ('${person}', 'Ada', 'ada@example.com');
    insert into core.notifications (id, name, events) values
      ('${rule}', 'one', '{check.failed}'), ('${other}', 'two', '{check.failed,component.unhealthy}');
    insert into core.notification_alerts
      (id, notification_id, group_key, severity, opened_at, acknowledged_at, acknowledged_by, acknowledged_name, held_by, closed_at)
    values
      ('${id(21)}', '${rule}', 'check ${shop}', 'high', '2026-11-01T10:00Z', null, null, null, null, null),
      ('${id(22)}', '${other}', 'label', 'critical', '2026-11-01T11:00Z', '2026-11-01T12:00Z', '${person}', 'Ada', null, null),
      ('${id(23)}', '${rule}', 'check ${quiet}', 'low', '2026-11-01T10:00Z', null, null, null, 'silence', null),
      ('${id(24)}', '${rule}', 'check ${well}', 'low', '2026-11-01T10:00Z', null, null, null, null, '2026-11-01T11:00Z');
    insert into core.notification_alert_members (alert_id, resource_kind, resource_id, resource_name, reason, since, ended_at)
    values
      ('${id(21)}', 'check', '${shop}', 'shop', 'status 503', '2026-11-01T09:59Z', null),
      ('${id(22)}', 'check', '${shop}', 'shop', 'status 503', '2026-11-01T09:59Z', null),
      ('${id(22)}', 'component', '${cart}', 'cart', null, '2026-11-01T11:00Z', null),
      ('${id(22)}', 'check', '${well}', 'well', null, '2026-11-01T10:00Z', '2026-11-01T11:00Z'),
      ('${id(23)}', 'check', '${quiet}', 'quiet', null, '2026-11-01T10:00Z', null),
      ('${id(24)}', 'check', '${well}', 'well', null, '2026-11-01T10:00Z', '2026-11-01T11:00Z');
    insert into core.notification_send_history (id, notification_id, alert_id, status, source_event, tells, resource_kind,
      resource_id, resource_name, recipient, recipient_name, person_id)
    values
      ('${id(31)}', '${rule}', '${id(21)}', 'sent', 'check.failed', 'alert', 'check', '${shop}', 'shop', 'hook', 'Hook', null),
      ('${id(32)}', '${other}', '${id(22)}', 'sent', 'check.failed', 'alert', 'check', '${shop}', 'shop', 'person:${person}', 'Ada', '${person}'),
      ('${id(33)}', '${other}', '${id(22)}', 'pending', 'component.unhealthy', 'alert', 'component', '${cart}', 'cart', 'pager', 'Pager', null),
      ('${id(34)}', '${rule}', '${id(23)}', 'silenced', 'check.failed', 'alert', 'check', '${quiet}', 'quiet', null, null, null);
    insert into core.notification_deliveries (alert_id, recipient, send_id, sent_at) values
      ('${id(21)}', 'hook', '${id(31)}', '2026-11-01T10:01Z'),
      ('${id(22)}', 'person:${person}', '${id(32)}', '2026-11-01T11:01Z')`)
}

test('what was wrong before has one alert for each resource, with who was told of it', async () => {
  const pool = await createEmptyDatabase()
  const files = await readMigrationFiles()
  const before = files.migrations.filter(({ name }) => name < FIRST)
  await migrate(pool, async () => ({ migrations: before, views: [] }))
  await addOldRows(pool)
  await migrate(pool, () => readMigrationFiles())
  const alerts = await pool.query(
    `select resource_kind as kind, resource_id as id, resource_name as name, severity, reason, since, opened_at,
       acknowledged_name as by, event, is_wrong, closed_at, due_at is not null as is_due
     from core.alerts order by resource_id`,
  )
  const base = { is_wrong: true, closed_at: null, is_due: true }
  expect(alerts.rows).toEqual([
    {
      ...base,
      kind: 'check',
      id: shop,
      name: 'shop',
      // Somebody takes care of it, so that group counts.
      severity: 'critical',
      by: 'Ada',
      reason: 'status 503',
      since: new Date('2026-11-01T09:59Z'),
      opened_at: new Date('2026-11-01T11:00Z'),
      event: 'check.failed',
    },
    {
      ...base,
      kind: 'component',
      id: cart,
      name: 'cart',
      severity: 'critical',
      by: 'Ada',
      reason: null,
      since: new Date('2026-11-01T11:00Z'),
      opened_at: new Date('2026-11-01T11:00Z'),
      event: 'component.unhealthy',
    },
    {
      ...base,
      kind: 'check',
      id: quiet,
      name: 'quiet',
      severity: 'low',
      by: null,
      reason: null,
      since: new Date('2026-11-01T10:00Z'),
      opened_at: new Date('2026-11-01T10:00Z'),
      event: 'check.failed',
    },
  ])
  const told = await pool.query(
    `select alert.resource_name as name, told.recipient, told.knows, told.send_id, told.group_id
     from core.alert_told as told join core.alerts as alert on alert.id = told.alert_id
     order by alert.resource_name, told.recipient`,
  )
  const ada = `person:${person}`
  expect(told.rows).toEqual([
    { name: 'cart', recipient: 'pager', knows: 'nothing', send_id: id(33), group_id: id(22) },
    // The group was told with one message.
    { name: 'cart', recipient: ada, knows: 'open', send_id: null, group_id: id(22) },
    { name: 'shop', recipient: 'hook', knows: 'open', send_id: null, group_id: id(21) },
    { name: 'shop', recipient: ada, knows: 'open', send_id: null, group_id: id(22) },
  ])
  const members = await pool.query(
    'select resource_id from core.notification_alert_members where (of_alert is null) = (ended_at is null)',
  )
  expect(members.rows).toEqual([])
})
