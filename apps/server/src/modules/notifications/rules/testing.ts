import { beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'

/** A minute in nanoseconds. */
export const MINUTE = 60_000_000_000
/** An id that nothing has. */
export const nobody = '01900000-0000-7000-8000-000000000000'

/** Returns the message of each problem of an answer, by the path of its field. */
export const problemsOf = ({ body }: { body: { details?: { path: string; message: string }[] } }) =>
  Object.fromEntries((body.details ?? []).map(({ path, message }) => [path, message]))

/**
 * Starts the product for the tests of a file, with a person, a team and a connection, and creates a rule for each test.
 * @returns these, and functions that create, change and read rules; those take the rule of the test by default
 */
export function useRules() {
  let app: TestApp
  let admin: TestBrowser
  let adminId: string
  let person: string
  let team: string
  let connection: string
  let counter = 0
  let rule: string

  const representation = { prefer: 'return=representation' }

  const post = (body: object, browser = admin) =>
    browser.send('POST', '/api/db/notifications', { body, headers: representation })
  const patch = (body: object, id = rule) =>
    admin.send('PATCH', `/api/db/notifications?id=eq.${id}`, { body, headers: representation })
  const read = async (id = rule) => (await admin.send('GET', `/api/db/notifications?id=eq.${id}`)).body[0]

  const logOf = async (id = rule) =>
    (await admin.send('GET', `/api/db/audit_log?resource_id=eq.${id}&order=created_at.asc,id.asc`)).body

  beforeAll(async () => {
    app = await startTestApp()
    admin = await app.signedIn()
    adminId = (await admin.send('GET', '/api/whoami')).body.payload.user.id
    person = (await app.person('ada@example.com')).id
    const made = await admin.send('POST', '/api/db/teams', {
      body: { name: 'Platform', icon: 'server' },
      headers: representation,
    })
    team = made.body[0].id
    const hook = await admin.send('POST', '/api/db/connections', {
      body: { name: 'hook', type: 'generic_webhook', url: 'https://hooks.example.com/x' },
      headers: representation,
    })
    connection = hook.body[0].id
  })

  beforeEach(async () => {
    counter += 1
    const made = await post({ name: `rule ${counter}`, events: ['check.failed'], person_id: person })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    rule = made.body[0].id
  })

  return {
    get app() {
      return app
    },
    get admin() {
      return admin
    },
    get adminId() {
      return adminId
    },
    get person() {
      return person
    },
    get team() {
      return team
    },
    get connection() {
      return connection
    },
    /** The number in the name of the rule of the test. */
    get counter() {
      return counter
    },
    get rule() {
      return rule
    },
    post,
    patch,
    read,
    logOf,
  }
}
