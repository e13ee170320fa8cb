import { DAY, HOUR, MINUTE } from '@binnacle/contract/core'
import ical from 'node-ical'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { openNotifications } from '../notifications/index.ts'

let app: TestApp
let mail: TestMailServer
let clock: ManualClock
let admin: TestBrowser
let ada: { id: string; browser: TestBrowser }
let grace: { id: string; browser: TestBrowser }
let stranger: { id: string; browser: TestBrowser }
let counter = 0

beforeAll(async () => {
  mail = await startMailServer()
  clock = createManualClock(new Date())
  app = await startTestApp({
    leftOut: [openNotifications],
    clock,
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'Binnacle <binnacle@example.com>' },
  })
  admin = await app.signedIn()
  ada = await app.person('ada@example.com', ['viewer'])
  grace = await app.person('grace@example.com', ['viewer'])
  stranger = await app.person('stranger@example.com', ['responder'])
  return () => mail.stop()
})

/** Midnight of the present day, so that shifts of the tests begin at known times. */
const today = () => Math.floor(clock.now().getTime() / DAY) * DAY
const iso = (instant: number) => new Date(instant).toISOString()
const date = (instant: number) => iso(instant).slice(0, 10)

const layerOf = (changes: object = {}) => ({
  name: 'Primary',
  timeZone: 'UTC',
  participants: [ada.id, grace.id],
  start: date(today()),
  end: null,
  handover: { every: 1, unit: 'days', at: '00:00' },
  hours: [],
  ...changes,
})
const rotaOf = (changes: object = {}) => ({
  name: `Rota ${(counter += 1)}`,
  timeZone: 'Europe/Berlin',
  layers: [layerOf()],
  ...changes,
})

async function createRota(changes: object = {}): Promise<string> {
  const answer = await admin.send('POST', '/api/on-call/rotas', { body: rotaOf(changes) })
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** Names of those who are on call in the next days. */
async function shifts(rota: string, from = today(), to = today() + 4 * DAY, by = ada.browser) {
  const { status, body } = await by.send(
    'GET',
    `/api/on-call/rotas/${rota}/shifts?from=${iso(from)}&to=${iso(to)}`,
  )
  expect(status).toBe(200)
  return body.shifts.map(
    (shift: { person: { name: string } | null; from: string }) =>
      `${(Date.parse(shift.from) - today()) / HOUR} ${shift.person?.name ?? 'nobody'}`,
  )
}

async function log(query: string) {
  return (await admin.send('GET', `/api/db/audit_log?order=created_at.asc,id.asc&${query}`)).body
}

describe('a rota', () => {
  test('is created, listed with who is on call, changed and deleted by those who may', async () => {
    const id = await createRota({ name: 'Payments', description: 'All of it' })
    const { body } = await ada.browser.send('GET', '/api/on-call/rotas')
    expect(body.rotas.find((rota: { id: string }) => rota.id === id)).toMatchObject({
      name: 'Payments',
      now: { person: { name: 'ada' }, to: iso(today() + DAY) },
      goesOn: false,
      next: { person: { name: 'grace' }, from: iso(today() + DAY) },
      mayOverride: true,
    })
    const { people, ...stored } = (await ada.browser.send('GET', `/api/on-call/rotas/${id}`)).body
    expect(people.map(({ name }: { name: string }) => name)).toEqual(['ada', 'grace'])
    expect(stored).toMatchObject({ id, name: 'Payments', description: 'All of it', handoverNotices: false })
    const form = { ...rotaOf({ name: 'Payments' }), layers: [layerOf({ participants: [grace.id] })] }
    expect((await ada.browser.send('PUT', `/api/on-call/rotas/${id}`, { body: form })).status).toBe(403)
    expect((await admin.send('PUT', `/api/on-call/rotas/${id}`, { body: form })).status).toBe(200)
    expect(await shifts(id)).toEqual(['0 grace'])
    const alone = (await ada.browser.send('GET', '/api/on-call/rotas')).body.rotas
    expect(alone.find((rota: { id: string }) => rota.id === id)).toMatchObject({ goesOn: true, next: null })
    expect((await admin.send('DELETE', `/api/on-call/rotas/${id}`)).status).toBe(200)
    expect((await admin.send('GET', `/api/on-call/rotas/${id}`)).status).toBe(404)
    expect(await log(`resource=eq.on_call_rotas&resource_id=eq.${id}`)).toMatchObject([
      { action: 'create', after: { name: 'Payments' } },
      { action: 'update' },
      { action: 'delete' },
    ])
  })

  test.each([
    [{ name: ' ' }, 'name', 'This field is required'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'There is no time zone "Mars/Olympus"'],
    [{ layers: [{ start: '2026-02-30' }] }, 'layers[0].start', 'Enter a date such as 2026-11-23'],
    [{ layers: [{ participants: [] }] }, 'layers[0].participants', 'Choose at least one person'],
    [
      { layers: [{ participants: ['01900000-0000-7000-8000-000000000000'] }] },
      'layers[0].participants',
      'Choose people who have an active account',
    ],
    [
      { layers: [{ handover: { every: 0, unit: 'days', at: '00:00' } }] },
      'layers[0].handover.every',
      'Enter at least 1',
    ],
    [
      { layers: [{ hours: [{ days: [1], from: '9', to: '17:00' }] }] },
      'layers[0].hours[0].from',
      'Enter a time such as 09:30',
    ],
  ])('with %j is refused at %s', async (changes, path, message) => {
    const layers = 'layers' in changes ? { layers: changes.layers?.map((layer) => layerOf(layer)) } : {}
    const { status, body } = await admin.send('POST', '/api/on-call/rotas', {
      body: rotaOf({ ...changes, ...layers }),
    })
    expect(status).toBe(400)
    expect(body.problems).toContainEqual({ path, message })
  })

  test('of a taken name is refused, and the name of a deleted one is free', async () => {
    const id = await createRota({ name: 'Taken' })
    const again = () => admin.send('POST', '/api/on-call/rotas', { body: rotaOf({ name: 'Taken' }) })
    expect(await again()).toMatchObject({ status: 409, body: { problems: [{ path: 'name' }] } })
    await admin.send('DELETE', `/api/on-call/rotas/${id}`)
    expect((await again()).status).toBe(201)
  })

  test('is shown before it is saved', async () => {
    const { body } = await admin.send(
      'POST',
      `/api/on-call/preview?from=${iso(today())}&to=${iso(today() + 2 * DAY)}`,
      { body: rotaOf() },
    )
    expect(body.shifts.map(({ person }: { person: { name: string } }) => person.name)).toEqual([
      'ada',
      'grace',
    ])
  })

  test('answers at most 100 days at once', async () => {
    const id = await createRota()
    const answer = await ada.browser.send(
      'GET',
      `/api/on-call/rotas/${id}/shifts?from=${iso(today())}&to=${iso(today() + 101 * DAY)}`,
    )
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path: 'to' }] } })
  })

  test('passes over people whose account is closed', async () => {
    const leaving = await app.person(`leaving${counter}@example.com`)
    const id = await createRota({ layers: [layerOf({ participants: [leaving.id, grace.id] })] })
    await admin.send('DELETE', `/api/people/${leaving.id}`)
    expect(await shifts(id, today(), today() + 2 * DAY)).toEqual(['0 nobody', '24 grace'])
  })
})

