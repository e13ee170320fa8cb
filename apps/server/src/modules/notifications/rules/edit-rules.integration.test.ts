import { notifiableEvents } from '@binnacle/contract/kinds'
import { describe, expect, test } from 'vitest'
import { MINUTE, nobody, problemsOf, useRules } from './testing.ts'

const rules = useRules()
const { post, patch, read, logOf } = rules

describe('a rule', () => {
  test('is read with all its fields [NOT-010, NOT-026]', async () => {
    const made = await post({
      name: 'whole',
      events: ['check.failed', 'check.passed'],
      title: '{{.check.name}} failed',
      template: 'On **{{.canary.name}}**',
      filter: "check.labels.tier == 'gold'",
      team_id: rules.team,
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
        team_id: rules.team,
        custom_services: null,
        repeat_interval: '1h',
        wait_for: 300_000_000_000,
        properties: { priority: '5' },
        group_by: ['type', 'label:team'],
        inhibit: true,
        enabled: true,
        error: null,
        source: 'UI',
        created_by: rules.adminId,
        deleted_at: null,
      },
    ])
    const [summary] = (
      await rules.admin.send(
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
      team: { id: rules.team, name: 'Platform', icon: 'server' },
      created_by: { id: rules.adminId },
    })
    expect(summary).not.toHaveProperty('deleted_at')
  })

  test('made without a source is one of the interface [NOT-011]', async () => {
    for (const source of [undefined, null, 'UI', 'ConfigFile'])
      expect((await post({ events: ['check.failed'], person_id: rules.person, source })).body[0].source).toBe(
        'UI',
      )
  })

  test('of another source is read only [NOT-012]', async () => {
    await rules.app.database.pool.query(
      `update core.notifications set source = 'KubernetesCRD/a/b' where id = $1`,
      [rules.rule],
    )
    for (const body of [{ title: 'changed' }, { enabled: false }, { deleted_at: 'now()' }])
      expect((await patch(body)).status).toBe(409)
    expect((await rules.admin.send('DELETE', `/api/db/notifications?id=eq.${rules.rule}`)).status).toBe(409)
    await rules.app.database.pool.query('update core.notifications set source = null where id = $1', [
      rules.rule,
    ])
    expect((await patch({ title: 'changed' })).status).toBe(200)
  })

  test('tells exactly one person, team or other service [NOT-015]', async () => {
    const events = ['check.failed']
    expect(problemsOf(await post({ events }))).toEqual({ person_id: 'This field is required' })
    expect(problemsOf(await post({ events, person_id: null, team_id: null, custom_services: [] }))).toEqual({
      person_id: 'This field is required',
    })
    const both = await post({ events, person_id: rules.person, team_id: rules.team })
    expect(both.status).toBe(400)
    expect(problemsOf(both)).toHaveProperty('team_id')
    expect(problemsOf(await post({ events, team_id: nobody }))).toEqual({
      team_id: 'There is no team with this id',
    })
    expect(problemsOf(await patch({ person_id: null }))).toEqual({ person_id: 'This field is required' })
  })

  test('takes away the other recipients when another kind is chosen [NOT-016]', async () => {
    expect((await patch({ team_id: rules.team })).body[0]).toMatchObject({
      person_id: null,
      team_id: rules.team,
    })
    const services = [{ name: 'hook', connection: rules.connection }]
    expect((await patch({ custom_services: services })).body[0]).toMatchObject({
      team_id: null,
      custom_services: services,
    })
    expect((await patch({ person_id: rules.person })).body[0]).toMatchObject({
      person_id: rules.person,
      custom_services: null,
    })
  })

  test('needs known events [NOT-017, NOT-023]', async () => {
    for (const events of [undefined, null, []])
      expect(problemsOf(await post({ events, person_id: rules.person }))).toMatchObject({
        events: 'This field is required',
      })
    const unknown = await post({ events: ['check.exploded'], person_id: rules.person })
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
      team_id: rules.team,
      custom_services: null,
      created_by: rules.person,
    })
    expect(made.body[0]).toMatchObject({ person_id: null, team_id: rules.team, created_by: rules.adminId })
    const viewer = (await rules.app.person('viewer@example.com', ['viewer'])).browser
    expect((await post({ events: ['check.failed'], person_id: rules.person }, viewer)).status).toBe(403)
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
    const answer = await patch({
      ...whole,
      created_by: rules.person,
      created_at: undefined,
      updated_at: undefined,
    })
    expect(answer.status).toBe(200)
    expect(answer.body[0]).toMatchObject({ title: 'New', created_by: rules.adminId, namespace: 'default' })
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
      names.push(
        (await post({ events, person_id: rules.person, name: index === 1 ? '' : undefined })).body[0].name,
      )
    expect(names).toEqual([
      'config.deleted and 1 more',
      'config.deleted and 1 more #2',
      'config.deleted and 1 more #3',
    ])
    const taken = await post({ name: `rule ${rules.counter}`, events, person_id: rules.person })
    expect(taken.status).toBe(409)
    expect(problemsOf(taken)).toHaveProperty('name')
    await patch({ deleted_at: 'now()' })
    expect((await post({ name: `rule ${rules.counter}`, events, person_id: rules.person })).status).toBe(201)
    expect((await patch({ deleted_at: null })).status).toBe(409)
  })

  test('leaves the lists when it is deleted, and its row stays', async () => {
    expect((await patch({ deleted_at: 'now()' })).status).toBe(200)
    expect((await rules.admin.send('GET', `/api/db/notifications_summary?id=eq.${rules.rule}`)).body).toEqual(
      [],
    )
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
    await rules.app.database.pool.query(
      `update core.notifications set error = 'no such key', error_at = now() where id = $1`,
      [rules.rule],
    )
    expect((await patch({ name: `other ${rules.counter}` })).body[0].error).toBe('no such key')
    const given = 'team_id' in change ? { team_id: rules.team } : change
    expect((await patch(given)).body[0]).toMatchObject({ error: null, error_at: null })
  })

  test('that became wrong do not keep a rule from being disabled', async () => {
    await rules.app.database.pool.query(`update core.notifications set filter = 'gone(' where id = $1`, [
      rules.rule,
    ])
    await patch({ team_id: rules.team })
    await rules.app.database.pool.query('update core.teams set deleted_at = now() where id = $1', [
      rules.team,
    ])
    expect((await patch({ enabled: false })).body[0].enabled).toBe(false)
    await rules.app.database.pool.query('update core.teams set deleted_at = null where id = $1', [rules.team])
  })
})
