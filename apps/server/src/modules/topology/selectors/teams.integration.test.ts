import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { syncTeams } from './teams.ts'

let app: TestApp
let admin: TestBrowser
const representation = { prefer: 'return=representation' }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

async function component(name: string, type: string, labels: Record<string, string> = {}): Promise<string> {
  const { rows } = await app.database.pool.query(
    `insert into core.components (name, external_id, type, labels) values ($1, $1, $2, $3) returning id`,
    [name, type, JSON.stringify(labels)],
  )
  return rows[0].id
}
const save = (name: string, components: unknown) =>
  admin.send('POST', '/api/db/teams', { body: { name, spec: { components } }, headers: representation })
const change = (id: string, body: object) => admin.send('PATCH', `/api/db/teams?id=eq.${id}`, { body })
async function componentsOf(team: string): Promise<string[]> {
  const { body } = await admin.send(
    'GET',
    `/api/db/team_components?team_id=eq.${team}&select=component:components(name)`,
  )
  return body.map((row: { component: { name: string } }) => row.component.name).toSorted()
}

describe('selectors of teams', () => {
  test('give it the components that they find, follow changes of both, and filter the topology [TOP-005, TOP-035, TOP-049]', async () => {
    const web = await component('web', 'Service', { app: 'shop' })
    await component('api', 'Service')
    await component('disk', 'Disk', { app: 'shop' })
    const saved = await save('shop', [{ labelSelector: 'app=shop' }, { types: ['Disk'] }])
    expect(saved).toMatchObject({
      status: 201,
      body: [{ spec: { components: [{ labelSelector: 'app=shop' }, { types: ['Disk'] }] } }],
    })
    const [{ id }] = saved.body
    await until(async () => (await componentsOf(id)).join() === 'disk,disk,web')
    const shown = async () => (await admin.send('GET', '/api/topology?team=shop&flatten=true')).body
    expect((await shown()).components.map(({ name }: { name: string }) => name)).toEqual(['disk', 'web'])
    expect((await shown()).teams).toEqual(['shop'])
    const { body } = await admin.send(
      'GET',
      `/api/db/team_components?component_id=eq.${web}&select=team_id,component_id,selector_id,team:teams(name)`,
    )
    expect(body).toEqual([
      {
        team_id: id,
        component_id: web,
        selector_id: expect.stringMatching(/^selector:[0-9a-f]{24}$/),
        team: { name: 'shop' },
      },
    ])

    const list = await admin.send(
      'GET',
      `/api/db/components?select=id,name,type,health,team_components!inner(team_id)&team_components.team_id=eq.${id}&deleted_at=is.null&order=name.asc`,
    )
    expect(list.body.map(({ name }: { name: string }) => name)).toEqual(['disk', 'web'])

    await app.database.pool.query(`update core.components set labels = '{}' where id = $1`, [web])
    await component('queue', 'Queue', { app: 'shop' })
    expect(await syncTeams(app.database.pool)).toEqual({ changed: 2, errors: [] })
    expect(await syncTeams(app.database.pool)).toEqual({ changed: 0, errors: [] })
    expect(await componentsOf(id)).toEqual(['disk', 'disk', 'queue'])

    await change(id, { name: 'store' })
    await until(async () => (await shown()).teams.join() === 'store')
    await change(id, { spec: { components: [{ name: 'api' }] } })
    await until(async () => (await componentsOf(id)).join() === 'api')
    await change(id, { deleted_at: 'now()' })
    await until(async () => (await componentsOf(id)).length === 0)
    expect((await shown()).teams).toEqual([])
    await change(id, { deleted_at: null })
    await until(async () => (await componentsOf(id)).join() === 'api')
  })

  test('leave alone what a team has otherwise', async () => {
    const own = await component('own', 'Service')
    const { body } = await save('others', [{ name: 'nothing of this name' }])
    await app.database.pool.query(
      'insert into core.team_components (team_id, component_id) values ($1, $2)',
      [body[0].id, own],
    )
    await syncTeams(app.database.pool)
    expect(await componentsOf(body[0].id)).toEqual(['own'])
  })

  test.each([
    ['of the wrong shape', 'all', 'spec.components', 'array'],
    ['that select nothing', [{ types: ['A'] }, { agent: 'all' }], 'spec.components[1]', 'selects nothing'],
    [
      'with labels that cannot be read',
      [{ labelSelector: 'a in (' }],
      'spec.components[0].labelSelector',
      '',
    ],
    ['with an unknown key', [{ name: 'a', colour: 'red' }], 'spec.components[0]', 'colour'],
    ['too many', Array.from({ length: 51 }, () => ({ name: 'a' })), 'spec.components', ''],
  ])('%s are refused, and the field is named', async (_, components, path, message) => {
    expect(await save('refused', components)).toMatchObject({
      status: 400,
      body: { details: [{ path, message: expect.stringContaining(message) }] },
    })
  })

  test('that find too much, or cannot be read, are told with their team, and the others are followed', async () => {
    const { pool } = app.database
    await pool.query(
      `insert into core.components (name, external_id, type)
       select 'many ' || n, 'many ' || n, 'Many' from generate_series(1, 10050) as n`,
    )
    const { rows } = await pool.query(
      `insert into core.teams (name, spec) values
         ('greedy', '{"components": [{"types": ["Many"]}]}'),
         ('broken', '{"components": [{"colour": "red"}, {"name": "many 7"}]}')
       returning id, name`,
    )
    const idOf = (name: string) => rows.find((row) => row.name === name)?.id
    const { errors } = await syncTeams(pool)
    expect(errors).toEqual([
      expect.stringMatching(/^team broken: components\[0\]: .*colour/),
      'team greedy: the selector {"types":["Many"]} finds more than 10000; the rest is left out',
    ])
    expect(await componentsOf(idOf('broken'))).toEqual(['many 7'])
    const count = await pool.query('select count(*)::integer from core.team_components where team_id = $1', [
      idOf('greedy'),
    ])
    expect(count.rows).toEqual([{ count: 10_000 }])
  })
})

test('only those who may write teams change their selectors', async () => {
  const { browser: viewer } = await app.person('viewer@example.com', ['viewer'])
  const { body } = await save('guarded', [{ name: 'web' }])
  const refused = await viewer.send('PATCH', `/api/db/teams?id=eq.${body[0].id}`, {
    body: { spec: { components: [] } },
  })
  expect(refused.status).toBe(403)
})