describe('an override', () => {
  // A shift of ada that has not begun, at whatever hour the test runs: overrides that ended are not listed.
  const later = () => today() + 2 * DAY
  const form = (from = later() + 6 * HOUR, to = later() + 12 * HOUR, personId = grace.id) => ({
    personId,
    from: iso(from),
    to: iso(to),
    reason: 'dentist',
  })

  test('is added and removed by people of the rota, and only by them', async () => {
    const id = await createRota()
    const path = `/api/on-call/rotas/${id}/overrides`
    expect((await stranger.browser.send('POST', path, { body: form() })).status).toBe(403)
    const added = await grace.browser.send('POST', path, { body: form() })
    expect(added.status).toBe(201)
    expect(await shifts(id, later(), later() + DAY)).toEqual(['48 ada', '54 grace', '60 ada'])
    const { body } = await ada.browser.send('GET', path)
    expect(body.overrides).toMatchObject([
      { id: added.body.id, person: { name: 'grace' }, reason: 'dentist', createdBy: { name: 'grace' } },
    ])
    const removal = `/api/on-call/overrides/${added.body.id}`
    expect((await stranger.browser.send('DELETE', removal)).status).toBe(403)
    expect((await grace.browser.send('DELETE', removal)).status).toBe(200)
    expect(await shifts(id, later(), later() + DAY)).toEqual(['48 ada'])
    expect(await log(`resource=eq.on_call_overrides&resource_id=eq.${added.body.id}`)).toMatchObject([
      { action: 'create', actor: 'grace@example.com' },
      { action: 'delete', actor: 'grace@example.com' },
    ])
  })

  test('may be added by the members of the team of the rota', async () => {
    const team = (
      await admin.send('POST', '/api/db/teams', {
        body: { name: `team ${counter}` },
        headers: { prefer: 'return=representation' },
      })
    ).body[0].id
    const id = await createRota({ teamId: team })
    await admin.send('POST', '/api/db/team_members', { body: { team_id: team, person_id: stranger.id } })
    const body = { ...form(), personId: stranger.id }
    const answer = await stranger.browser.send('POST', `/api/on-call/rotas/${id}/overrides`, { body })
    expect(answer.status).toBe(201)
    await admin.send('DELETE', `/api/db/team_members?team_id=eq.${team}&person_id=eq.${stranger.id}`)
  })

  test('puts nobody on call who has not agreed, unless by those who edit rotas', async () => {
    const id = await createRota()
    const add = (personId: string, browser = ada.browser) =>
      browser.send('POST', `/api/on-call/rotas/${id}/overrides`, { body: { ...form(), personId } })
    // Neither somebody of the same rota nor anybody else.
    for (const personId of [grace.id, stranger.id])
      expect(await add(personId)).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('ask for a swap') },
      })
    expect((await add(ada.id)).status).toBe(201)
    expect((await add(stranger.id, admin)).status).toBe(201)
  })

  test('and a turn and a swap are not longer than a year', async () => {
    const id = await createRota()
    const longer = { from: iso(later()), to: iso(later() + 367 * DAY) }
    const problems = (path: string) => [{ path, message: 'A shift is not longer than a year' }]
    expect(
      await admin.send('POST', `/api/on-call/rotas/${id}/overrides`, { body: { ...form(), ...longer } }),
    ).toMatchObject({ status: 400, body: { problems: problems('to') } })
    expect(
      await ada.browser.send('POST', '/api/on-call/swaps', {
        body: { rotaId: id, personId: grace.id, give: longer },
      }),
    ).toMatchObject({ status: 400, body: { problems: problems('give.to') } })
    const handover = { every: 53, unit: 'weeks', at: '09:00' }
    const layers = [layerOf({ participants: [ada.id], handover })]
    expect(
      await admin.send('POST', '/api/on-call/rotas', {
        body: { name: `long ${counter}`, timeZone: 'UTC', layers },
      }),
    ).toMatchObject({ status: 400, body: { problems: problems('layers[0].handover.every') } })
  })

  test('that ends before it begins is refused', async () => {
    const id = await createRota()
    const body = form(today() + HOUR, today() + HOUR)
    expect(await ada.browser.send('POST', `/api/on-call/rotas/${id}/overrides`, { body })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'to', message: 'The end must be after the start' }] },
    })
  })
})

