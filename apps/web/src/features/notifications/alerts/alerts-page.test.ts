import { type AlertEnd, alertEnds, type HoldKind, holdKinds } from '@binnacle/contract/notifications'
import { describe, expect, test } from 'vitest'
import { inMinutes } from '../../../application/testing/instants.ts'
import { failQuery, renderPage, textOf } from '../../../application/testing/render.tsx'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { AlertsPage } from './alerts-page.tsx'
import { stateChoices } from './filters.ts'
import { anAlert, fillList, listKey } from './testing.ts'

const path = '/notifications/alerts'

async function read(...[rendering]: [Parameters<typeof renderPage>[1]]): Promise<string> {
  return textOf(await renderPage(AlertsPage, rendering))
}
const list = (...rows: Parameters<typeof fillList>[0]) => read({ path, fill: fillList(rows) })

describe('the list of alerts', () => {
  test('says that it loads, and nothing of what it does not know yet', async () => {
    const text = await read({ path })
    expect(text).toContain('Loading Alerts')
    expect(text).not.toMatch(/No alert|Nothing/)
  })

  test('says why it cannot be loaded, and not that it is empty', async () => {
    const text = await read({
      path,
      fill: (queries) =>
        failQuery(queries, listKey(), new RequestFailure('The database is busy', { status: 503 })),
    })
    expect(text).toContain('The database is busy')
    expect(text).toContain('Try again')
    expect(text).not.toMatch(/No alert|Nothing/)
  })

  test('says of each tab what its emptiness means', async () => {
    const titles = {
      current: 'No alert is open',
      open: 'Nothing to acknowledge',
      acknowledged: 'No alert is acknowledged',
      snoozed: 'No alert is snoozed',
      over: 'No alert is over',
    }
    for (const state of stateChoices)
      expect(await read({ path: `${path}?state=${state}`, fill: fillList([], { state }) })).toContain(
        titles[state],
      )
  })

  test('does not take what the filters leave out for nothing', async () => {
    const text = await read({ path: `${path}?mine=true`, fill: fillList([], { mine: true }) })
    expect(text).toContain('Nothing matches these filters')
    expect(text).not.toContain('No alert is open')
  })

  test('shows who takes care of an alert, or is to', async () => {
    const text = await list(
      anAlert({ state: 'acknowledged', acknowledged_at: inMinutes(-2), acknowledged_name: 'Grace Hopper' }),
      anAlert({ assignee: { id: '1', name: 'Li Na', avatar: null } }),
      anAlert({ state: 'snoozed', snoozed_until: inMinutes(60), snoozed_name: 'Ann' }),
    )
    expect(text).toMatch(/Acknowledged by Grace Hopper/)
    expect(text).toMatch(/Open assigned to Li Na/)
    expect(text).toMatch(/Snoozed by Ann/)
    expect(text).toMatch(/Snooze ends in 1h/)
  })

  test('shows who was told, and how many messages are held by what until when', async () => {
    const words: Readonly<Record<HoldKind, RegExp>> = {
      silence: /Silenced, ends in 2h/,
      inhibition: /Something it depends on is unhealthy/,
      acknowledgement: /Acknowledged, ends in 2h/,
      snooze: /Snoozed, ends in 2h/,
      'repeat interval': /Repeat interval, ends in 2h/,
      limit: /Rate limited, told with a summary in 2h/,
      'quiet hours': /Quiet hours, ends in 2h/,
      flapping: /Flapping, ends in 2h/,
      'broken way': /A recipient cannot be reached, tried again in 2h/,
      'closing delay': /Well, unless it fails again soon, over in 2h/,
    }
    for (const by of holdKinds) {
      const text = await list(anAlert({ told_count: 1, held_count: 3, hold: { by, until: inMinutes(120) } }))
      expect(text).toMatch(/ 1 , 3 held/)
      expect(text).toMatch(words[by])
    }
    expect(await list(anAlert({ told_count: 0 }))).toContain('nobody')
    expect(await list(anAlert({ escalates_at: inMinutes(5) }))).toMatch(/Escalates in 5m/)
    expect(await list(anAlert({ flapping_since: inMinutes(-5) }))).toContain('Flapping')
  })

  test('says of what is over why, and for how long it was wrong', async () => {
    const words: Readonly<Record<AlertEnd, string>> = {
      recovered: 'Recovered',
      deleted: 'Deleted',
      disabled: 'Switched off',
      unmatched: 'No longer watched',
      resolved: 'Resolved',
    }
    for (const reason of alertEnds) {
      const over = anAlert({
        state: 'over',
        since: inMinutes(-300),
        closed_at: inMinutes(-280),
        closed_reason: reason,
      })
      const text = await read({ path: `${path}?state=over`, fill: fillList([over], { state: 'over' }) })
      expect(text).toContain(words[reason])
      expect(text).toMatch(/\b20m\b/)
      expect(text).not.toMatch(/\b5h\b/)
    }
  })

  test('has a row for each of many', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `service ${index + 100}`)
    const text = await list(...names.map((name) => anAlert({ resource_name: name })))
    for (const name of names) expect(text).toContain(`Choose ${name}`)
  })

  test('offers to choose alerts only to those who may do something about them', async () => {
    const fill = fillList([anAlert()])
    expect(await read({ path, fill, roles: ['responder'] })).toContain('Choose shop')
    const viewer = await read({ path, fill, roles: ['viewer'] })
    expect(viewer).toContain('shop')
    expect(viewer).not.toContain('Choose')
  })
})
