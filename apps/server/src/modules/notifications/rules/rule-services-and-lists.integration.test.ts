import { sendStatuses } from '@binnacle/contract/notifications'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, nobody, problemsOf, useRules } from './testing.ts'

const rules = useRules()
const { patch, read, logOf } = rules

// A page of the list needs more rules than the one of the first test.
beforeAll(() => rules.post({ name: 'another rule', events: ['check.failed'], person_id: rules.person }))

describe('a service of a rule', () => {
  const url = 'generic+https://hooks.example.com/T0KEN-0f-the-h00k'

  test('keeps its URL sealed, and masks keep it', async () => {
    const made = await patch({ custom_services: [{ name: 'hook', url, properties: { method: 'PUT' } }] })
    expect(made.body[0].custom_services).toEqual([
      { name: 'hook', url: '***', properties: { method: 'PUT' } },
    ])
    const stored = async () =>
      (
        await rules.app.database.pool.query<{ custom_services: { url: string }[] }>(
          'select custom_services from core.notifications where id = $1',
          [rules.rule],
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
      (await rules.admin.send('GET', '/api/db/notifications_summary')).body,
    ])
    expect(everything).not.toContain('T0KEN')
    expect(everything).not.toContain('sealed:v1')
  })

  test('is refused with a mask that stands for nothing, with neither or both of URL and connection, or unknown', async () => {
    for (const [service, path] of [
      [{ url: '***' }, 'custom_services[0].url'],
      [{ name: 'x' }, 'custom_services[0].connection'],
      [{ url, connection: rules.connection }, 'custom_services[0].connection'],
      [{ connection: nobody }, 'custom_services[0].connection'],
      [{ connection: 'slack' }, 'custom_services[0].connection'],
      [{ connection: rules.connection, filter: 'nope(' }, 'custom_services[0].filter'],
    ] as const) {
      const answer = await patch({ custom_services: [service] })
      expect(answer.status).toBe(400)
      expect(Object.keys(problemsOf(answer))).toEqual([path])
    }
  })

  test('is named after its connection', async () => {
    for (const given of [rules.connection, 'connection://default/hook'])
      expect((await patch({ custom_services: [{ connection: given }] })).body[0].custom_services).toEqual([
        { name: 'hook', connection: given },
      ])
  })

  test('can be a fallback, of one kind, after a time', async () => {
    expect(problemsOf(await patch({ fallback_delay: MINUTE }))).toHaveProperty('fallback_delay')
    expect(
      (await patch({ fallback_custom_services: [{ connection: rules.connection }], fallback_delay: MINUTE }))
        .body[0],
    ).toMatchObject({ fallback_custom_services: [{ connection: rules.connection }], fallback_delay: MINUTE })
    expect((await patch({ fallback_team_id: rules.team })).body[0]).toMatchObject({
      fallback_custom_services: null,
      fallback_team_id: rules.team,
    })
  })
})

