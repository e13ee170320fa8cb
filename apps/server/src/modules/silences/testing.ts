import { beforeAll, expect } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { subjects, type Subject, type SubjectState } from '../../platform/subjects.ts'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { silencing } from './index.ts'

/** An hour in milliseconds. */
export const HOUR = 3_600_000

/** Returns the time so many hours from now, as ISO 8601. */
export const ahead = (hours: number) => new Date(new Date().getTime() + hours * HOUR).toISOString()

/** Returns the status of an answer, and the path and message of each of its problems. */
export const problemsOf = ({ status, body }: Answer) => [
  status,
  (body.problems ?? body.details ?? []).map(({ path, message }: { path: string; message: string }) => [
    path,
    message,
  ]),
]

/**
 * Starts the product for the tests of a file, with a signed-in administrator.
 * @returns functions that create canaries with checks, and that create, list, change and match silences
 */
export function useSilences() {
  let app: TestApp
  let admin: TestBrowser
  let platform: Platform
  let made = 0
  beforeAll(async () => {
    app = await startTestApp()
    platform = app.platform
    admin = await app.signedIn()
  })

  /** A canary with checks that never ran. */
  async function canaryWith(names: readonly string[], labels: Readonly<Record<string, string>> = {}) {
    made += 1
    const canaryId = newId()
    await app.database.pool.query(
      `insert into core.canaries (id, name, namespace, labels, spec, revision, source)
       values ($1, $2, 'shop', '{}', '{}', core.new_id(), 'UI')`,
      [canaryId, `canary ${made}`],
    )
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into core.checks (canary_id, type, name, namespace, labels, spec)
       select $1, 'http', name, 'shop', $3, '{}' from unnest($2::text[]) as name returning id`,
      [canaryId, names, labels],
    )
    const checkIds = rows.map(({ id }) => id)
    await app.database.pool.query(
      `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state)
       select unnest($1::uuid[]), core.new_id(), 'http', 1000, 'unhealthy'`,
      [checkIds],
    )
    return { canaryId, checkIds, checkId: checkIds[0] ?? '' }
  }

  function checks(): Subject {
    const subject = subjects.of(platform).get('check')
    if (subject === undefined) throw new Error('checks are no subject')
    return subject
  }

  async function stateOf(id: string): Promise<SubjectState> {
    const state = (await checks().load([id])).get(id)
    if (state === undefined) throw new Error('no such check')
    return state
  }

  const matchOf = async (id: string, at = new Date()) => silencing.of(platform).match(await stateOf(id), at)

  const silence = (body: unknown, browser = admin) =>
    browser.send('POST', '/api/notification/silence', { body })

  const listed = async (query = ''): Promise<Answer['body']> =>
    (await admin.send('GET', `/api/db/notification_silences?select=*&order=created_at.desc${query}`)).body

  /** Creates a silence. @returns it as it is listed */
  async function created(body: Readonly<Record<string, unknown>>): Promise<Answer['body']> {
    made += 1
    const name = `silence ${made}`
    const answer = await silence({ from: 'now', until: 'now+1h', name, ...body })
    expect(answer.body).toEqual({})
    expect(answer.status).toBe(200)
    const [row] = await listed(`&name=eq.${encodeURIComponent(name)}`)
    return row
  }

  const change = (id: string, body: unknown, browser = admin) =>
    browser.send('PATCH', `/api/db/notification_silences?id=eq.${id}`, { body })

  return {
    get app() {
      return app
    },
    get admin() {
      return admin
    },
    get platform() {
      return platform
    },
    canaryWith,
    stateOf,
    matchOf,
    silence,
    listed,
    created,
    change,
  }
}