describe('a request to swap', () => {
  const ask = (rota: string, changes: object = {}) =>
    ada.browser.send('POST', '/api/on-call/swaps', {
      body: {
        rotaId: rota,
        personId: grace.id,
        give: { from: iso(today() + 2 * DAY), to: iso(today() + 3 * DAY) },
        take: { from: iso(today() + 3 * DAY), to: iso(today() + 4 * DAY) },
        ...changes,
      },
    })
  const answer = (id: string, choice: string, by: TestBrowser) =>
    by.send('POST', `/api/on-call/swaps/${id}`, { body: { answer: choice } })

  test('changes both shifts when the other person accepts it, and only once', async () => {
    const rota = await createRota()
    const { id } = (await ask(rota)).body
    expect((await grace.browser.send('GET', '/api/on-call/swaps')).body.swaps[0]).toMatchObject({
      id,
      state: 'asked',
      from: { name: 'ada' },
      to: { name: 'grace' },
    })
    expect((await answer(id, 'accept', ada.browser)).status).toBe(403)
    expect((await answer(id, 'accept', stranger.browser)).status).toBe(404)
    expect(await answer(id, 'accept', grace.browser)).toMatchObject({ body: { state: 'accepted' } })
    expect(await shifts(rota)).toEqual(['0 ada', '24 grace', '48 grace', '72 ada'])
    expect((await answer(id, 'refuse', grace.browser)).status).toBe(409)
  })

  test('changes nothing when it is refused or withdrawn', async () => {
    const rota = await createRota()
    const refused = (await ask(rota)).body.id
    expect(await answer(refused, 'refuse', grace.browser)).toMatchObject({ body: { state: 'refused' } })
    const withdrawn = (await ask(rota)).body.id
    expect((await answer(withdrawn, 'withdraw', grace.browser)).status).toBe(403)
    expect(await answer(withdrawn, 'withdraw', ada.browser)).toMatchObject({ body: { state: 'withdrawn' } })
    expect(await shifts(rota)).toEqual(['0 ada', '24 grace', '48 ada', '72 grace'])
  })

  test('names only shifts that the two have', async () => {
    const rota = await createRota()
    expect(await ask(rota, { give: { from: iso(today() + DAY), to: iso(today() + 2 * DAY) } })).toMatchObject(
      { status: 400, body: { problems: [{ path: 'give.from' }] } },
    )
    expect(
      await ask(rota, { take: { from: iso(today() + 2 * DAY), to: iso(today() + 3 * DAY) } }),
    ).toMatchObject({ status: 400, body: { problems: [{ path: 'take.from' }] } })
    expect(await ask(rota, { personId: ada.id, take: null })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'personId' }] },
    })
  })

  test('expires if the shift was given away in between', async () => {
    const rota = await createRota()
    const { id } = (await ask(rota, { take: null })).body
    await admin.send('POST', `/api/on-call/rotas/${rota}/overrides`, {
      body: { personId: stranger.id, from: iso(today() + 2 * DAY), to: iso(today() + 3 * DAY) },
    })
    expect(await answer(id, 'accept', grace.browser)).toMatchObject({ body: { state: 'expired' } })
    expect(await shifts(rota, today() + 2 * DAY, today() + 3 * DAY)).toEqual(['48 stranger'])
  })
})

