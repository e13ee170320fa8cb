import { EVERYTHING } from '@binnacle/contract/notifications'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import type { Subject, SubjectState } from '../../platform/subjects.ts'
import { subjects } from '../../platform/subjects.ts'
import { newId } from '../../platform/ids.ts'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { alerting, type PlainMessage } from '../on-call/index.ts'
import { announceEndings } from './ending.ts'
import { silencing } from './index.ts'
import { keepWindows } from './stored-windows.ts'

const HOUR = 3_600_000

let app: TestApp
let admin: TestBrowser
let editor: TestBrowser
let platform: Platform
beforeAll(async () => {
  app = await startTestApp()
  platform = app.platform
  admin = await app.signedIn()
  editor = (await app.person('editor@example.com', ['editor'])).browser
})

const ahead = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
let made = 0

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

const problemsOf = ({ status, body }: Answer) => [
  status,
  (body.problems ?? body.details ?? []).map(({ path, message }: { path: string; message: string }) => [
    path,
    message,
  ]),
]

describe('a silence', () => {
  test('is created with date math or ISO 8601, by both paths, and has all its fields [SIL-004][SIL-009]', async () => {
    const { checkId } = await canaryWith(['checkout'])
    const [from, end] = [ahead(-1), ahead(2)]
    const row = await created({
      check_id: checkId,
      from,
      until: end,
      description: 'Moves to the new rack',
      recursive: true,
      namespace: 'shop',
      filter: 'check.type == "http"',
    })
    expect(row).toMatchObject({
      id: expect.any(String),
      kind: 'silence',
      source: 'UI',
      check_id: checkId,
      canary_id: null,
      component_id: null,
      config_id: null,
      description: 'Moves to the new rack',
      created_by: expect.any(String),
      namespace: 'shop',
      recursive: true,
      filter: 'check.type == "http"',
      error: null,
      deleted_at: null,
      state: 'active',
      suppressed: 0,
    })
    expect(Date.parse(row.from)).toBe(Date.parse(from))
    expect(Date.parse(row.until)).toBe(Date.parse(end))

    const other = await admin.send('POST', '/silence', {
      body: { check_id: checkId, from: 'now', until: 'now+1d/d', name: 'tomorrow', description: null },
    })
    expect([other.status, other.body]).toEqual([200, {}])
    const [tomorrow] = await listed('&name=eq.tomorrow')
    expect(tomorrow.until).toMatch(/T00:00:00/)
    expect(tomorrow.namespace).toBe('default')
  })

  test('is listed with its resource and its maker, as clients ask for it [SIL-010]', async () => {
    const { checkId } = await canaryWith(['cart'])
    const { id } = await created({ check_id: checkId })
    const answer = await admin.send(
      'GET',
      '/api/db/notification_silences?select=*,checks:check_id(id,name,type,status),catalog:config_id(id,name,type,config_class),component:component_id(id,name,icon),createdBy:created_by(id,name,avatar)&order=created_at.desc&limit=50&offset=0&deleted_at=is.null' +
        `&id=eq.${id}`,
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject([
      {
        id,
        checks: { id: checkId, name: 'cart', type: 'http', status: 'unhealthy' },
        catalog: null,
        component: null,
        createdBy: { name: expect.any(String) },
      },
    ])
  })

  test('is changed with whole rows; choosing one resource clears the others [SIL-006][SIL-011]', async () => {
    const { checkId, canaryId } = await canaryWith(['search'])
    const row = await created({ check_id: checkId, description: 'first' })
    const end = ahead(5)
    const answer = await change(row.id, {
      id: row.id,
      updated_at: 'now()',
      source: 'UI',
      canary_id: canaryId,
      from: row.from,
      until: end,
      description: 'second',
      recursive: false,
      namespace: 'default',
    })
    expect(answer.status).toBeLessThan(300)
    const [after] = await listed(`&id=eq.${row.id}`)
    expect(after).toMatchObject({
      canary_id: canaryId,
      check_id: null,
      description: 'second',
      covers: 'resource',
    })
    expect(Date.parse(after.until)).toBe(Date.parse(end))
    // The row as it was read changes nothing.
    expect((await change(row.id, after)).status).toBeLessThan(300)
    expect((await listed(`&id=eq.${row.id}`))[0]).toMatchObject({ canary_id: canaryId, covers: 'resource' })
  })

  test('is deleted softly, and covers nothing from then on [SIL-012]', async () => {
    const { checkId } = await canaryWith(['mail'])
    const { id } = await created({ check_id: checkId })
    await until(() => matchOf(checkId))
    const answer = await change(id, { deleted_at: 'now()' })
    expect(answer.status).toBeLessThan(300)
    await until(async () => (await matchOf(checkId)) === undefined)
    expect(await listed(`&id=eq.${id}&deleted_at=is.null`)).toEqual([])
    const { rows } = await app.database.pool.query(
      'select deleted_at from core.notification_silences where id = $1',
      [id],
    )
    expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
  })

  test('is added with write on notifications or database, and deleted with write on identities [RBAC-034][RBAC-035][RBAC-036]', async () => {
    const { checkId } = await canaryWith(['roles'])
    const viewer = (await app.person('viewer@example.com', ['viewer'])).browser
    const responder = (await app.person('responder@example.com', ['responder'])).browser
    const body = { check_id: checkId, from: 'now', until: 'now+1h', name: 'of an editor' }
    expect((await silence(body, viewer)).status).toBe(403)
    expect((await silence(body, responder)).status).toBe(403)
    expect((await silence(body, editor)).status).toBe(200)
    const [{ id }] = await listed('&name=eq.of%20an%20editor')
    const refused = await change(id, { deleted_at: 'now()' }, editor)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You do not have permission to delete silences. End it instead',
    ])
    // What an editor may do instead.
    expect((await change(id, { until: 'now()' }, editor)).status).toBeLessThan(300)
    expect((await change(id, { deleted_at: 'now()' })).status).toBeLessThan(300)
  })

  test('is in the audit log with what changed', async () => {
    const { checkId } = await canaryWith(['audited'])
    const { id } = await created({ check_id: checkId })
    await change(id, { description: 'because' })
    await change(id, { deleted_at: 'now()' })
    const { rows } = await app.database.pool.query(
      'select action from core.audit_log where resource_id = $1 order by id',
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
  })
})

