import { HOUR } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { systemClock } from '../../platform/clock.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

const send = (method: string, path: string, body?: unknown, browser = admin) =>
  browser.send(method, `/api/alertmanager/api/v2${path}`, { body })
const inHours = (hours: number) => new Date(systemClock.now().getTime() + hours * HOUR).toISOString()
const is = (name: string, value: string, isRegex = false) => ({ name, value, isRegex, isEqual: true })
const form = (...matchers: readonly object[]) => ({
  matchers,
  startsAt: inHours(0),
  endsAt: inHours(1),
  createdBy: 'somebody',
  comment: 'A new version is installed',
})

async function silence(body: object): Promise<string> {
  const answer = await send('POST', '/silences', body)
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
  return answer.body.silenceID
}

async function alertIs(alertname: string, state: string): Promise<Answer['body']> {
  return until(async () => {
    const { body } = await send('GET', `/alerts?filter=alertname=${alertname}`)
    return body[0]?.status.state === state ? body[0] : undefined
  })
}

describe('a silence of a client of Alertmanager', () => {
  test('is one of the product, silences alerts, and ends', async () => {
    const labels = { alertname: 'Slow', instance: 'web 1', team: 'shop' }
    await send('POST', '/alerts', [{ labels }])
    await alertIs('Slow', 'active')
    const id = await silence(form(is('team', 'shop'), is('instance', 'web.*', true)))
    expect((await alertIs('Slow', 'suppressed')).status.silencedBy).toEqual([id])
    expect((await send('GET', '/alerts?filter=alertname=Slow&silenced=false')).body).toEqual([])
    const shown = (await send('GET', `/silence/${id}`)).body
    expect(shown).toMatchObject({
      id,
      matchers: [is('team', 'shop'), is('instance', 'web.*', true)],
      comment: 'A new version is installed',
      status: { state: 'active' },
    })
    const { body } = await admin.send('GET', `/api/db/notification_silences?id=eq.${id}`)
    expect(body).toMatchObject([
      {
        kind: 'silence',
        description: 'A new version is installed',
        selector: { kinds: ['check'], types: ['alert'], labels: 'team=shop' },
        state: 'active',
      },
    ])
    expect((await send('DELETE', `/silence/${id}`)).status).toBe(200)
    expect(await send('GET', `/silence/${id}`)).toMatchObject({ body: { status: { state: 'expired' } } })
    await alertIs('Slow', 'active')
  })

  test('is changed under its id, and made again after its end', async () => {
    const id = await silence({ ...form(is('a', '1')), startsAt: inHours(2), endsAt: inHours(3) })
    expect((await send('GET', `/silence/${id}`)).body.status).toEqual({ state: 'pending' })
    expect(await silence({ ...form(is('a', '2')), id, endsAt: inHours(5) })).toBe(id)
    expect((await send('GET', `/silence/${id}`)).body).toMatchObject({
      matchers: [is('a', '2')],
      status: { state: 'active' },
    })
    await send('DELETE', `/silence/${id}`)
    const next = await silence({ ...form(is('a', '2')), id })
    expect(next).not.toBe(id)
    // One that has not begun never begins.
    const later = await silence({ ...form(is('a', '3')), startsAt: inHours(1), endsAt: inHours(2) })
    expect((await send('DELETE', `/silence/${later}`)).status).toBe(200)
    expect((await send('GET', `/silence/${later}`)).body.status).toEqual({ state: 'expired' })
  })

  test('is listed with those of the product, and found by its matchers', async () => {
    const id = await silence(form(is('team', 'listed')))
    const made = await admin.send('POST', '/api/db/notification_silences', {
      headers: { prefer: 'return=representation' },
      body: {
        from: inHours(0),
        until: inHours(1),
        description: 'By canary',
        selector: { kinds: ['check'], namespaces: ['lab'] },
      },
    })
    expect(made.status).toBe(201)
    const all = (await send('GET', '/silences')).body
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, matchers: [is('team', 'listed')] }),
        expect.objectContaining({
          id: made.body[0].id,
          comment: 'By canary',
          matchers: [is('binnacle_silence', made.body[0].id)],
        }),
      ]),
    )
    const found = (await send('GET', '/silences?filter=team=listed')).body
    expect(found.map((one: Answer['body']) => one.id)).toEqual([id])
    // A client that moves its end keeps what it covers.
    const other = all.find((one: Answer['body']) => one.id === made.body[0].id)
    expect(await silence({ ...other, endsAt: inHours(2) })).toBe(other.id)
    const { body } = await admin.send('GET', `/api/db/notification_silences?id=eq.${other.id}`)
    expect(body[0].selector).toEqual({ kinds: ['check'], namespaces: ['lab'] })
  })

  test('is refused with what is wrong, and to those who may not', async () => {
    const refused = async (body: object) => (await send('POST', '/silences', body)).body
    expect(await refused(form())).toMatch(/matchers: a silence needs a matcher/)
    expect(await refused(form(is('a', '')))).toMatch(/matchers: at least one must not match an empty label/)
    expect(await refused(form(is('a', '.*', true)))).toMatch(/matchers: at least one/)
    expect(await refused(form(is('a', '(', true)))).toMatch(/matchers: bad regular expression/)
    expect(await refused({ ...form(is('a', 'b')), endsAt: inHours(-1) })).toMatch(/endsAt: is in the past/)
    expect(await refused({ ...form(is('a', 'b')), startsAt: inHours(2) })).toMatch(/endsAt: is not after/)
    expect((await send('GET', '/silence/nothing')).status).toBe(404)
    const { browser } = await app.person('responder@example.com', ['responder'])
    expect((await send('POST', '/silences', form(is('a', 'b')), browser)).status).toBe(403)
    expect((await send('GET', '/silences', undefined, browser)).status).toBe(200)
  })
})
