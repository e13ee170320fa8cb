import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { until } from '../../../testing/until.ts'
import { useShop } from '../testing.ts'

const shop = useShop()

test('a failure that is decided about after its own recovery ends at once', async () => {
  const check = await shop.makeCheck()
  const rule = await shop.makeRule()
  await shop.run(check, 200)
  const { pool } = shop.app.database
  const of = { checkId: check, canaryId: newId() }
  // The recovery finds no alert that it could end.
  const { events } = shop.app.platform
  await events.emit(pool, 'check.passed', { ...of, time: new Date().toISOString(), previous: 'unhealthy' })
  const before = new Date(Date.now() - 5_000).toISOString()
  await events.emit(pool, 'check.failed', { ...of, time: before, previous: 'healthy' })
  const ends = async () => {
    const { rows } = await pool.query<{ closed_reason: string | null }>(
      'select closed_reason from core.alerts where resource_id = $1',
      [check],
    )
    return rows.map((row) => row.closed_reason).join()
  }
  await until(async () => (await ends()) === 'recovered', 20_000)
  await until(async () =>
    (await shop.history(rule)).every(({ status }) => status === 'sent' || status === 'skipped'),
  )
  expect(await ends()).toBe('recovered')
})

test('what still fails is told again after the time of a reminder, within a minute', async () => {
  const check = await shop.makeCheck()
  const rule = await shop.makeRule({ reminder_interval: 3_600 * 1e9 })
  await shop.run(check, 503)
  await shop.untilStatuses(rule, 'sent')
  const { pool } = shop.app.database
  await pool.query(`update core.alert_told set known_at = now() - interval '61 minutes'`)
  await pool.query(`update core.alerts set reviewed_at = now() - interval '1 minute'`)
  await pool.query(`select graphile_worker.add_job('ReviewAlerts', '{}')`)
  const rows = await shop.untilStatuses(rule, 'sent', 'sent')
  expect(JSON.stringify(rows[1]?.decisions)).toContain('the rule reminds of that')
})
