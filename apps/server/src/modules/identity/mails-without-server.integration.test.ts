// Without a mail server the operator gets the emails on the terminal. Nobody else finds their codes anywhere: this test has
// each email sent that identity sends, and looks for what was in it in every answer, stream and download, as each role.
import { roles } from '@binnacle/contract/access'
import { mails } from '@binnacle/identity'
import { beforeAll, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { ownLog } from '../../platform/log-memory.ts'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, submitFlow } from '../../testing/flows.ts'
import { NOBODY } from '../../testing/hostile-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let told = ''
let logged = ''
const browsers = new Map<string, TestBrowser>()
/** What an email had that opens something, and the words around it. */
let secrets: readonly string[] = []

/** Emails that only tell, and have nothing that opens anything. */
const withoutSecret: ReadonlySet<string> = new Set(['accountExists', 'addressChanged', 'passwordChanged'])
/** The subject of each email. */
const subjects = {
  recovery: mails.recovery('', '', 0, '').subject,
  verification: mails.verification('', '', 0, '').subject,
  registration: mails.registration('', '', 0, '').subject,
  accountExists: mails.accountExists('', '').subject,
  invitation: mails.invitation('', '', 0).subject,
  addressChanged: mails.addressChanged('', '').subject,
  passwordChanged: mails.passwordChanged('', '', { sessions: 0, tokens: 0 }).subject,
} as const satisfies Record<keyof typeof mails, string>

/** Asks by a form of the identity service for an email. */
async function ask(kind: 'recovery' | 'verification', email: string): Promise<void> {
  const browser = app.browser()
  await submitFlow(browser, await beginFlow(browser, kind), { email, method: 'code' })
}

async function register(email: string): Promise<void> {
  const browser = app.browser()
  await submitFlow(browser, await beginFlow(browser, 'registration'), {
    'traits.name.first': 'Grace',
    'traits.name.last': 'Hopper',
    'traits.email': email,
    password: 'nanoseconds of wire',
    method: 'password',
  })
}

/** Changes the own address and the own password. */
async function changeSettings(): Promise<void> {
  const { browser } = await app.person('moves@example.com', ['viewer'])
  const names = { 'traits.name.first': 'Mo', 'traits.name.last': 'Ves' }
  const profile = { ...names, 'traits.email': 'moved@example.com', method: 'profile' }
  await submitFlow(browser, await beginFlow(browser, 'settings'), profile)
  const password = { password: 'another spread spectrum', method: 'password' }
  await submitFlow(browser, await beginFlow(browser, 'settings'), password)
}

