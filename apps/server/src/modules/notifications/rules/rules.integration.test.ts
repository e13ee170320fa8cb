import { notifiableEvents, sendStatuses } from '@binnacle/contract/notifications'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
let adminId: string
let person: string
let team: string
let connection: string
let counter = 0
let rule: string

const MINUTE = 60_000_000_000
const nobody = '01900000-0000-7000-8000-000000000000'
const representation = { prefer: 'return=representation' }

const post = (body: object, browser = admin) =>
  browser.send('POST', '/api/db/notifications', { body, headers: representation })
const patch = (body: object, id = rule) =>
  admin.send('PATCH', `/api/db/notifications?id=eq.${id}`, { body, headers: representation })
const read = async (id = rule) => (await admin.send('GET', `/api/db/notifications?id=eq.${id}`)).body[0]
const problemsOf = ({ body }: { body: { details?: { path: string; message: string }[] } }) =>
  Object.fromEntries((body.details ?? []).map(({ path, message }) => [path, message]))
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

describe('a rule', () => {
  test('is read with all its fields [NOT-010, NOT-026]', async () => {
    const made = await post({
      name: 'whole',
      events: ['check.failed', 'check.passed'],
      title: '{{.check.name}} failed',
      template: 'On **{{.canary.name}}**',
      filter: "check.labels.tier == 'gold'",
      team_id: team,
      repeat_interval: '1h',
      wait_for: 5 * MINUTE,
      properties: { priority: '5' },
      group_by: ['type', 'label:team'],
    })
    expect(made.body).toMatchObject([
      {
        name: 'whole',
        namespace: 'default',
        events: ['check.failed', 'check.passed'],
        title: '{{.check.name}} failed',
        template: 'On **{{.canary.name}}**',
        filter: "check.labels.tier == 'gold'",
        person_id: null,
        team_id: team,
        custom_services: null,
        repeat_interval: '1h',
        wait_for: 300_000_000_000,
        properties: { priority: '5' },
        group_by: ['type', 'label:team'],
        inhibit: true,
        enabled: true,
        error: null,
        source: 'UI',
        created_by: adminId,
        deleted_at: null,
      },
    ])
    const [summary] = (
      await admin.send(
        'GET',
        `/api/db/notifications_summary?id=eq.${made.body[0].id}&select=*,person:person_id(id,name),team:team_id(id,name,icon),created_by(id,name)`,
      )
    ).body
    expect(summary).toMatchObject({
      name: 'whole',
      pending: 0,
      sent: 0,
      failed: 0,
      most_common_error: null,
      avg_duration_ms: null,
      person: null,
      team: { id: team, name: 'Platform', icon: 'server' },
      created_by: { id: adminId },
    })
    expect(summary).not.toHaveProperty('deleted_at')
  })

  test('made without a source is one of the interface [NOT-011]', async () => {
    for (const source of [undefined, null, 'UI', 'ConfigFile'])
      expect((await post({ events: ['check.failed'], person_id: person, source })).body[0].source).toBe('UI')
  })

  test('of another source is read only [NOT-012]', async () => {
    await app.database.pool.query(
      `update core.notifications set source = 'KubernetesCRD/a/b' where id = $1`,
      [rule],
    )
    for (const body of [{ title: 'changed' }, { enabled: false }, { deleted_at: 'now()' }])
      expect((await patch(body)).status).toBe(409)
    expect((await admin.send('DELETE', `/api/db/notifications?id=eq.${rule}`)).status).toBe(409)
    await app.database.pool.query('update core.notifications set source = null where id = $1', [rule])
    expect((await patch({ title: 'changed' })).status).toBe(200)
  })

  test('tells exactly one person, team or other service [NOT-015]', async () => {
    const events = ['check.failed']
    expect(problemsOf(await post({ events }))).toEqual({ person_id: 'This field is required' })
    expect(problemsOf(await post({ events, person_id: null, team_id: null, custom_services: [] }))).toEqual({
      person_id: 'This field is required',
    })
    const both = await post({ events, person_id: person, team_id: team })
    expect(both.status).toBe(400)
    expect(problemsOf(both)).toHaveProperty('team_id')
    expect(problemsOf(await post({ events, team_id: nobody }))).toEqual({
      team_id: 'There is no team with this id',
    })
    expect(problemsOf(await patch({ person_id: null }))).toEqual({ person_id: 'This field is required' })
  })

  test('takes away the other recipients when another kind is chosen [NOT-016]', async () => {
    expect((await patch({ team_id: team })).body[0]).toMatchObject({ person_id: null, team_id: team })
    const services = [{ name: 'hook', connection }]
    expect((await patch({ custom_services: services })).body[0]).toMatchObject({
      team_id: null,
      custom_services: services,
    })
    expect((await patch({ person_id: person })).body[0]).toMatchObject({
      person_id: person,
      custom_services: null,
    })
  })

  test('needs known events [NOT-017, NOT-023]', async () => {
    for (const events of [undefined, null, []])
      expect(problemsOf(await post({ events, person_id: person }))).toMatchObject({
        events: 'This field is required',
      })
    const unknown = await post({ events: ['check.exploded'], person_id: person })
    expect(unknown.status).toBe(400)
    expect(unknown.body.details[0].path).toBe('events[0]')
    expect((await patch({ events: notifiableEvents })).body[0].events).toEqual([
      'check.failed',
      'check.passed',
      'component.healthy',
      'component.unhealthy',
      'component.unknown',
      'component.warning',
      'config.created',
      'config.deleted',
      'config.healthy',
      'config.unhealthy',
      'config.unknown',
      'config.updated',
      'config.warning',
      'playbook.approval.inserted',
      'playbook.spec.approval.updated',
    ])
  })

  test('waits at least a minute, in nanoseconds [NOT-019, NOT-020]', async () => {
    for (const change of [{ wait_for: MINUTE - 1 }, { repeat_interval: '59s' }]) {
      const answer = await patch(change)
      expect(answer.status).toBe(400)
      expect(problemsOf(answer)).toEqual({
        [Object.keys(change)[0] ?? '']: 'Duration must be greater than 1 minute',
      })
    }
    expect((await patch({ wait_for: MINUTE, repeat_interval: '60s' })).body[0]).toMatchObject({
      wait_for: 60_000_000_000,
      repeat_interval: '60s',
    })
    // A week has more nanoseconds than 32 bits hold, and comes back to the last one.
    expect((await patch({ wait_for: 7 * 24 * 60 * MINUTE + 1 })).body[0].wait_for).toBe(604_800_000_000_001)
    expect((await patch({ wait_for: null, repeat_interval: null })).body[0]).toMatchObject({
      wait_for: null,
      repeat_interval: null,
    })
  })

  test('takes 1m of the choices of the repeat interval for a month [NOT-022]', async () => {
    for (const [given, stored] of [
      ['1m', '1M'],
      ['1M', '1M'],
      ['1mo', '1M'],
      ['2mo', '2M'],
      ['1w', '1w'],
      ['90m', '90m'],
    ])
      expect((await patch({ repeat_interval: given })).body[0].repeat_interval).toBe(stored)
    expect(problemsOf(await patch({ repeat_interval: 'often' }))).toHaveProperty('repeat_interval')
  })

  test('is made with one recipient and nulls for the others, by whom it was made [NOT-027, RBAC-033]', async () => {
    const made = await post({
      events: ['check.failed'],
      person_id: null,
      team_id: team,
      custom_services: null,
      created_by: person,
    })
    expect(made.body[0]).toMatchObject({ person_id: null, team_id: team, created_by: adminId })
    const viewer = (await app.person('viewer@example.com', ['viewer'])).browser
    expect((await post({ events: ['check.failed'], person_id: person }, viewer)).status).toBe(403)
    expect((await viewer.send('GET', '/api/db/notifications_summary')).status).toBe(200)
  })

  test('takes the whole row that was read back, with its counts [NOT-027]', async () => {
    const row = await read()
    const whole = {
      ...row,
      sent: 7,
      failed: 1,
      pending: 0,
      most_common_error: 'x',
      title: 'New',
      namespace: null,
    }
    const answer = await patch({ ...whole, created_by: person, created_at: undefined, updated_at: undefined })
    expect(answer.status).toBe(200)
    expect(answer.body[0]).toMatchObject({ title: 'New', created_by: adminId, namespace: 'default' })
    expect(await logOf()).toMatchObject([
      { action: 'create' },
      { action: 'update', before: { title: null }, after: { title: 'New' } },
    ])
  })

  test('that does not change is not recorded', async () => {
    await patch({ ...(await read()) })
    expect(await logOf()).toHaveLength(1)
  })

  test('gets a generated name if it has none, and refuses one that is taken', async () => {
    const events = ['config.deleted', 'config.created']
    const names = []
    for (let index = 0; index < 3; index += 1)
      names.push((await post({ events, person_id: person, name: index === 1 ? '' : undefined })).body[0].name)
    expect(names).toEqual([
      'config.deleted and 1 more',
      'config.deleted and 1 more #2',
      'config.deleted and 1 more #3',
    ])
    const taken = await post({ name: `rule ${counter}`, events, person_id: person })
    expect(taken.status).toBe(409)
    expect(problemsOf(taken)).toHaveProperty('name')
    await patch({ deleted_at: 'now()' })
    expect((await post({ name: `rule ${counter}`, events, person_id: person })).status).toBe(201)
    expect((await patch({ deleted_at: null })).status).toBe(409)
  })

  test('leaves the lists when it is deleted, and its row stays', async () => {
    expect((await patch({ deleted_at: 'now()' })).status).toBe(200)
    expect((await admin.send('GET', `/api/db/notifications_summary?id=eq.${rule}`)).body).toEqual([])
    expect((await read()).deleted_at).not.toBeNull()
    expect((await logOf()).at(-1)).toMatchObject({ action: 'delete', resource: 'notifications' })
  })
})