describe('the lists', () => {
  beforeEach(async () => {
    await rules.app.database.pool.query(
      `insert into core.notification_totals (notification_id, sent, failed, duration_sum, last_sent_at)
       values ($1, 4, 3, 1000, now())`,
      [rules.rule],
    )
    await rules.app.database.pool.query(
      `insert into core.notification_errors (notification_id, error, count)
       values ($1, 'timeout', 2), ($1, 'status 500', 1)`,
      [rules.rule],
    )
    await rules.app.database.pool.query(
      `insert into core.notification_send_history
         (notification_id, status, source_event, tells, resource_kind, resource_id, resource_name, resource_type,
          resource_health, recipient, recipient_name, person_id, duration_millis, error, created_at)
       select $1, status, 'check.failed', 'alert', kind, core.new_id(), 'thing ' || status || ' ' || kind, 'http',
         'unhealthy', 'person:' || $2::text, 'Ada', $2::uuid, 12, case status when 'error' then 'timeout' end,
         now() - interval '1 hour' * number
       from unnest($3::text[]) with ordinality as statuses(status, number),
         unnest(array['check', 'config', 'component', 'canary']) as kind`,
      [rules.rule, rules.person, sendStatuses],
    )
  })

  test('of rules have the counts of what was sent [NOT-008, NOT-010, NOT-025]', async () => {
    const [summary] = (await rules.admin.send('GET', `/api/db/notifications_summary?id=eq.${rules.rule}`))
      .body
    expect(summary).toMatchObject({
      sent: 4,
      failed: 3,
      pending: 4,
      avg_duration_ms: 250,
      most_common_error: 'timeout',
    })
    const page = await rules.admin.send(
      'GET',
      '/api/db/notifications_summary?select=*,person:person_id(id,name),created_by(id,name)&order=sent.desc&limit=2&offset=0',
      { headers: { prefer: 'count=exact' } },
    )
    expect(page.body).toHaveLength(2)
    expect(page.body[0]).toMatchObject({
      sent: 4,
      created_by: { id: rules.adminId },
      person: { id: rules.person },
    })
    expect(page.headers.get('content-range')).toMatch(/^0-1\/\d+$/)
  })

  test('of the history have each field of what was sent, for each kind of resource [NOT-009]', async () => {
    const { rows } = await rules.app.database.pool.query<{ id: string; kind: string; resource_id: string }>(
      `update core.notification_send_history set count = 3, first_observed = '2026-03-01T10:00:00Z', created_at = '2026-03-01T10:05:00Z'
       where notification_id = $1 and status = 'error' returning id, resource_kind as kind, resource_id`,
      [rules.rule],
    )
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['check', 'config', 'component', 'canary']))
    for (const { id, kind, resource_id: resourceId } of rows) {
      await rules.app.database.pool.query(
        `insert into core.notification_send_details (send_id, title, body, decisions, event_id, event_time)
         values ($1, 'A title', $2, '[]', $1, now())`,
        [id, `The body of ${kind}`],
      )
      const { body } = await rules.admin.send(
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
          person: { id: rules.person, name: 'ada', avatar: null },
          body: `The body of ${kind}`,
          error: 'timeout',
          duration_millis: 12,
          notification_id: rules.rule,
        },
      ])
    }
  })

  test('of the history have a message with its rule, and each status [NOT-013, NOT-024]', async () => {
    const all = await rules.admin.send(
      'GET',
      `/api/db/notification_send_history_summary?select=*&notification_id=eq.${rules.rule}&order=created_at.desc`,
    )
    expect(new Set(all.body.map((row: { status: string }) => row.status))).toEqual(new Set(sendStatuses))
    const row = all.body.find(
      (each: { status: string; resource_type: string }) =>
        each.status === 'error' && each.resource_type === 'check',
    )
    await rules.app.database.pool.query(
      `insert into core.notification_send_details (send_id, title, body, decisions, event_id, event_time)
       values ($1, 'A title', 'A **body**', '[]', $1, now())`,
      [row.id],
    )
    const [details] = (
      await rules.admin.send('GET', `/api/db/notification_send_history_summary?id=eq.${row.id}&select=*`)
    ).body
    expect(details).toMatchObject({
      count: 1,
      status: 'error',
      source_event: 'check.failed',
      resource_type: 'check',
      resource: { id: row.resource.id, name: 'thing error check', type: 'http', status: 'unhealthy' },
      person: { id: rules.person },
      body: 'A **body**',
      error: 'timeout',
      duration_millis: 12,
      notification_id: rules.rule,
      rule: { id: rules.rule, name: `rule ${rules.counter}` },
      decisions: [],
    })
    expect(details.created_at).toBeDefined()
    expect(details.first_observed).toBeDefined()
  })

  test('of the history are filtered by kind and status, included and excluded [NOT-002, NOT-003, NOT-024]', async () => {
    const kindsAndStatuses = async (query: string) => {
      const { body } = await rules.admin.send(
        'GET',
        `/api/db/notification_send_history_summary?select=resource_type,status&notification_id=eq.${rules.rule}&limit=200&${query}`,
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

describe('the settings of the services of a rule', () => {
  const services = (properties: object) => ({
    custom_services: [{ connection: rules.connection, properties }],
  })

  test('are validated against the schema of each service, and the error names the field', async () => {
    for (const [properties, path, message] of [
      [{ method: 'FETCH' }, 'method', expect.any(String)],
      [{ methd: 'PUT' }, 'methd', 'unknown key "methd"; did you mean "method"?'],
      [{ details: 'perhaps' }, 'details', expect.any(String)],
    ] as const) {
      const answer = await patch(services(properties))
      expect(answer.status).toBe(400)
      expect(problemsOf(answer)).toEqual({ [`custom_services[0].properties.${path}`]: message })
    }
    expect((await patch(services({ METHOD: 'PUT', details: 'true' }))).status).toBe(200)
  })

  test('need the recipient of an email where the connection has none', async () => {
    const made = await rules.admin.send('POST', '/api/connections', {
      body: {
        name: 'mail',
        type: 'email',
        properties: { host: 'mail.example.com', from: 'binnacle@example.com' },
      },
    })
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
    const mail = (properties: object) =>
      patch({ further_recipients: [{ connection: made.body.id, properties }] })
    expect(Object.keys(problemsOf(await mail({})))).toEqual(['further_recipients[0].properties.to'])
    expect(problemsOf(await mail({ to: 'ada' }))['further_recipients[0].properties.to']).toContain(
      'email addresses',
    )
    expect((await mail({ to: 'ada@example.com' })).status).toBe(200)
    // The settings of the rule go to each of its services.
    expect((await patch({ properties: { to: 'grace@example.com' } })).status).toBe(200)
    expect(problemsOf(await patch({ properties: { tow: 'x' } }))).toEqual({
      'properties.tow': 'unknown key "tow"; did you mean "to"?',
    })
  })

  test('are not looked at by a change of something else', async () => {
    await rules.app.database.pool.query(
      'update core.notifications set custom_services = $2, person_id = null where id = $1',
      [
        rules.rule,
        JSON.stringify([{ name: 'hook', connection: rules.connection, properties: { gone: 'x' } }]),
      ],
    )
    expect((await patch({ enabled: false })).status).toBe(200)
    expect((await patch({ properties: { method: 'PUT' } })).status).toBe(400)
  })
})

describe('further fields of a rule', () => {
  test('tell more people, teams and services beside its one recipient, whose URLs stay sealed', async () => {
    const url = 'https://hooks.example.com/T0KEN'
    const further = [{ person_id: rules.person }, { team_id: rules.team }, { name: 'hook', url }]
    const shown = [{ person_id: rules.person }, { team_id: rules.team }, { name: 'hook', url: '***' }]
    expect((await patch({ further_recipients: further })).body[0].further_recipients).toEqual(shown)
    expect((await patch({ ...(await read()), title: 'kept' })).status).toBe(200)
    expect((await patch({ further_recipients: shown })).body[0].further_recipients).toEqual(shown)
    const { rows } = await rules.app.database.pool.query<{ text: string }>(
      'select further_recipients::text as text from core.notifications where id = $1',
      [rules.rule],
    )
    expect(rows[0]?.text).toContain('sealed:v1:')
    expect(JSON.stringify(await logOf())).not.toContain('T0KEN')
    expect(
      problemsOf(await patch({ further_recipients: [{ person_id: nobody }, { team_id: 'x' }] })),
    ).toHaveProperty(['further_recipients[1].team_id'])
    expect(problemsOf(await patch({ further_recipients: [{ person_id: nobody }] }))).toEqual({
      'further_recipients[0].person_id': 'There is no person with this id',
    })
  })

  test('may be an escalation policy alone', async () => {
    const policy = await rules.admin.send('POST', '/api/on-call/policies', {
      body: {
        name: 'alone',
        steps: [{ afterMinutes: 0, targets: [{ kind: 'person', id: rules.person }] }],
        repeat: { times: 0, afterMinutes: 5 },
        acknowledgementMinutes: null,
        hold: null,
      },
    })
    expect({ status: policy.status, body: policy.body }).toMatchObject({ status: 201 })
    const made = await rules.post({ events: ['check.failed'], escalation_policy_id: policy.body.id })
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
    expect(problemsOf(await patch({ escalation_policy_id: null, person_id: null }))).toHaveProperty(
      'person_id',
    )
  })

  test('are quiet hours, reminders and limits of flapping', async () => {
    const fields = {
      quiet_hours: { timeZone: 'Europe/Berlin', hours: [{ days: [6, 7], from: '22:00', to: '07:00' }] },
      reminder_interval: 240 * MINUTE,
      flapping: { changes: 5, window_minutes: 15, calm_minutes: 10 },
    }
    expect((await patch(fields)).body[0]).toMatchObject(fields)
    expect(await read()).toMatchObject(fields)
    expect((await patch({ flapping: { off: true } })).body[0].flapping).toEqual({ off: true })
    for (const [change, path] of [
      [{ quiet_hours: { timeZone: 'Mars/Base', hours: fields.quiet_hours.hours } }, 'quiet_hours.timeZone'],
      [{ quiet_hours: { timeZone: 'UTC', hours: [] } }, 'quiet_hours.hours'],
      [{ reminder_interval: MINUTE - 1 }, 'reminder_interval'],
    ] as const)
      expect(Object.keys(problemsOf(await patch(change)))).toEqual([path])
    expect((await patch({ flapping: { changes: 1 } })).status).toBe(400)
    expect(
      (await patch({ quiet_hours: null, reminder_interval: null, flapping: null })).body[0],
    ).toMatchObject({
      quiet_hours: null,
      reminder_interval: null,
      flapping: null,
    })
  })

  test('refuse keys that no rule has', async () => {
    const answer = await patch({ repeat_intervall: '2h' })
    expect(answer.status).toBe(400)
    expect(problemsOf(answer)).toEqual({
      repeat_intervall: 'unknown key "repeat_intervall"; did you mean "repeat_interval"?',
    })
    expect((await patch({ custom_services: [{ connection: rules.connection, chanel: 'x' }] })).status).toBe(
      400,
    )
  })
})