/** The address of the person changes when the new one is verified, with the code that the operator sees. */
async function confirmMove(): Promise<void> {
  const { browser } = await app.person('mover@example.com', ['viewer'])
  const profile = {
    'traits.name.first': 'Mo',
    'traits.name.last': 'Ver',
    'traits.email': 'gone@example.com',
    method: 'profile',
  }
  const changed = await submitFlow(browser, await beginFlow(browser, 'settings'), profile)
  await until(() => told.includes('gone@example.com'))
  const code = /gone@example\.com is (\S+)/.exec(told)?.[1]
  const id = JSON.stringify(changed.body).match(/verification[^"]*flow=([0-9a-f-]{36})/)?.[1]
  const flow = await browser.send(
    'GET',
    id === undefined
      ? '/kratos/self-service/verification/browser'
      : `/kratos/self-service/verification/flows?id=${id}`,
  )
  await browser.send('POST', `/kratos/self-service/verification?flow=${flow.body.id}`, {
    body: { csrf_token: flow.body.ui.nodes[0].attributes.value, code, method: 'code' },
  })
}

beforeAll(async () => {
  const log = await createLog('trace', { write: (line) => void (logged += line) })
  app = await startTestApp({
    log,
    environment: { REGISTRATION: 'open' },
    terminal: { write: (text) => (told += text) },
  })
  for (const role of roles) browsers.set(role, (await app.person(`one.${role}@example.com`, [role])).browser)
  const admin = await app.signedIn()
  // Everybody may read the log of the product: it must have nothing even then.
  const own = (await admin.send('GET', '/api/db/logging_backends?name=eq.binnacle')).body[0].id
  await admin.send('PUT', `/api/logs/backends/${own}/readers`, { body: { roles: [...roles] } })
  browsers.set('stranger', app.browser())
  await ask('recovery', administrator.email)
  await ask('verification', 'one.viewer@example.com')
  await register('grace@example.com')
  await register(administrator.email)
  const invited = { firstName: 'Hedy', lastName: 'Lamarr', email: 'hedy@example.com', role: 'responder' }
  await admin.send('POST', '/api/auth/invite_user', { body: invited })
  await changeSettings()
  await confirmMove()
  const added = await admin.send('POST', '/api/on-call/me/methods', {
    body: { kind: 'email', label: 'Mail', address: 'pager@example.com' },
  })
  await admin.send('POST', `/api/on-call/me/methods/${added.body.id}/code`)
  await until(() =>
    [...Object.values(subjects), 'is your code for Binnacle'].every((subject) => told.includes(subject)),
  )
  secrets = [
    ...[...told.matchAll(/\bis (\S+) It is valid/g)].map(([, code = '']) => code),
    ...[...told.matchAll(/invitation=([\w-]+)/g)].map(([, token = '']) => token),
    ...[...told.matchAll(/Enter (\d{6}) to have/g)].map(([, code = '']) => code),
  ]
})

/** Finds secrets in a text. A number of six digits within another number or an id is none. */
const found = (text: string) =>
  secrets.filter((secret) => new RegExp(`(?<![\\w.:+-])${secret}(?![\\w+-])`).test(text))

test('each email is shown to the operator, marked, and the log has nothing of it', () => {
  for (const [kind, subject] of Object.entries(subjects))
    expect([kind, told.includes(`subject: ${subject}`)]).toEqual([kind, true])
  const kinds = Object.keys(subjects).filter((kind) => !withoutSecret.has(kind))
  expect(new Set(secrets).size).toBeGreaterThanOrEqual(kinds.length + 1)
  for (const line of told.trimEnd().split('\n'))
    expect(line).toMatch(/^for the operator only \([0-9a-f]{16}\): /)
  for (const kept of [logged, JSON.stringify(ownLog.after(-1))]) {
    expect(found(kept)).toEqual([])
    for (const subject of Object.values(subjects)) expect(kept).not.toContain(subject)
  }
})

test('no table has a code of an email in the clear', async () => {
  const { pool } = app.database
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname in ('core', 'graphile_worker', 'derived', 'public')`,
  )
  const hits: string[] = []
  for (const { name } of rows) {
    const kept = await pool.query<{ text: string }>(
      `select row_to_json(kept)::text as text from ${name} as kept`,
    )
    for (const { text } of kept.rows) if (found(text).length > 0) hits.push(name)
  }
  expect(rows.length).toBeGreaterThan(50)
  expect(hits).toEqual([])
})

/** Reads a bit of an answer that may never end. */
async function textOf(browser: TestBrowser, method: string, path: string, body?: object): Promise<string> {
  const signal = AbortSignal.timeout(5_000)
  const over = new AbortController()
  const response = await fetch(app.url + path, {
    method,
    signal: AbortSignal.any([signal, over.signal]),
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isStream =
    /event-stream|x-ndjson/.test(response.headers.get('content-type') ?? '') && method === 'GET'
  if (!isStream) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    // The beginning of a stream is enough: nothing new is sent here.
    break
  }
  over.abort()
  return text
}

test.each([...roles, 'stranger'])('no answer, stream or download has a code of an email: %s', async (who) => {
  const browser = browsers.get(who) ?? app.browser()
  const { gates } = app.app
  const backend = (await (await app.signedIn()).send('GET', '/api/db/logging_backends?name=eq.binnacle'))
    .body[0].id
  const { rows: people } = await app.database.pool.query<{ id: string }>('select id from core.people limit 1')
  const { rows: jobs } = await app.database.pool.query<{ id: string }>(
    'select id::text from graphile_worker._private_jobs limit 20',
  )
  const ids = [NOBODY, backend, people[0]?.id ?? NOBODY, ...jobs.map(({ id }) => id)]
  const requests: { method: string; path: string; body?: object }[] = []
  for (const { method, path } of gates.routes) {
    if (method !== 'GET' || path === '/logs/tail') continue
    const paths = path.includes('{') ? ids.map((id) => path.replaceAll(/\{\w+\}/g, id)) : [path]
    requests.push(...paths.map((one) => ({ method, path: `/api${one}` })))
  }
  for (const [name, rule] of Object.entries(gates.relations))
    requests.push({ method: 'GET', path: `/api/db/${rule.callable === true ? 'rpc/' : ''}${name}` })
  for (const topic of Object.keys(gates.topics))
    requests.push({ method: 'GET', path: `/api/live?topics=${topic}&age=600000` })
  for (const path of ['', '/download', '/histogram', '/context'])
    requests.push({
      method: 'POST',
      path: `/api/logs${path}`,
      body: {
        backend,
        start: '1h',
        ...(path === '/download' ? { format: 'json' } : {}),
        ...(path === '/context'
          ? { line: { id: 'x', timestamp: new Date().toISOString(), message: '', labels: {} } }
          : {}),
      },
    })
  requests.push({ method: 'GET', path: `/api/logs/tail?backend=${backend}` })
  requests.push({ method: 'GET', path: '/metrics' }, { method: 'GET', path: '/readyz' })
  requests.push({ method: 'GET', path: '/kratos/sessions/whoami' })
  const hits: string[] = []
  for (const { method, path, body } of requests) {
    const text = await textOf(browser, method, path, body).catch(() => '')
    if (found(text).length > 0) hits.push(`${method} ${path}`)
  }
  expect(requests.length).toBeGreaterThan(100)
  expect(hits).toEqual([])
})
