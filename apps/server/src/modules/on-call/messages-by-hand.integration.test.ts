// What sends messages to others as often as it is pressed would let one person wake another all night, at the cost of the owner.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { MOST_BY_HAND } from '../../platform/specs/messages-by-hand.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await startTestApp()
  for (const name of ['anna', 'ben']) ids.set(name, (await app.person(`${name}@example.com`, ['viewer'])).id)
})
afterAll(() => app.stop())

async function makeAlert(): Promise<string> {
  const id = newId()
  await app.database.pool.query(
    `insert into core.alerts (id, resource_kind, resource_id, resource_name, path, severity, event, since, opened_at)
     values ($1, 'check', core.new_id(), 'page', '/health', 'critical', 'check.failed', now(), now())`,
    [id],
  )
  return id
}

async function makeSent(): Promise<string> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into core.notification_send_history
       (notification_id, status, source_event, tells, resource_kind, resource_id, resource_name, recipient, recipient_name)
     values (core.new_id(), 'sent', 'check.failed', 'alert', 'check', core.new_id(), 'x', 'person:a', 'a') returning id`,
  )
  return rows[0]?.id ?? ''
}

type Press = (who: TestBrowser, number: number) => ReturnType<TestBrowser['send']>
const presses: [string, () => Promise<Press>][] = [
  [
    'tests of how somebody is reached',
    async () => (who) => who.send('POST', `/api/on-call/people/${ids.get('anna')}/test`, { body: {} }),
  ],
  [
    'an alert that is given to one and another',
    async () => {
      const id = await makeAlert()
      return (who, number) =>
        who.send('POST', '/api/notification/alerts/act', {
          body: { ids: [id], verb: 'assign', personId: ids.get(number % 2 === 0 ? 'anna' : 'ben') },
        })
    },
  ],
  [
    'messages that are sent again',
    async () => {
      const id = await makeSent()
      return (who) => who.send('POST', `/api/notification/send/${id}/again`, { body: {} })
    },
  ],
]

test.each(presses)('%s are limited in an hour', async (what, make) => {
  const { browser: who } = await app.person(`${what.replaceAll(' ', '.')}@example.com`, ['editor'])
  const press = await make()
  const statuses: number[] = []
  for (let number = 0; number < MOST_BY_HAND; number += 1) statuses.push((await press(who, number)).status)
  expect(new Set(statuses)).toEqual(new Set([what.endsWith('again') ? 201 : 200]))
  const refused = await press(who, MOST_BY_HAND)
  expect([refused.status, refused.body.error]).toEqual([
    429,
    `You have had messages sent to others ${MOST_BY_HAND} times within an hour; try again later`,
  ])
})

test('a test of how somebody is reached is in the audit log', async () => {
  const { browser: who, id } = await app.person('audited@example.com', ['editor'])
  await who.send('POST', `/api/on-call/people/${ids.get('anna')}/test`, { body: {} })
  const { rows } = await app.database.pool.query(
    `select action, resource, resource_id from core.audit_log where person_id = $1 and action = 'send test'`,
    [id],
  )
  expect(rows).toEqual([{ action: 'send test', resource: 'people', resource_id: ids.get('anna') }])
})
