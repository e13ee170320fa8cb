import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
let adminId: string
let people: string[]
let counter = 0
let team: string

const representation = { prefer: 'return=representation' }
const nobody = '01900000-0000-7000-8000-000000000000'

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  adminId = (await admin.send('GET', '/api/whoami')).body.payload.user.id
  people = await Promise.all(
    ['ada', 'grace'].map(async (name) => (await app.person(`${name}@example.com`)).id),
  )
})

const post = (body: object) => admin.send('POST', '/api/db/teams', { body, headers: representation })
const patch = (body: object, id = team) =>
  admin.send('PATCH', `/api/db/teams?id=eq.${id}`, { body, headers: representation })
const add = (members: object) => admin.send('POST', '/api/db/team_members', { body: members })
const members = async (id = team) => {
  const { body } = await admin.send(
    'GET',
    `/api/db/team_members?team_id=eq.${id}&select=*,person_id(*)&order=person_id.asc`,
  )
  return body
}
const log = async (query: string) =>
  (await admin.send('GET', `/api/db/audit_log?order=created_at.asc,id.asc&${query}`)).body

beforeEach(async () => {
  counter += 1
  team = (await post({ name: `team ${counter}`, icon: 'group' })).body[0].id
})

describe('a team', () => {
  test('has id, name, icon and deleted_at, and is read by id [TEAM-006, TEAM-008]', async () => {
    const { body } = await admin.send('GET', `/api/db/teams?id=eq.${team}`)
    expect(body).toMatchObject([
      {
        id: team,
        name: `team ${counter}`,
        icon: 'group',
        spec: {},
        source: null,
        created_by: adminId,
        deleted_at: null,
      },
    ])
  })

  test('is listed by name with the others in use [TEAM-009]', async () => {
    const gone = (await post({ name: 'a gone one' })).body[0].id
    await patch({ deleted_at: 'now()' }, gone)
    const { body } = await admin.send('GET', '/api/db/teams?deleted_at=is.null&order=name.asc')
    const names: string[] = body.map((row: { name: string }) => row.name)
    expect(names).toContain(`team ${counter}`)
    expect(names).not.toContain('a gone one')
    expect(names).toEqual(names.toSorted())
  })

  test('is renamed with the whole row that was loaded, and keeps who made it', async () => {
    const [row] = (await admin.send('GET', `/api/db/teams?id=eq.${team}`)).body
    const answer = await patch({
      ...row,
      name: ' On call ',
      spec: { responder_clients: { jira: {} } },
      created_by: people[0],
    })
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { name: 'On call', spec: { responder_clients: { jira: {} } }, created_by: adminId, icon: 'group' },
      ],
    })
    expect(await log(`resource=eq.teams&resource_id=eq.${team}`)).toMatchObject([
      { action: 'create', after: { name: `team ${counter}` } },
      { action: 'update', before: { name: `team ${counter}` }, after: { name: 'On call' } },
    ])
    await patch({ name: `team ${counter}` })
  })

  test('that is deleted gives its name free, and comes back unless that is taken', async () => {
    const deleted = await patch({ deleted_at: 'now()' })
    expect(deleted).toMatchObject({ status: 200, body: [{ deleted_at: expect.any(String) }] })
    const again = await post({ name: `team ${counter}` })
    expect(again.status).toBe(201)
    expect(await patch({ deleted_at: null })).toMatchObject({ status: 409 })
    await patch({ deleted_at: 'now()' }, again.body[0].id)
    expect(await patch({ deleted_at: null })).toMatchObject({ status: 200, body: [{ deleted_at: null }] })
  })

  test('needs its own name', async () => {
    expect(await post({ name: '  ' })).toMatchObject({
      status: 400,
      body: { message: 'Please provide a name' },
    })
    expect(await post({})).toMatchObject({ status: 400, body: { message: 'Please provide a name' } })
    const taken = `There is a team named "team ${counter}" already`
    expect(await post({ name: `team ${counter}` })).toMatchObject({ status: 409, body: { message: taken } })
    const other = (await post({ name: `other ${counter}` })).body[0].id
    expect(await patch({ name: `team ${counter}` }, other)).toMatchObject({ status: 409 })
    expect((await post([{ name: `fine ${counter}` }, { name: `team ${counter}` }])).status).toBe(409)
    expect((await admin.send('GET', `/api/db/teams?name=eq.fine ${counter}`)).body).toEqual([])
  })

  test('with text that cannot be stored is refused, and the field is named', async () => {
    const message = 'This text holds a null character, which cannot be stored'
    for (const refused of [await post({ name: 'night\0shift' }), await patch({ name: 'night\0shift' })])
      expect(refused).toMatchObject({
        status: 400,
        body: { message: `name: ${message}`, details: [{ path: 'name', message }] },
      })
  })

  test('of another source is changed there', async () => {
    await app.database.pool.query(`update core.teams set source = 'KubernetesCRD' where id = $1`, [team])
    for (const body of [{ name: 'x' }, { deleted_at: 'now()' }])
      expect(await patch(body)).toMatchObject({
        status: 409,
        body: { message: 'This team comes from KubernetesCRD; change it there' },
      })
  })

  test('is listed with its last job and who made it', async () => {
    await app.database.pool.query(
      `insert into core.resource_job_status
         (job_name, resource_type, resource_id, status, success_count, error_count, time_start, created_at,
          last_failed_at)
       values ('TeamSync', 'team', $1, 'SUCCESS', 1, 0, '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z',
               '2026-01-01T00:00:00Z')`,
      [team],
    )
    const { body } = await admin.send(
      'GET',
      '/api/db/teams_with_status?select=*,created_by(id,name,avatar)&order=created_at.desc&deleted_at=is.null&limit=100',
    )
    expect(body.find((row: { id: string }) => row.id === team)).toMatchObject({
      name: `team ${counter}`,
      created_by: { id: adminId, name: 'Administrator' },
      job_name: 'TeamSync',
      job_status: 'SUCCESS',
      last_runtime: expect.stringContaining('2026-01-02'),
      job_last_failed: expect.stringContaining('2026-01-01'),
    })
    await patch({ deleted_at: 'now()' })
    expect((await admin.send('GET', `/api/db/teams_with_status?id=eq.${team}`)).body).toEqual([])
  })
})

