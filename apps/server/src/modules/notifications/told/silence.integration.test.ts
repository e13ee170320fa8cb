import { expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { useShop } from '../testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule, untilStatuses } = shop

const act = (body: object, browser = shop.browser) =>
  browser.send('POST', '/api/notification/alerts/act', { body })

/** The open alert of a check. */
async function alertOf(check: string): Promise<{ id: string; state: string; hold: { by: string } | null }> {
  let found
  await until(async () => {
    const answer = await shop.browser.send('GET', `/api/db/alerts?resource_id=eq.${check}&closed_at=is.null`)
    found = answer.body[0]
    return found !== undefined
  })
  if (found === undefined) throw new Error('there is no open alert')
  return found
}

const silencesOf = async (check: string) => {
  const path = `/api/db/notification_silences?check_id=eq.${check}&select=until,description,covers,source`
  return (await shop.browser.send('GET', path)).body
}

const notesOf = async (id: string): Promise<{ kind: string; text: string }[]> =>
  (await shop.browser.send('GET', `/api/db/alert_notes?alert_id=eq.${id}&kind=eq.silenced`)).body

test('alerts are silenced together, each resource by itself, and nobody is told of them', async () => {
  const [one, two, well] = await Promise.all([makeCheck(), makeCheck(), makeCheck()])
  const rule = await makeRule({ wait_for: 60 * 1e9 })
  await run(one, 503)
  await run(two, 503)
  await untilStatuses(rule, 'pending', 'pending')
  const [first, second] = [await alertOf(one), await alertOf(two)]
  const ids = [first.id, second.id]
  const end = new Date(Date.now() + 3_600_000).toISOString()
  expect((await act({ ids, verb: 'silence', until: end })).body.changed.toSorted()).toEqual(ids.toSorted())
  for (const check of [one, two]) {
    const silences = await silencesOf(check)
    expect(silences).toMatchObject([
      { covers: 'resource', source: 'UI', description: 'Silenced at its alert' },
    ])
    expect(new Date(silences[0].until).toISOString()).toBe(end)
  }
  expect(await silencesOf(well)).toEqual([])
  expect(await notesOf(first.id)).toMatchObject([{ text: expect.stringMatching(/ silenced it$/) }])
  await shop.sendNow(rule)
  await untilStatuses(rule, 'silenced', 'silenced')
  expect(shop.world.messages).toEqual([])

  // What is silenced for as long already does not change.
  expect((await act({ ids, verb: 'silence', until: 'now+10m' })).body).toEqual({ changed: [] })
  expect((await act({ ids, verb: 'silence', until: 'now+2h' })).body.changed).toHaveLength(2)
})

test('a time that cannot be read, is over, or is missing is refused with its field, and silences nothing', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  const { id } = await alertOf(check)
  for (const [until, message] of [
    [undefined, /^until: This field is required/],
    ['  ', /^until: This field is required/],
    ['soon', /^until: /],
    ['now-1h', /^until: It ends/],
  ] as const) {
    const answer = await act({ ids: [id], verb: 'silence', ...(until === undefined ? {} : { until }) })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(message)
  }
  expect(await silencesOf(check)).toEqual([])
  expect(await notesOf(id)).toEqual([])
})

test('who may take care of alerts but not silence is refused', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  const { id } = await alertOf(check)
  const { browser } = await shop.app.person('quiet@example.com', ['responder'])
  expect((await act({ ids: [id], verb: 'silence', until: 'now+1h' }, browser)).status).toBe(403)
  expect(await silencesOf(check)).toEqual([])
  expect((await act({ ids: [id], verb: 'acknowledge' }, browser)).body).toEqual({ changed: [id] })
})

test('an alert that is over is left alone', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  const { id } = await alertOf(check)
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  expect((await act({ ids: [id], verb: 'silence', until: 'now+1h' })).body).toEqual({ changed: [] })
  expect(await silencesOf(check)).toEqual([])
})
