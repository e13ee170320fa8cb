// Redaction must not tell guesses from secrets: what a script prints that never saw a secret comes out as it was printed.
import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

const PIN = '271828'
const OTHERS = ['271827', '271829', '314159']
const GUESSES = [OTHERS[0], PIN, OTHERS[1], OTHERS[2]].join(' ')
/** Tests of a draft that a person of this installation may make in an hour. */
const MOST_TESTS = 30

let app: TestApp
let admin: TestBrowser
let editor: TestBrowser
let target: TestServer
beforeAll(async () => {
  target = await startHttpServer()
  app = await startTestApp({ environment: { DRAFT_TESTS: String(MOST_TESTS) } })
  admin = await app.signedIn()
  ;({ browser: editor } = await app.person('editor@example.com', ['editor']))
  const made = await admin.send('POST', '/api/connections', {
    body: { name: 'door', type: 'http', url: at('/ok'), username: 'jane', password: PIN },
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
})
afterAll(() => target.stop())

const at = (path: string) => `http://127.0.0.1:${target.port}${path}`
const attempt = (who: TestBrowser, check: object, more: object = {}) =>
  who.send('POST', '/api/health/canaries/try', {
    body: { name: 'guess', spec: { http: [{ name: 'guess', ...check }] }, ...more },
  })

/** Ways in which a script prints guesses. */
const printing: Readonly<Record<string, object>> = {
  'a display in a template': { display: { template: GUESSES } },
  'a display in JavaScript': { display: { javascript: JSON.stringify(GUESSES) } },
  'a display with an error': { display: { javascript: `throw new Error(${JSON.stringify(GUESSES)})` } },
  'an excerpt of a display that fails': { display: { expr: `"${GUESSES}" + json.nothing.at.all` } },
  'a test that is false': { test: { expr: `"${GUESSES}" == ""` } },
  'a test that is neither': { test: { expr: `"${GUESSES}"` } },
  'a message of a transform': {
    transform: { javascript: `JSON.stringify({ message: ${JSON.stringify(GUESSES)} })` },
  },
  'details of a transform': {
    transform: { javascript: `JSON.stringify({ detail: { guesses: ${JSON.stringify(GUESSES)} } })` },
  },
  'names of transformed checks': {
    transform: {
      javascript: `JSON.stringify(${JSON.stringify(GUESSES.split(' '))}.map(function (name) { return { name: name, pass: true } }))`,
    },
  },
  'variables that hold them': {
    env: GUESSES.split(' ').map((value, index) => ({ name: `GUESS_${index}`, value })),
    display: { template: '{{ .env.GUESS_0 }} {{ .env.GUESS_1 }} {{ .env.GUESS_2 }} {{ .env.GUESS_3 }}' },
  },
}

/** Which guesses an answer has in clear. */
const shown = (body: unknown) => GUESSES.split(' ').filter((guess) => JSON.stringify(body).includes(guess))

test.each(Object.entries(printing))(
  'a check with a connection tells nothing of its password by %s',
  async (_how, scripts) => {
    const { status, body } = await attempt(editor, { connection: 'connection://door', ...scripts })
    expect(status).toBe(200)
    // Either all of them are there, or none, where what is printed is not shown.
    const clear = shown(body)
    expect([0, GUESSES.split(' ').length]).toContain(clear.length)
    expect(JSON.stringify(body)).not.toContain('***')
  },
)

test('a script that is tried on a stored result tells nothing of the password of the check', async () => {
  const made = await admin.send('POST', '/api/health/canaries', {
    body: {
      name: 'own',
      spec: { http: [{ name: 'guess', url: at('/ok'), username: 'jane', password: { value: PIN } }] },
    },
  })
  expect(made.status).toBe(201)
  const { body: checks } = await editor.send('GET', `/api/db/checks?select=id&canary_id=eq.${made.body.id}`)
  const [{ id }] = checks
  expect((await admin.send('POST', `/api/canary/run/check/${id}`)).status).toBe(200)
  const { body } = await editor.send('POST', `/api/health/checks/${id}/evaluate`, {
    body: { kind: 'template', script: GUESSES },
  })
  expect(body).toMatchObject({ ok: true, output: GUESSES })
})

test('a script that saw a secret prints none', async () => {
  const { body } = await attempt(editor, {
    url: at('/ok'),
    env: [{ name: 'PIN', value: PIN, secret: true }],
    display: { template: 'it is {{ .env.PIN }}' },
  })
  expect(body.results).toMatchObject([{ message: 'it is ***' }])
})

test('tests of drafts are counted for each person, limited, and in the audit log', async () => {
  const { browser } = await app.person('busy@example.com', ['editor'])
  const statuses: number[] = []
  for (let made = 0; made <= MOST_TESTS; made += 1)
    statuses.push((await attempt(browser, { url: at('/ok') })).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_TESTS)
  const refused = await attempt(browser, { url: at('/ok') })
  expect(refused).toMatchObject({
    status: 429,
    body: { error: `You have tested ${MOST_TESTS} drafts within an hour; try again later` },
  })
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from core.audit_log where action = 'try' and actor = 'busy@example.com'`,
  )
  expect(rows).toEqual([{ count: MOST_TESTS }])
  expect((await attempt(admin, { url: at('/ok') })).status).toBe(200)
})

test('previews of rules and silences and trials of scripts are counted together, apart from tests', async () => {
  const { browser: who } = await app.person('previews@example.com', ['editor'])
  const made = await admin.send('POST', '/api/health/canaries', {
    body: { name: 'counted', spec: { http: [{ name: 'counted', url: at('/ok') }] } },
  })
  expect(made.status).toBe(201)
  const [check] = (await admin.send('GET', '/api/db/checks?select=id&name=eq.counted')).body
  const rule = { name: 'a', events: ['check.failed'], custom_services: [{ name: 'a', url: at('/ok') }] }
  const calls = [
    () => who.send('POST', '/api/notification/rule/preview', { body: { rule } }),
    () =>
      who.send('POST', '/api/notification/silence/preview', {
        body: { filter: 'true', from: 'now', until: 'now+1h' },
      }),
    () =>
      who.send('POST', `/api/health/checks/${check.id}/evaluate`, {
        body: { kind: 'expr', script: 'true' },
      }),
  ]
  for (const call of calls) expect((await call()).status).not.toBe(400)
  const refused: string[] = []
  for (let count = calls.length; count < MOST_TESTS * 4 + calls.length; count += 1) {
    const answer = await calls[count % calls.length]?.()
    if (answer?.status === 429) refused.push(answer.body.error)
  }
  expect(refused).toEqual(
    calls.map(() => `You have made ${MOST_TESTS * 4} previews within an hour; try again later`),
  )
  expect((await attempt(who, { url: at('/ok') })).status).toBe(200)
})
