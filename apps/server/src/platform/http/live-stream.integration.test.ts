import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { followStream } from '../../testing/stream.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: TestBrowser
let startedAt: number
beforeAll(async () => {
  app = await startTestApp()
  startedAt = performance.now()
  admin = await app.signedIn()
})

const follow = (browser: TestBrowser, topics: string) => followStream(app.url, browser, topics)

const update = (id: string, email: string, changed: object) =>
  admin.send('POST', '/api/people/update', { body: { id, email, firstName: 'A', lastName: 'B', ...changed } })

test('who loses the right to a topic loses the stream, and hears why', async () => {
  const email = 'second@example.com'
  const second = await app.person(email, ['admin'])
  const stream = await follow(second.browser, 'audit_log,people')
  const other = await follow(second.browser, 'people')
  await update(second.id, email, { role: 'editor' })
  await until(() => stream.ended)
  expect(stream.events.at(-1)).toBe(
    'refused {"code":"EFORBIDDEN","error":"You do not have permission to read \\"audit_log\\""}',
  )
  // What they may still hear of goes on, and tells them that their own roles changed.
  await until(() => other.events.includes(`change {"topic":"people","ids":["${second.id}"]}`))
  expect(other.ended).toBe(false)
  other.close()
})

test('who may not sign in any more loses the stream at once; the others keep theirs', async () => {
  const email = 'third@example.com'
  const third = await app.person(email, ['viewer'])
  const [stream, own] = [await follow(third.browser, 'people'), await follow(admin, 'people,audit_log')]
  await update(third.id, email, { active: false })
  await until(() => stream.ended)
  expect(stream.events.at(-1)).toBe('refused {"code":"EUNAUTHORIZED","error":"You are not signed in"}')
  await until(() => own.events.some((line) => line.includes('audit_log')))
  expect(own.ended).toBe(false)
  own.close()
})

test('a topic of a feature that is disabled ends with it, and others are told of the flag', async () => {
  const [checks, flags] = [await follow(admin, 'checks'), await follow(admin, 'properties')]
  await admin.send('POST', '/api/db/properties', { body: { name: 'health.disable', value: 'true' } })
  await until(() => checks.ended)
  expect(checks.events.at(-1)).toBe(
    'refused {"code":"ENOTFOUND","error":"The feature \\"health\\" is disabled"}',
  )
  await until(() => flags.events.includes('change {"topic":"properties","ids":["health.disable"]}'))
  expect(flags.ended).toBe(false)
  flags.close()
})

test('a reader who changes topics gets the changes since the data of the new ones was loaded', async () => {
  const setProperty = (name: string) =>
    admin.send('POST', '/api/db/properties', { body: { name, value: 'x' } })
  const first = await follow(admin, 'properties')
  await setProperty('note.one')
  await setProperty('note.two')
  await until(() => first.events.some((line) => line.includes('note.two')))
  first.close()

  // What happened before the server started is unknown to it.
  const age = Math.min(20_000, performance.now() - startedAt)
  const [whole, one, plain] = await Promise.all([
    follow(admin, `properties&age=${age}`),
    follow(admin, `properties:note.one&age=${age}`),
    follow(admin, 'properties'),
  ])
  await until(() => whole.events.some((line) => line.includes('note.one') && line.includes('note.two')))
  await until(() => one.events.includes('change {"topic":"properties","ids":["note.one"]}'))
  expect(plain.events).toEqual(['ready {}'])
  for (const stream of [whole, one, plain]) stream.close()
})

test('a reader who asks for changes that are forgotten is told to load everything', async () => {
  const stream = await follow(admin, 'properties&age=31000')
  await until(() => stream.events.includes('resync {}'))
  expect(stream.events[0]).toBe('ready {}')
  stream.close()
})