describe('a silence is refused', () => {
  test('without a resource, and without times [SIL-007]', async () => {
    expect(problemsOf(await silence({ from: 'now', until: 'now+1h' }))).toEqual([
      400,
      [['resource', 'This field is required']],
    ])
    const { checkId } = await canaryWith(['without times'])
    expect(problemsOf(await silence({ check_id: checkId, until: 'now+1h' }))).toEqual([
      400,
      [['from', 'This field is required']],
    ])
    expect(problemsOf(await silence({ check_id: checkId, from: 'now', until: null }))).toEqual([
      400,
      [['until', 'This field is required']],
    ])
  })

  test('that ends before it starts, or ended already, or has times that mean nothing [SIL-008]', async () => {
    const { checkId: check_id } = await canaryWith(['times'])
    const paths = async (from: string, end: string) =>
      problemsOf(await silence({ check_id, from, until: end }))[1].map(([path]: string[]) => path)
    expect(await paths('now+2h', 'now+1h')).toEqual(['until'])
    expect(await paths('now-2h', 'now-1h')).toEqual(['until'])
    expect(await paths('soon', 'now+1h')).toEqual(['from'])
    expect(await paths('2026-02-30T00:00:00Z', 'now+1h')).toEqual(['from'])
    expect(await paths('now', 'now+1h+')).toEqual(['until'])
  })

  test('for everything, unless that is confirmed', async () => {
    const times = { from: 'now+10d', until: 'now+11d' }
    const [status, problems] = problemsOf(await silence({ ...times, selector: { names: ['*'] } }))
    expect([status, problems[0][0]]).toEqual([400, 'everything'])
    expect(problemsOf(await silence({ ...times, everything: 'yes' }))[1][0][0]).toBe('everything')
    expect((await silence({ ...times, everything: EVERYTHING, name: 'all' })).status).toBe(200)
    expect(await listed('&name=eq.all')).toMatchObject([{ covers: 'everything', state: 'scheduled' }])
  })

  test('for two resources, for one that is gone, and with a filter that is no expression', async () => {
    const { checkId, canaryId } = await canaryWith(['two'])
    const times = { from: 'now', until: 'now+1h' }
    expect(problemsOf(await silence({ ...times, check_id: checkId, canary_id: canaryId }))[0]).toBe(400)
    expect(problemsOf(await silence({ ...times, check_id: newId() }))).toEqual([
      400,
      [['check_id', 'There is no health check with this id']],
    ])
    const [status, [[path, message]]] = problemsOf(await silence({ ...times, filter: 'chek.name == "a"' }))
    expect([status, path]).toEqual([400, 'filter'])
    expect(message).toContain('check')
    expect(problemsOf(await silence({ ...times, selector: { labels: 'a in (' } }))[0]).toBe(400)
  })

  test('that recurs, unless it is maintenance with a schedule, a zone and a length', async () => {
    const { checkId: check_id } = await canaryWith(['recurring'])
    const paths = async (body: object) =>
      problemsOf(await silence({ check_id, ...body }))[1].map(([path]: string[]) => path)
    const schedule = '0 2 * * 0'
    expect(await paths({ schedule, duration: '2h' })).toEqual(['schedule'])
    expect(await paths({ kind: 'maintenance', schedule })).toEqual(['duration'])
    expect(await paths({ kind: 'maintenance', schedule: 'daily', duration: '2h' })).toEqual(['schedule'])
    expect(await paths({ kind: 'maintenance', schedule, duration: '2x' })).toEqual(['duration'])
    expect(await paths({ kind: 'maintenance', schedule, duration: '2h', time_zone: 'Mars' })).toEqual([
      'time_zone',
    ])
    const row = await created({
      check_id,
      kind: 'maintenance',
      schedule,
      duration: '2h',
      time_zone: 'Europe/Berlin',
      from: undefined,
      until: undefined,
    })
    expect(row).toMatchObject({ kind: 'maintenance', until: null, schedule })
  })

  test('that recurs is active in its windows only, and scheduled between them', async () => {
    const { checkId: check_id } = await canaryWith(['between windows'])
    const at = (ahead: number) => {
      const time = new Date(Date.now() + ahead * 60_000)
      return `${time.getUTCMinutes()} ${time.getUTCHours()} * * *`
    }
    const recurring = { check_id, kind: 'maintenance', duration: '1h', until: undefined, from: ahead(-48) }
    const inside = await created({ ...recurring, schedule: at(-2) })
    const outside = await created({ ...recurring, schedule: at(5) })
    expect([inside['state'], outside['state']]).toEqual(['active', 'scheduled'])
    // A window that is over is followed by the next one.
    const { pool } = platform
    await pool.query(
      `update core.notification_silence_windows set "from" = now() - interval '2 h', until = now() - interval '1 h'
       where silence_id = any($1)`,
      [[inside['id'], outside['id']]],
    )
    expect(await listed(`&id=eq.${inside['id']}`)).toMatchObject([{ state: 'scheduled' }])
    expect(await keepWindows(pool, new Date())).toBeGreaterThanOrEqual(2)
    expect(await listed(`&id=eq.${inside['id']}`)).toMatchObject([{ state: 'active' }])
    expect(await listed(`&id=eq.${outside['id']}`)).toMatchObject([{ state: 'scheduled' }])
  })

  test('that recurs but has no window left is over, and is looked at once', async () => {
    const { checkId: check_id } = await canaryWith(['no window left'])
    const start = new Date(Date.now() + 3 * 3_600_000)
    const row = await created({
      check_id,
      kind: 'maintenance',
      schedule: `${start.getUTCMinutes()} ${start.getUTCHours()} * * *`,
      duration: '1h',
      from: ahead(-48),
      until: ahead(1),
    })
    expect(row).toMatchObject({ state: 'expired', window_from: null, window_until: null, ends_at: row.until })
    const { pool } = platform
    await keepWindows(pool, new Date())
    expect(await keepWindows(pool, new Date())).toBe(0)
    // A change makes it find its windows again.
    expect((await change(row.id, { until: ahead(48) })).status).toBe(204)
    const [later] = await listed(`&id=eq.${row.id}`)
    expect(later).toMatchObject({ state: 'scheduled', window_from: expect.any(String) })
    expect(later?.ends_at).toBe(later?.window_until)
  })
})

