import { describe, expect, test } from 'vitest'
import { inMinutes } from '../../../application/testing/instants.ts'
import { failQuery, renderPage, textOf } from '../../../application/testing/render.tsx'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { AlertPage } from './alert-page.tsx'
import { alertQuery } from './queries.ts'
import { aNote, aRecipient, fillAlert, someId } from './testing.ts'

async function read(rendering: Parameters<typeof renderPage>[1]): Promise<string> {
  return textOf(await renderPage(AlertPage, { pattern: '/notifications/alerts/$id', ...rendering }))
}

const show = (...given: Parameters<typeof fillAlert>) => read(fillAlert(...given))

describe('the page of an alert', () => {
  const id = someId()
  const path = `/notifications/alerts/${id}`

  test('says nothing while it loads', async () => {
    expect(await read({ path })).not.toMatch(/no such alert|Nobody/)
  })

  test('says that there is no such alert, or why it cannot be loaded', async () => {
    const missing = await read({
      path,
      fill: (queries) => queries.setQueryData(alertQuery(id).queryKey, null),
    })
    expect(missing).toContain('There is no such alert')
    const failed = await read({
      path,
      fill: (queries) => failQuery(queries, alertQuery(id).queryKey, new RequestFailure('Too many requests')),
    })
    expect(failed).toContain('Too many requests')
    expect(failed).not.toContain('no such alert')
  })

  test('says what each recipient was told, what holds the rest, and what is on its way', async () => {
    const text = await show({
      told: [
        aRecipient({ recipient_name: 'Ann', known_at: inMinutes(-10) }),
        aRecipient({ recipient_name: 'Ben', knows: 'over', known_at: inMinutes(-3) }),
        aRecipient({
          recipient_name: 'Cai',
          knows: 'nothing',
          held_by: 'quiet hours',
          held_until: inMinutes(60),
        }),
        aRecipient({ recipient_name: 'Dee', knows: 'nothing', send_id: someId(), due_at: inMinutes(2) }),
      ],
    })
    expect(text).toMatch(/Ann Told that it is wrong, 10m ago/)
    expect(text).toMatch(/Ben Told that it is over, 3m ago/)
    expect(text).toMatch(/Cai Not told yet Held: Quiet hours, ends in 1h/)
    expect(text).toMatch(/Dee Not told yet A message is on its way, due in 2m/)
  })

  test('says what nobody was told, and that nothing is told together with it', async () => {
    const text = await show({ told: [], notes: [] })
    expect(text).toContain('Nobody was told yet')
    expect(text).toContain('It is told by itself')
    expect(text).toContain('Nothing happened yet')
  })

  test('leaves out what is not known', async () => {
    const text = await show({ namespace: null, labels: {}, rules: [], assignee: null, resource_type: null })
    for (const label of ['Namespace', 'Labels', 'Rules', 'Assigned to', 'Acknowledged by', 'Ended', 'Next'])
      expect(text).not.toContain(label)
    expect(text).toMatch(/Kind check Event Check failed check\.failed/)
  })

  test('says who takes care of it and until when, and offers to take that back', async () => {
    const text = await show({
      state: 'acknowledged',
      acknowledged_at: inMinutes(-5),
      acknowledged_name: 'Grace Hopper',
      acknowledged_until: inMinutes(60),
      notes: [aNote('acknowledged', 'Grace Hopper acknowledged it')],
    })
    expect(text).toMatch(/Acknowledged by Grace Hopper/)
    expect(text).toMatch(/Next Acknowledgement ends in 1h/)
    expect(text).toContain('Take back acknowledgement')
    expect(text).toContain('Grace Hopper acknowledged it')
  })

  test('does not say that somebody takes care of it whose time is over', async () => {
    const text = await show({
      state: 'open',
      acknowledged_at: inMinutes(-65),
      acknowledged_name: 'Grace Hopper',
      acknowledged_until: inMinutes(-5),
    })
    expect(text).not.toContain('Grace Hopper')
    expect(text).toContain('Acknowledge for a time')
  })

  test('says that it is snoozed or flapping, and since or until when', async () => {
    const snoozed = await show({ state: 'snoozed', snoozed_until: inMinutes(60), snoozed_name: 'Ann' })
    expect(snoozed).toMatch(/Next Snooze ends in 1h/)
    expect(snoozed).toContain('End snooze')
    expect(await show({ flapping_since: inMinutes(-4) })).toMatch(/Flapping 4m ago/)
  })

  test('says when and after how long it ended, and reopens only what a person resolved', async () => {
    const over = { state: 'over', since: inMinutes(-300), closed_at: inMinutes(-280) } as const
    const recovered = await show({ ...over, closed_reason: 'recovered' })
    expect(recovered).toMatch(/Recovered/)
    expect(recovered).toMatch(/Lasted 20m/)
    expect(recovered).not.toMatch(/Reopen|Snooze|Silence|Resolve\b/)
    expect(await show({ ...over, closed_reason: 'resolved' })).toContain('Reopen')
  })

  test('lists what is told together with it', async () => {
    const member = {
      id: someId(),
      alert_id: someId(),
      rule_name: 'Grouped by type',
      resource_kind: 'check',
      resource_id: someId(),
      resource_name: 'stock',
      reason: 'connection refused',
      since: inMinutes(-8),
      ended_at: null,
    }
    expect(await show({ groups: [{ id: member.id }] }, [member])).toMatch(
      /stock 8m connection refused Grouped by type/,
    )
  })

  test('writes the times of its timeline in one zone', async () => {
    const text = await show({ notes: [aNote('snoozed', 'Ann snoozed it until 2026-11-24T10:36:29.296Z')] })
    expect(text).toMatch(/Ann snoozed it until 2026-11-2\d \d\d:36:29 /)
  })

  test('offers only what the person may do', async () => {
    const rendering = fillAlert({})
    const verbs = async (role: 'admin' | 'responder' | 'viewer') =>
      /What to do (.*?)status 503/.exec(await read({ ...rendering, roles: [role] }))?.[1]
    expect(await verbs('admin')).toMatch(/Acknowledge .*Snooze .*Silence .*Resolve .*Reassign/)
    expect(await verbs('responder')).toMatch(/Acknowledge .*Snooze .*Resolve .*Reassign/)
    expect(await verbs('responder')).not.toContain('Silence')
    expect(await verbs('viewer')).toBeUndefined()
  })
})