describe('a calendar', () => {
  const read = async (url: string) => {
    const answer = await fetch(url)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const summaries = (text: string) =>
    Object.values(ical.sync.parseICS(text)).flatMap((part) => (part?.type === 'VEVENT' ? [part.summary] : []))

  test('of a rota or a person is read at its secret address until it is revoked', async () => {
    const rota = await createRota({ name: 'Calendar, one' })
    const made = await ada.browser.send('POST', '/api/on-call/me/feeds', { body: { rotaId: rota } })
    expect(made.status).toBe(201)
    const { status, type, text } = await read(made.body.url)
    expect({ status, type }).toEqual({ status: 200, type: 'text/calendar; charset=utf-8' })
    expect(new Set(summaries(text))).toEqual(new Set(['ada is on call', 'grace is on call']))
    const own = await ada.browser.send('POST', '/api/on-call/me/feeds', { body: {} })
    expect(summaries((await read(own.body.url)).text)).toContain('On call: Calendar, one')
    expect((await ada.browser.send('GET', '/api/on-call/me/feeds')).body.feeds).toMatchObject([
      { id: own.body.id, rota: null },
      { id: made.body.id, rota: { name: 'Calendar, one' }, lastReadAt: expect.any(String) },
    ])
    const stored = await app.database.pool.query('select * from core.on_call_feeds')
    expect(JSON.stringify(stored.rows)).not.toContain(new URL(made.body.url).searchParams.get('token'))
    expect((await grace.browser.send('DELETE', `/api/on-call/me/feeds/${made.body.id}`)).status).toBe(404)
    expect((await ada.browser.send('DELETE', `/api/on-call/me/feeds/${made.body.id}`)).status).toBe(200)
    expect((await read(made.body.url)).status).toBe(401)
  })
})

describe('an address of a person', () => {
  const add = (body: object, by = ada.browser) => by.send('POST', '/api/on-call/me/methods', { body })
  const own = async (by = ada.browser) => (await by.send('GET', '/api/on-call/me')).body
  const codeOf = (text: string) => /Enter (\d{6})/.exec(text)?.[1] ?? ''

  test('is verified by a code by email, then used, tested and removed', async () => {
    const { id } = (await add({ kind: 'email', label: 'Private', address: ' ada@home.example.com ' })).body
    const path = `/api/on-call/me/methods/${id}`
    expect((await ada.browser.send('POST', `${path}/test`)).status).toBe(404)
    expect((await grace.browser.send('POST', `${path}/code`)).status).toBe(404)
    expect((await ada.browser.send('POST', `${path}/code`)).status).toBe(200)
    expect((await ada.browser.send('POST', `${path}/code`)).status).toBe(409)
    const code = codeOf((await mail.take('ada@home.example.com')).text)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await ada.browser.send('POST', `${path}/verify`, { body: { code: wrong } })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'code', message: 'This is not the code that was sent' }] },
    })
    expect((await ada.browser.send('POST', `${path}/verify`, { body: { code } })).status).toBe(200)
    expect((await own()).methods).toMatchObject([{ id, address: 'ada@home.example.com', verified: true }])
    const plans = { high: [{ methodId: id, afterMinutes: 3 }], medium: [], low: [] }
    expect((await ada.browser.send('PUT', '/api/on-call/me/plans', { body: plans })).status).toBe(200)
    expect((await own()).plans).toEqual(plans)
    expect((await ada.browser.send('POST', `${path}/test`)).body).toEqual({
      results: [{ label: 'Private', error: null }],
    })
    expect((await mail.take('ada@home.example.com')).text).toContain('test how alerts reach you')
    expect((await ada.browser.send('DELETE', path)).status).toBe(200)
    expect(await own()).toMatchObject({ methods: [], plans: { high: [] } })
  })

  test('takes five wrong codes, and no code after 15 minutes', async () => {
    const { id } = (await add({ kind: 'email', label: 'Private', address: 'guess@example.com' })).body
    const path = `/api/on-call/me/methods/${id}`
    const verify = (code: string) => ada.browser.send('POST', `${path}/verify`, { body: { code } })
    await ada.browser.send('POST', `${path}/code`)
    const code = codeOf((await mail.take('guess@example.com')).text)
    const wrong = code === '123456' ? '123457' : '123456'
    for (let guess = 0; guess < 5; guess += 1) expect((await verify(wrong)).status).toBe(400)
    expect(await verify(code)).toMatchObject({ body: { problems: [{ message: /Too many/ }] } })
    clock.advance(2 * MINUTE)
    await ada.browser.send('POST', `${path}/code`)
    const second = codeOf((await mail.take('guess@example.com')).text)
    clock.advance(16 * MINUTE)
    expect(await verify(second)).toMatchObject({ body: { problems: [{ message: /too old/ }] } })
    await ada.browser.send('DELETE', path)
  })

  test('must be of a form that can be reached', async () => {
    for (const [body, path] of [
      [{ kind: 'email', label: 'x', address: 'nowhere' }, 'address'],
      [{ kind: 'sms', label: 'x', address: '030 1234', connectionId: ada.id }, 'address'],
      [{ kind: 'sms', label: 'x', address: '+49 30 1234567', connectionId: ada.id }, 'connectionId'],
    ] as const)
      expect(await add(body)).toMatchObject({ status: 400, body: { problems: [{ path }] } })
  })

  test('is offered only where something sends to it', async () => {
    expect(await own()).toMatchObject({ kinds: ['email'], connections: [] })
  })

  test('of somebody else stays out of the plans', async () => {
    const { id } = (await add({ kind: 'email', label: 'x', address: 'x@example.com' }, grace.browser)).body
    const plans = { high: [{ methodId: id, afterMinutes: 0 }], medium: [], low: [] }
    expect(await ada.browser.send('PUT', '/api/on-call/me/plans', { body: plans })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'high[0].methodId' }] },
    })
    await grace.browser.send('DELETE', `/api/on-call/me/methods/${id}`)
  })
})