describe('a silence covers', () => {
  test('its check, or all checks of its canary, between its times', async () => {
    const { checkIds, canaryId } = await canaryWith(['one', 'two'])
    const [one = '', two = ''] = checkIds
    const row = await created({ check_id: one, description: 'one only' })
    expect(await until(() => matchOf(one))).toEqual({
      id: row.id,
      kind: 'silence',
      description: 'one only',
      until: new Date(row.until),
    })
    expect(await matchOf(two)).toBeUndefined()
    expect(await matchOf(one, new Date(Date.parse(row.until)))).toBeDefined()
    expect(await matchOf(one, new Date(Date.parse(row.until) + 1))).toBeUndefined()
    expect(await matchOf(one, new Date(Date.parse(row.from) - 1))).toBeUndefined()
    const longer = await created({ canary_id: canaryId, until: 'now+3h' })
    await until(async () => (await matchOf(two))?.id === longer.id)
    // Of two, the one that ends last.
    expect((await matchOf(one))?.id).toBe(longer.id)
  })

  test('what is inside its resource if it is recursive', async () => {
    const config = await app.database.pool.query<{ id: string }>(
      `insert into core.config_items (config_class, type, name) values ('Node', 'Kubernetes::Node', 'node-1') returning id`,
    )
    const config_id = config.rows[0]?.id ?? ''
    const { checkId } = await canaryWith(['inside'])
    const state = await stateOf(checkId)
    const inside = { ...state, within: [...state.within, { kind: 'config', id: config_id } as const] }
    const ofItem = () => silencing.of(platform).match(inside, new Date())
    const row = await created({ config_id })
    const itself = { ...state, kind: 'config', id: config_id, within: [], variables: {} } as const
    await until(() => silencing.of(platform).match(itself, new Date()))
    expect(await ofItem()).toBeUndefined()
    await change(row.id, { recursive: true })
    expect((await until(ofItem)).id).toBe(row.id)
  })

  test('what its selector and its filter choose', async () => {
    const { checkIds } = await canaryWith(['api eu', 'api us'], { team: 'payments' })
    const [europe = '', america = ''] = checkIds
    const row = await created({
      selector: { labels: 'team=payments', names: ['api *'] },
      filter: 'check.name.endsWith("eu")',
    })
    expect((await until(() => matchOf(europe))).id).toBe(row.id)
    expect(await matchOf(america)).toBeUndefined()
  })

  test('nothing while its filter fails: the error is shown until the filter changes', async () => {
    const { checkId } = await canaryWith(['broken filter'])
    const row = await created({ check_id: checkId, filter: 'check.name' })
    const error = await until(async () => {
      expect(await matchOf(checkId)).toBeUndefined()
      return (await listed(`&id=eq.${row.id}`))[0].error
    })
    expect(error).toBe('expected true or false, got "broken filter"')
    await change(row.id, { description: 'still broken' })
    expect((await listed(`&id=eq.${row.id}`))[0].error).toBe(error)
    await change(row.id, { filter: 'check.name == "broken filter"' })
    expect((await until(() => matchOf(checkId))).id).toBe(row.id)
    expect((await listed(`&id=eq.${row.id}`))[0].error).toBeNull()
  })

  test('nothing, and fails not, where its filter speaks of another kind of resource', async () => {
    const { checkId } = await canaryWith(['another kind'])
    const row = await created({ check_id: checkId, filter: 'config.type == "Kubernetes::Node"' })
    const marker = await created({ check_id: checkId })
    await until(async () => (await matchOf(checkId))?.id === marker.id)
    expect((await listed(`&id=eq.${row.id}`))[0].error).toBeNull()
  })

  test('nothing once its resource is gone for good, whatever its filter says', async () => {
    const { checkId } = await canaryWith(['short lived'])
    const { checkId: other } = await canaryWith(['survivor'])
    const row = await created({ check_id: checkId, filter: 'true' })
    await until(() => matchOf(checkId))
    await app.database.pool.query('delete from core.checks where id = $1', [checkId])
    expect((await listed(`&id=eq.${row.id}`))[0]).toMatchObject({ check_id: null, covers: 'resource' })
    expect(await matchOf(other)).toBeUndefined()
    // It can still be ended.
    expect((await change(row.id, { until: 'now()' })).status).toBeLessThan(300)
  })

  test('its resource again after the clock is set back', async () => {
    const { checkId } = await canaryWith(['clock'])
    const row = await created({ check_id: checkId, from: ahead(-9), until: ahead(1) })
    await until(() => matchOf(checkId))
    expect(await matchOf(checkId, new Date(Date.now() + 8 * HOUR))).toBeUndefined()
    expect((await matchOf(checkId, new Date(Date.now() - 8 * HOUR)))?.id).toBe(row.id)
  })

  test('nothing between the windows of recurring maintenance', async () => {
    const { checkId } = await canaryWith(['windows'])
    const now = new Date()
    const minute = new Date(now.getTime() - 60_000)
    const row = await created({
      check_id: checkId,
      kind: 'maintenance',
      schedule: `${minute.getUTCMinutes()} ${minute.getUTCHours()} * * *`,
      duration: '1h',
      until: undefined,
      from: ahead(-48),
      description: 'backup',
    })
    const found = await until(() => matchOf(checkId))
    expect(found).toMatchObject({ id: row.id, kind: 'maintenance', description: 'backup' })
    const end = found.until?.getTime() ?? 0
    expect(end - now.getTime()).toBeGreaterThan(57 * 60_000)
    expect(await matchOf(checkId, new Date(end + 1))).toBeUndefined()
    expect((await matchOf(checkId, new Date(end + 23.5 * HOUR)))?.until).toEqual(new Date(end + 24 * HOUR))
  })
})