describe('the scripts of a rule', () => {
  test('are compiled when it is saved, and errors say where they are', async () => {
    const answer = await patch({
      filter: 'chek.name ==',
      title: '{{ .check.name',
      template: '{{ nothing "x" }}',
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(problemsOf(answer))).toEqual(['filter', 'title', 'template'])
    expect(problemsOf(await patch({ filter: "chek.name == 'x'" }))['filter']).toMatch(
      /unknown variable chek.*check/,
    )
    expect((await patch({ filter: "check.type == 'http' && lables.x" })).status).toBe(400)
    expect((await patch({ filter: "check.type == 'http'" })).status).toBe(200)
    expect((await patch({ filter: '  ' })).body[0].filter).toBeNull()
  })

  test.each([
    ['filter', { filter: "check.name == 'x'" }],
    ['template', { template: 'x' }],
    ['team', { team_id: '' }],
    ['services', { custom_services: [{ connection: 'connection://hook' }] }],
  ])('%s that changes clears the error of the rule', async (_, change) => {
    await app.database.pool.query(
      `update core.notifications set error = 'no such key', error_at = now() where id = $1`,
      [rule],
    )
    expect((await patch({ name: `other ${counter}` })).body[0].error).toBe('no such key')
    const given = 'team_id' in change ? { team_id: team } : change
    expect((await patch(given)).body[0]).toMatchObject({ error: null, error_at: null })
  })

  test('that became wrong do not keep a rule from being disabled', async () => {
    await app.database.pool.query(`update core.notifications set filter = 'gone(' where id = $1`, [rule])
    await patch({ team_id: team })
    await app.database.pool.query('update core.teams set deleted_at = now() where id = $1', [team])
    expect((await patch({ enabled: false })).body[0].enabled).toBe(false)
    await app.database.pool.query('update core.teams set deleted_at = null where id = $1', [team])
  })
})

describe('a service of a rule', () => {
  const url = 'generic+https://hooks.example.com/T0KEN-0f-the-h00k'

  test('keeps its URL sealed, and masks keep it', async () => {
    const made = await patch({ custom_services: [{ name: 'hook', url, properties: { a: 'b' } }] })
    expect(made.body[0].custom_services).toEqual([{ name: 'hook', url: '***', properties: { a: 'b' } }])
    const stored = async () =>
      (
        await app.database.pool.query<{ custom_services: { url: string }[] }>(
          'select custom_services from core.notifications where id = $1',
          [rule],
        )
      ).rows[0]?.custom_services
    const sealed = (await stored())?.[0]?.url ?? ''
    expect(sealed).toMatch(/^sealed:v1:/)
    const row = await read()
    expect((await patch({ ...row, title: 'kept' })).status).toBe(200)
    expect(await stored()).toMatchObject([{ url: sealed }])
    const everything = JSON.stringify([
      row,
      await logOf(),
      (await admin.send('GET', '/api/db/notifications_summary')).body,
    ])
    expect(everything).not.toContain('T0KEN')
    expect(everything).not.toContain('sealed:v1')
  })

  test('is refused with a mask that stands for nothing, with neither or both of URL and connection, or unknown', async () => {
    for (const [service, path] of [
      [{ url: '***' }, 'custom_services[0].url'],
      [{ name: 'x' }, 'custom_services[0].connection'],
      [{ url, connection }, 'custom_services[0].connection'],
      [{ connection: nobody }, 'custom_services[0].connection'],
      [{ connection: 'slack' }, 'custom_services[0].connection'],
      [{ connection, filter: 'nope(' }, 'custom_services[0].filter'],
    ] as const) {
      const answer = await patch({ custom_services: [service] })
      expect(answer.status).toBe(400)
      expect(Object.keys(problemsOf(answer))).toEqual([path])
    }
  })

  test('is named after its connection', async () => {
    for (const given of [connection, 'connection://default/hook'])
      expect((await patch({ custom_services: [{ connection: given }] })).body[0].custom_services).toEqual([
        { name: 'hook', connection: given },
      ])
  })

  test('can be a fallback, of one kind, after a time', async () => {
    expect(problemsOf(await patch({ fallback_delay: MINUTE }))).toHaveProperty('fallback_delay')
    expect(
      (await patch({ fallback_custom_services: [{ connection }], fallback_delay: MINUTE })).body[0],
    ).toMatchObject({ fallback_custom_services: [{ connection }], fallback_delay: MINUTE })
    expect((await patch({ fallback_team_id: team })).body[0]).toMatchObject({
      fallback_custom_services: null,
      fallback_team_id: team,
    })
  })
})

describe('the lists', () => {
  beforeEach(async () => {
    await app.database.pool.query(
      `insert into core.notification_totals (notification_id, sent, failed, duration_sum, last_sent_at)
       values ($1, 4, 3, 1000, now())`,
      [rule],
    )
    await app.database.pool.query(
      `insert into core.notification_errors (notification_id, error, count)
       values ($1, 'timeout', 2), ($1, 'status 500', 1)`,
      [rule],
    )
    await app.database.pool.query(
      `insert into core.notification_send_history
         (notification_id, status, source_event, tells, resource_kind, resource_id, resource_name, resource_type,
          resource_health, recipient, recipient_name, person_id, duration_millis, error, created_at)
       select $1, status, 'check.failed', 'alert', kind, core.new_id(), 'thing ' || status || ' ' || kind, 'http',
         'unhealthy', 'person:' || $2::text, 'Ada', $2::uuid, 12, case status when 'error' then 'timeout' end,
         now() - interval '1 hour' * number
       from unnest($3::text[]) with ordinality as statuses(status, number),
         unnest(array['check', 'config', 'component', 'canary']) as kind`,
      [rule, person, sendStatuses],
    )
  })

  test('of rules have the counts of what was sent [NOT-008, NOT-010, NOT-025]', async () => {
    const [summary] = (await admin.send('GET', `/api/db/notifications_summary?id=eq.${rule}`)).body
    expect(summary).toMatchObject({
      sent: 4,
      failed: 3,
      pending: 4,
      avg_duration_ms: 250,
      most_common_error: 'timeout',
    })
    const page = await admin.send(
      'GET',
      '/api/db/notifications_summary?select=*,person:person_id(id,name),created_by(id,name)&order=sent.desc&limit=2&offset=0',
      { headers: { prefer: 'count=exact' } },
    )
    expect(page.body).toHaveLength(2)
    expect(page.body[0]).toMatchObject({ sent: 4, created_by: { id: adminId }, person: { id: person } })
    expect(page.headers.get('content-range')).toMatch(/^0-1\/\d+$/)
  })

  test('of the history have each field of what was sent, for each kind of resource [NOT-009]', async () => {
    const { rows } = await app.database.pool.query<{ id: string; kind: string; resource_id: string }>(
      `update core.notification_send_history set count = 3, first_observed = '2026-03-01T10:00:00Z', created_at = '2026-03-01T10:05:00Z'
       where notification_id = $1 and status = 'error' returning id, resource_kind as kind, resource_id`,
      [rule],
    )
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['check', 'config', 'component', 'canary']))
    for (const { id, kind, resource_id: resourceId } of rows) {
      await app.database.pool.query(
        `insert into core.notification_send_details (send_id, title, body, decisions, event_id, event_time)
         values ($1, 'A title', $2, '[]', $1, now())`,
        [id, `The body of ${kind}`],
      )
      const { body } = await admin.send(
        'GET',
        `/api/db/notification_send_history_summary?id=eq.${id}&select=id,created_at,count,first_observed,resource_type,resource,status,source_event,person,body,error,duration_millis,notification_id`,
      )
      expect(body).toEqual([
        {
          id,
          created_at: expect.stringMatching(/^2026-03-01T10:05:00/),
          count: 3,
          first_observed: expect.stringMatching(/^2026-03-01T10:00:00/),
          resource_type: kind,
          resource: {
            id: resourceId,
            name: `thing error ${kind}`,
            type: 'http',
            status: 'unhealthy',
            ...(kind === 'config' ? { config_class: 'http' } : {}),
          },
          status: 'error',
          source_event: 'check.failed',
          person: { id: person, name: 'ada', avatar: null },
          body: `The body of ${kind}`,
          error: 'timeout',
          duration_millis: 12,
          notification_id: rule,
        },
      ])
    }
  })

  test('of the history have a message with its rule, and each status [NOT-013, NOT-024]', async () => {
    const all = await admin.send(
      'GET',
      `/api/db/notification_send_history_summary?select=*&notification_id=eq.${rule}&order=created_at.desc`,
    )
    expect(new Set(all.body.map((row: { status: string }) => row.status))).toEqual(new Set(sendStatuses))
    const row = all.body.find(
      (each: { status: string; resource_type: string }) =>
        each.status === 'error' && each.resource_type === 'check',
    )
    await app.database.pool.query(
      `insert into core.notification_send_details (send_id, title, body, decisions, event_id, event_time)
       values ($1, 'A title', 'A **body**', '[]', $1, now())`,
      [row.id],
    )
    const [details] = (
      await admin.send('GET', `/api/db/notification_send_history_summary?id=eq.${row.id}&select=*`)
    ).body
    expect(details).toMatchObject({
      count: 1,
      status: 'error',
      source_event: 'check.failed',
      resource_type: 'check',
      resource: { id: row.resource.id, name: 'thing error check', type: 'http', status: 'unhealthy' },
      person: { id: person },
      body: 'A **body**',
      error: 'timeout',
      duration_millis: 12,
      notification_id: rule,
      rule: { id: rule, name: `rule ${counter}` },
      decisions: [],
    })
    expect(details.created_at).toBeDefined()
    expect(details.first_observed).toBeDefined()
  })

  test('of the history are filtered by kind and status, included and excluded [NOT-002, NOT-003, NOT-024]', async () => {
    const kindsAndStatuses = async (query: string) => {
      const { body } = await admin.send(
        'GET',
        `/api/db/notification_send_history_summary?select=resource_type,status&notification_id=eq.${rule}&limit=200&${query}`,
      )
      return body
    }
    const sent = await kindsAndStatuses('resource_type.filter=check,canary&status.filter=sent')
    expect(sent).toHaveLength(2)
    expect(sent).toContainEqual({ resource_type: 'canary', status: 'sent' })
    const others = await kindsAndStatuses('resource_type.filter=!config,!component&status.filter=!sent')
    expect(others).toHaveLength(2 * (sendStatuses.length - 1))
  })
})