describe('members of a team', () => {
  const both = () => people.map((person_id) => ({ team_id: team, person_id }))

  test('are added as a list, and listed with who they are [TEAM-007, TEAM-010, TEAM-011]', async () => {
    expect((await add(both())).status).toBe(201)
    const found = await members()
    expect(found.map((row: { person_id: { id: string } }) => row.person_id.id)).toEqual(people.toSorted())
    expect(found[0]).toMatchObject({ team_id: team, person_id: { email: expect.stringContaining('@') } })
    expect(await log(`resource=eq.team_members&resource_id=like.${team}*`)).toMatchObject([
      { action: 'create', after: { team: `team ${counter}`, person: 'ada' } },
      { action: 'create', after: { person: 'grace' } },
    ])
  })

  test('who are added again stay', async () => {
    await add(both())
    expect((await add(both())).status).toBe(201)
    expect(await members()).toHaveLength(2)
    expect(await log(`resource=eq.team_members&resource_id=like.${team}*`)).toHaveLength(2)
  })

  test('must exist, and so must the team: all or none are added', async () => {
    const [first] = both()
    expect(await add([first ?? {}, { team_id: team, person_id: nobody }])).toMatchObject({
      status: 404,
      body: { message: 'There is no user with this id' },
    })
    expect(await add([{ team_id: nobody, person_id: people[0] }])).toMatchObject({
      status: 404,
      body: { message: 'There is no team with this id' },
    })
    expect(await add([{ team_id: team, person_id: 'x' }])).toMatchObject({
      status: 400,
      body: { message: 'Please choose a user' },
    })
    expect(await members()).toEqual([])
  })

  test('are removed from the one team that they are in, or that is named [TEAM-012]', async () => {
    const other = (await post({ name: `second ${counter}` })).body[0].id
    const [person = ''] = people
    await add(both())
    await add([{ team_id: other, person_id: person }])
    const remove = (query: string) => admin.send('DELETE', `/api/db/team_members?${query}`)
    expect(await remove(`person_id=eq.${person}`)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^This would remove members from \d+ teams; name the team/) },
    })
    expect(await members()).toHaveLength(2)
    expect((await remove(`person_id=eq.${person}&team_id=eq.${team}`)).status).toBe(204)
    expect(await members()).toHaveLength(1)
    expect(await members(other)).toHaveLength(1)
    const single = (await app.person(`single${counter}@example.com`)).id
    await add([{ team_id: team, person_id: single }])
    expect((await remove(`person_id=eq.${single}`)).status).toBe(204)
    expect(
      await log(`resource=eq.team_members&action=eq.delete&resource_id=eq.${team},${single}`),
    ).toHaveLength(1)
  })
})