test('every process hears of a change, and then knows it', async () => {
  const { checkId } = await canaryWith(['heard'])
  const state = await stateOf(checkId)
  const port = silencing.of(platform)
  const seen: (string | undefined)[] = []
  const end = port.onChanged(() => {
    void port.match(state, new Date()).then((found) => seen.push(found?.id))
  })
  const row = await created({ check_id: checkId })
  await until(() => seen.includes(row.id))
  expect(seen).toContain(row.id)
  end()
})

test('counts what it kept back, in the transaction that kept it back', async () => {
  const { checkId } = await canaryWith(['counted'])
  const { id } = await created({ check_id: checkId })
  const port = silencing.of(platform)
  await port.suppressed(app.database.pool, id, 2)
  await port.suppressed(app.database.pool, id, 3)
  await port.suppressed(app.database.pool, newId(), 1)
  expect((await listed(`&id=eq.${id}`))[0].suppressed).toBe(5)
})

describe('the preview', () => {
  const preview = async (body: unknown, browser = admin) =>
    browser.send('POST', '/api/notification/silence/preview', { body })

  test('says what it would cover now, and what it would have kept back in the last day', async () => {
    const { checkIds, checkId } = await canaryWith(['gateway a', 'gateway b', 'other'], { tier: 'edge' })
    const sent = (resource: string, status: string, tells = 'alert', age = '1 hour') =>
      app.database.pool.query(
        `insert into core.notification_send_history
           (notification_id, status, source_event, tells, resource_kind, resource_id, resource_name, created_at)
         values (core.new_id(), $2, 'check.failed', $3, 'check', $1, 'x', now() - $4::interval)`,
        [resource, status, tells, age],
      )
    await sent(checkId, 'sent')
    await sent(checkId, 'sent')
    await sent(checkId, 'silenced')
    await sent(checkId, 'sent', 'recovery')
    await sent(checkId, 'sent', 'alert', '2 days')
    await sent(checkIds[2] ?? '', 'sent')
    const answer = await preview({
      selector: { labels: 'tier=edge', names: ['gateway*'] },
      from: 'now',
      until: 'now+1h',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      total: 2,
      complete: true,
      kinds: [{ kind: 'check', count: 2 }],
      unhealthy: 2,
      messages: 2,
      error: null,
      windows: [],
    })
    expect(answer.body.of).toBeGreaterThan(2)
    expect(answer.body.resources.map(({ name }: { name: string }) => name)).toEqual([
      'gateway a',
      'gateway b',
    ])
    const one = await preview({ check_id: checkId })
    expect([one.body.total, one.body.messages]).toEqual([1, 2])
    const all = await preview({ everything: EVERYTHING })
    expect(all.body.total).toBe(all.body.of)
  })

  test('shows the error of a filter, and the next windows of maintenance', async () => {
    const { checkId } = await canaryWith(['previewed'])
    const failing = await preview({ check_id: checkId, filter: 'check.name' })
    expect(failing.body.error).toContain('previewed')
    const invalid = await preview({ check_id: checkId, filter: 'check.name ==' })
    expect(problemsOf(invalid)[0]).toBe(400)
    expect(invalid.body.problems[0]).toMatchObject({ path: 'filter', line: 1 })
    // Half a day away, since a window that is under way begins now. Tokyo is nine hours ahead all year.
    const begin = (new Date().getUTCHours() + 12) % 24
    const recurring = await preview({
      check_id: checkId,
      schedule: `0 ${(begin + 9) % 24} * * *`,
      duration: '2h',
      time_zone: 'Asia/Tokyo',
    })
    expect(recurring.body.windows).toHaveLength(3)
    for (const { from, until: end } of recurring.body.windows) {
      expect(from).toContain(`T${String(begin).padStart(2, '0')}:00:00`)
      expect(Date.parse(end) - Date.parse(from)).toBe(2 * HOUR)
    }
  })
})

