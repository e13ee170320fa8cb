import { EVERYTHING } from '@binnacle/contract/notifications'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { until } from '../../testing/until.ts'
import { alerting, type PlainMessage } from '../on-call/index.ts'
import { announceEndings } from './ending.ts'
import { silencing } from './index.ts'
import { ahead, HOUR, problemsOf, useSilences } from './testing.ts'

const silences = useSilences()
const { canaryWith, stateOf, matchOf, silence, listed, created, change } = silences

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
    const config = await silences.app.database.pool.query<{ id: string }>(
      `insert into core.config_items (config_class, type, name) values ('Node', 'Kubernetes::Node', 'node-1') returning id`,
    )
    const config_id = config.rows[0]?.id ?? ''
    const { checkId } = await canaryWith(['inside'])
    const state = await stateOf(checkId)
    const inside = { ...state, within: [...state.within, { kind: 'config', id: config_id } as const] }
    const ofItem = () => silencing.of(silences.platform).match(inside, new Date())
    const row = await created({ config_id })
    const itself = { ...state, kind: 'config', id: config_id, within: [], variables: {} } as const
    await until(() => silencing.of(silences.platform).match(itself, new Date()))
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
    await silences.app.database.pool.query('delete from core.checks where id = $1', [checkId])
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
  const port = silencing.of(silences.platform)
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
  const port = silencing.of(silences.platform)
  await port.suppressed(silences.app.database.pool, id, 2)
  await port.suppressed(silences.app.database.pool, id, 3)
  await port.suppressed(silences.app.database.pool, newId(), 1)
  expect((await listed(`&id=eq.${id}`))[0].suppressed).toBe(5)
})

describe('the preview', () => {
  const preview = async (body: unknown, browser = silences.admin) =>
    browser.send('POST', '/api/notification/silence/preview', { body })

  test('says what it would cover now, and what it would have kept back in the last day', async () => {
    const { checkIds, checkId } = await canaryWith(['gateway a', 'gateway b', 'other'], { tier: 'edge' })
    const sent = (resource: string, status: string, tells = 'alert', age = '1 hour') =>
      silences.app.database.pool.query(
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
      const { body } = await silences.admin.send('GET', `/api/health/checks/${quiet}`)
      return body.silenced
    })
    expect(detail).toEqual({
      id: row.id,
      kind: 'silence',
      description: 'new disk',
      until: new Date(row.until).toISOString(),
    })
    const { body } = await silences.admin.send('GET', '/api/health/checks?pageSize=1000')
    const silencedOf = (id: string) => body.rows.find((each: { id: string }) => each.id === id).silenced
    expect(silencedOf(quiet)).toEqual(detail)
    expect(silencedOf(loud)).toBeUndefined()
    expect((await silences.admin.send('GET', `/api/health/checks/${loud}`)).body.silenced).toBeUndefined()
  })

  test('maintenance under way', async () => {
    const { checkId } = await canaryWith(['maintained'])
    const maintenance = async () => (await silences.admin.send('GET', '/api/health/facets')).body.maintenance
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
  const ada = await silences.app.person('ada-ending@example.com', ['editor'])
  const words: { personId: string; message: PlainMessage }[] = []
  const dependencies = {
    pool: silences.app.database.pool,
    mails: silences.platform.mails,
    publicUrl: silences.app.url,
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
        body: expect.stringMatching(
          /^Your silence "soon" ends on .+ \(UTC\)\. You are then told about everything that is still not healthy/,
        ),
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
        pool: silences.app.database.pool,
        mails: silences.platform.mails,
        publicUrl: silences.app.url,
        alerting: () => alerting.of(silences.platform),
      },
      new Date(ahead(21)),
    )
  expect(await announced()).toBeGreaterThan(0)
  const { rows } = await silences.app.database.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'SendPersonalMessage'`,
  )
  expect(rows.length).toBeGreaterThan(0)
})
