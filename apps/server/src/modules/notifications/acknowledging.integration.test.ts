import { expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { type Answer, TEST_SECRET_KEY } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { useShop } from './testing.ts'
import { createAcknowledgeTokens } from './verbs/acknowledge-token.ts'

const shop = useShop()
const { makeCheck, run, makeRule, untilStatuses, alertOf } = shop

test('who has the link of an alert acknowledges it with a press, not by opening it', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 3_600 * 1e9 })
  const other = await makeRule({ filter: 'check.name == "another"' })
  const broken = await makeRule({ filter: 'check.name.nothing()' })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  const tokens = createAcknowledgeTokens(createSecrets(TEST_SECRET_KEY))
  const link = (expires: Date) =>
    alertOf(rule).then((alertId) => tokens.create({ alertId, name: 'Ada', expires }))
  const stranger = shop.app.browser()
  const press = (token: string) => stranger.send('POST', `/api/notification/acknowledge/${token}`)
  const forged = await press('e30.AAAAAAAAAAAAAAAAAAAAAA')
  expect(forged.status).toBe(401)
  const late = await press(await link(new Date(Date.now() - 1_000)))
  expect(late).toMatchObject({ status: 410, body: { error: expect.stringContaining('has expired') } })
  const token = await link(new Date(Date.now() + 60_000))
  const seen = await stranger.send('POST', `/api/notification/acknowledge/${token}/show`)
  expect(seen.body).toMatchObject({
    name: 'Ada',
    state: 'open',
    acknowledgedBy: null,
    count: 1,
    resources: [{ kind: 'check', id: check, reason: expect.stringContaining('503') }],
  })
  const opened = await stranger.send('GET', `/api/notification/acknowledge/${token}`)
  expect(opened.status).not.toBe(200)
  expect((await press(token)).body).toMatchObject({ state: 'acknowledged', acknowledgedBy: 'Ada' })
  const why = await shop.browser.send('GET', `/api/notification/why?kind=check&id=${check}`)
  expect(why.body.alerts).toMatchObject([{ acknowledged: { by: 'Ada', until: null } }])
  const verdictOf = (id: string) => why.body.rules.find((each: Answer['body']) => each.rule.id === id)
  expect(verdictOf(rule)).toMatchObject({ concerns: true, tells: false })
  expect(verdictOf(other)).toMatchObject({ concerns: false, tells: false })
  expect(verdictOf(broken)).toMatchObject({ concerns: true, tells: false })
})

test('the key that is pressed in a phone call acknowledges, and the answer is spoken', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 3_600 * 1e9 })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  const tokens = createAcknowledgeTokens(createSecrets(TEST_SECRET_KEY))
  const alertId = await alertOf(rule)
  const token = tokens.create({ alertId, name: 'Ada', expires: new Date(Date.now() + 60_000) })
  // As Twilio sends it: https://www.twilio.com/docs/voice/twiml/gather#action
  const call = (of: string, digits: string) =>
    fetch(`${shop.app.url}/api/notification/acknowledge/${of}/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
      body: new URLSearchParams({ CallSid: 'CA1', Digits: digits }),
    })
  const press = async (digits: string) => {
    const answer = await call(token, digits)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    return answer.text()
  }
  const isAcknowledged = async () =>
    (await shop.browser.send('GET', `/api/notification/alerts?kind=check&id=${check}`)).body[0]
      .acknowledged !== null
  expect(await press('5')).toMatch(/^<Response><Gather .*Press 1 to acknowledge/)
  expect((await call('e30.AAAAAAAAAAAAAAAAAAAAAA', '1')).status).toBe(401)
  expect(await isAcknowledged()).toBe(false)
  expect(await press('1')).toBe('<Response><Say>It is acknowledged. Goodbye.</Say></Response>')
  expect(await isAcknowledged()).toBe(true)
  await run(check, 200)
  await until(async () => (await press('1')).includes('over already'))
})

test('a name that is given cannot break what others read, and a link of a closed account opens nothing', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 3_600 * 1e9 })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  const tokens = createAcknowledgeTokens(createSecrets(TEST_SECRET_KEY))
  const alertId = await alertOf(rule)
  const expires = new Date(Date.now() + 60_000)
  const stranger = shop.app.browser()
  const path = (token: string) => `/api/notification/acknowledge/${token}`
  const { id: personId } = await shop.app.person(`gone-${shop.next()}@example.com`, ['responder'])
  const own = tokens.create({ alertId, name: 'Gone', personId, expires })
  expect((await stranger.send('POST', `${path(own)}/show`)).status).toBe(200)
  await shop.app.database.pool.query('update core.people set active = false where id = $1', [personId])
  for (const [address, body] of [
    [`${path(own)}/show`, undefined],
    [path(own), { name: 'Ada' }],
  ] as const)
    expect((await stranger.send('POST', address, { body })).body).toMatchObject({
      code: 'EGONE',
      error: 'The account of this link is not in use any more',
    })
  const shared = tokens.create({ alertId, name: 'Team', expires })
  const pressed = await stranger.send('POST', path(shared), { body: { name: '\u202eAda\u0000\nLovelace' } })
  expect(pressed.body).toMatchObject({ state: 'acknowledged', acknowledgedBy: 'AdaLovelace' })
})