describe('checks show', () => {
  test('until when they are silenced and why, in the list and in their details', async () => {
    const { checkIds } = await canaryWith(['quiet', 'loud'])
    const [quiet = '', loud = ''] = checkIds
    const row = await created({ check_id: quiet, description: 'new disk' })
    const detail = await until(async () => {
      const { body } = await admin.send('GET', `/api/health/checks/${quiet}`)
      return body.silenced
    })
    expect(detail).toEqual({
      id: row.id,
      kind: 'silence',
      description: 'new disk',
      until: new Date(row.until).toISOString(),
    })
    const { body } = await admin.send('GET', '/api/health/checks?pageSize=1000')
    const silencedOf = (id: string) => body.rows.find((each: { id: string }) => each.id === id).silenced
    expect(silencedOf(quiet)).toEqual(detail)
    expect(silencedOf(loud)).toBeUndefined()
    expect((await admin.send('GET', `/api/health/checks/${loud}`)).body.silenced).toBeUndefined()
  })

  test('maintenance under way', async () => {
    const { checkId } = await canaryWith(['maintained'])
    const maintenance = async () => (await admin.send('GET', '/api/health/facets')).body.maintenance
    const row = await created({
      check_id: checkId,
      kind: 'maintenance',
      description: 'new kernel',
      until: 'now+9h',
    })
    const [first] = await until(maintenance)
    expect(first).toMatchObject({ id: row.id, kind: 'maintenance', description: 'new kernel' })
  })
})