describe('the readiness page', () => {
  test('says when nobody is on call, which step reaches nobody, and whose address was never verified', async () => {
    const rota = await createRota({ name: 'Gaps', layers: [layerOf({ end: date(today() + 5 * DAY) })] })
    const empty = await createRota({ name: 'Empty', layers: [] })
    const policy = {
      name: 'Default',
      steps: [
        { afterMinutes: 0, targets: [{ kind: 'rota', id: rota }] },
        { afterMinutes: 5, targets: [{ kind: 'rota', id: empty }] },
      ],
      repeat: { times: 1, afterMinutes: 10 },
      acknowledgementMinutes: null,
      hold: null,
    }
    expect((await ada.browser.send('POST', '/api/on-call/policies', { body: policy })).status).toBe(403)
    expect((await admin.send('POST', '/api/on-call/policies', { body: policy })).status).toBe(201)
    await ada.browser.send('POST', '/api/on-call/me/methods', {
      body: { kind: 'email', label: 'x', address: 'never@example.com' },
    })
    const { body } = await ada.browser.send('GET', '/api/on-call/readiness')
    const texts: string[] = body.problems.map(({ text }: { text: string }) => text)
    expect(texts).toContainEqual(
      expect.stringMatching(/^Nobody is on call in Gaps from .+ until further notice \(Europe\/Berlin\)$/),
    )
    expect(texts).toContain('Step 2 of the escalation policy Default reaches nobody')
    expect(texts).not.toContain('Step 1 of the escalation policy Default reaches nobody')
    expect(texts).toContain('No address of ada is verified')
    expect(texts).toContain('An email address of ada was never verified')
    expect((await ada.browser.send('POST', `/api/on-call/people/${ada.id}/test`)).status).toBe(403)
    expect((await admin.send('POST', `/api/on-call/people/${ada.id}/test`)).body).toEqual({
      results: [{ label: 'ada@example.com', error: null }],
    })
    // Answers to her requests came before.
    let received = await mail.take('ada@example.com')
    while (!received.subject.startsWith('Test')) received = await mail.take('ada@example.com')
    expect(received.text).toContain('sent this message to test')
  })
})
