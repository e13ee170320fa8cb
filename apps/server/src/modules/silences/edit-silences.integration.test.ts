import { EVERYTHING } from '@binnacle/contract/notifications'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { keepWindows } from './stored-windows.ts'
import { ahead, problemsOf, useSilences } from './testing.ts'

const silences = useSilences()
const { canaryWith, matchOf, silence, listed, created, change } = silences
let editor: TestBrowser
beforeAll(async () => {
  editor = (await silences.app.person('editor@example.com', ['editor'])).browser
})

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

    const other = await silences.admin.send('POST', '/silence', {
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
    const answer = await silences.admin.send(
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
    const { rows } = await silences.app.database.pool.query(
      'select deleted_at from core.notification_silences where id = $1',
      [id],
    )
    expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
  })

  test('is added with write on notifications or database, and deleted with write on identities [RBAC-034][RBAC-035][RBAC-036]', async () => {
    const { checkId } = await canaryWith(['roles'])
    const viewer = (await silences.app.person('viewer@example.com', ['viewer'])).browser
    const responder = (await silences.app.person('responder@example.com', ['responder'])).browser
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
    const { rows } = await silences.app.database.pool.query(
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
      [['check_id', 'There is no check with this id']],
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
    const { pool } = silences.platform
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
    const { pool } = silences.platform
    await keepWindows(pool, new Date())
    expect(await keepWindows(pool, new Date())).toBe(0)
    // A change makes it find its windows again.
    expect((await change(row.id, { until: ahead(48) })).status).toBe(204)
    const [later] = await listed(`&id=eq.${row.id}`)
    expect(later).toMatchObject({ state: 'scheduled', window_from: expect.any(String) })
    expect(later?.ends_at).toBe(later?.window_until)
  })
})