test('the maker of a silence is told once before it ends, unless it is a short one', async () => {
  const { checkId: check_id } = await canaryWith(['ending'])
  const ada = await app.person('ada-ending@example.com', ['editor'])
  const words: { personId: string; message: PlainMessage }[] = []
  const dependencies = {
    pool: app.database.pool,
    mails: platform.mails,
    publicUrl: app.url,
    alerting: () => ({
      // Silences of other tests end at midnight, which may be at the same time.
      notify: async (_client: unknown, personId: string, message: PlainMessage) =>
        void (personId === ada.id && words.push({ personId, message })),
    }),
  }
  // Hours ahead, so that the job of the product announces none of them.
  const announce = () => announceEndings(dependencies, new Date(ahead(11)))
  const madeBy = async (name: string, from: string, until: string) => {
    expect((await silence({ check_id, name, from, until }, ada.browser)).status).toBe(200)
    return (await listed(`&name=eq.${name}`))[0]
  }
  const soon = await madeBy('soon', ahead(10), ahead(11.2))
  await madeBy('later', ahead(10), ahead(13))
  await madeBy('short', ahead(11), ahead(11.2))
  await announce()
  await announce()
  expect(words).toEqual([
    {
      personId: ada.id,
      message: {
        title: 'Your silence ends soon',
        body: expect.stringMatching(/^Your silence "soon" ends on .+ \(UTC\)\. What is still not healthy/),
        path: `/notifications/silences?id=${soon.id}`,
      },
    },
  ])
  // A new end is announced again.
  await change(soon.id, { until: ahead(11.1) })
  await announce()
  expect(words).toHaveLength(2)
})

test('the word before a silence ends goes out by the ways of its maker', async () => {
  const { checkId: check_id } = await canaryWith(['word'])
  await created({ check_id, from: ahead(20), until: ahead(21.2) })
  const announced = () =>
    announceEndings(
      {
        pool: app.database.pool,
        mails: platform.mails,
        publicUrl: app.url,
        alerting: () => alerting.of(platform),
      },
      new Date(ahead(21)),
    )
  expect(await announced()).toBeGreaterThan(0)
  const { rows } = await app.database.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'SendPersonalMessage'`,
  )
  expect(rows.length).toBeGreaterThan(0)
})
