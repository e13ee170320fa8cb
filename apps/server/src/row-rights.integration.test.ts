import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from './app.ts'
import { ownRows, type RowRule } from './platform/access/rows.ts'
import { defineRoute } from './platform/http/route.ts'
import type { OpenModule } from './platform/module.ts'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'
import { createTestDatabase } from './testing/database.ts'
import { followStream, type FollowedStream } from './testing/stream.ts'
import { until } from './testing/until.ts'

/** A relation that is open by row to a team, and one beside it that everyone may read. */
const script = `
create table core.harbours (
  id uuid primary key default core.new_id(), team_id uuid not null, name text not null, depth integer, unique (team_id, name)
);
create table core.berths (id uuid primary key default core.new_id(), harbour_id uuid references core.harbours, name text);
create view api.harbours as select id, team_id, name, depth from core.harbours;
create view api.berths as select id, harbour_id, name from core.berths;
select core.announce_changes_of('core.harbours', 'harbours', 'id')`

const state = { broken: false }

/** Who is in a team has its harbours; administrators have all. */
const ofTheirTeams: RowRule = (actor, row) => {
  if (state.broken) throw new Error('nobody knows the teams')
  if (actor.roles.includes('admin')) return 'all'
  return sql`exists (
    select from core.team_members as member where member.team_id = ${row}.team_id and member.person_id = ${actor.personId}
  )`
}

const ofTeams = {
  rule: ofTheirTeams,
  table: { schema: 'core', name: 'harbours', key: 'id' },
  follows: ['teams'],
} as const

/** The area, with one rule for the data service, a verb, the search and live changes. */
const harbours: OpenModule = ({ pool, log }) => ({
  name: 'harbours',
  data: { berths: { resource: 'canaries' } },
  kinds: [
    {
      name: 'harbours',
      resource: 'canaries',
      rows: ofTeams,
      relations: { harbours: { writes: { columns: ['name', 'depth', 'team_id'], chosenKey: true } } },
    },
    // Under a name that searches may use.
    {
      name: 'checks',
      resource: 'canaries',
      rows: ofTeams,
      topic: false,
      async find(_selectors, limit, own) {
        const { rows } = await pool.query<{ id: string; name: string }>(
          sql`select id, name from core.harbours as harbour where ${own('harbour')} order by name limit ${limit}`,
        )
        return rows.map((row) => ({ ...row, type: '', namespace: '', agent: '', icon: null, tags: {} }))
      },
    },
  ],
  routes: [
    defineRoute({
      method: 'POST',
      path: '/harbours/dredge',
      summary: 'Makes harbours deeper',
      access: { resource: 'canaries', action: 'write' },
      answer: z.array(z.string()),
      async handle({ actor }) {
        const own = ownRows(ofTheirTeams, actor, 'harbours', log)
        const { rows } = await pool.query<{ name: string }>(
          sql`update core.harbours as harbour set depth = depth + 1 where ${own('harbour')} returning name`,
        )
        return rows.map(({ name }) => name).toSorted()
      },
    }),
  ],
})

/** Searches name kinds of the product only: here one is the area's. */
const withoutFinders =
  (open: OpenModule): OpenModule =>
  async (platform) => {
    const module = await open(platform)
    return { ...module, kinds: (module.kinds ?? []).map(({ find: _find, ...kind }) => kind) }
  }

let app: TestApp
let admin: TestBrowser
let ann: { id: string; browser: TestBrowser }
const ids = { north: '', south: '', mine: '', hidden: '', berth: '' }

beforeAll(async () => {
  const database = await createTestDatabase()
  await database.pool.query(script)
  app = await startTestApp({ database, modules: [...modules.map(withoutFinders), harbours] })
  admin = await app.signedIn()
  ann = await app.person('ann@example.com', ['editor'])
})

beforeEach(async () => {
  state.broken = false
  const { rows } = await app.database.pool.query<typeof ids>(
    `with north as (insert into core.teams (name) values ('north ' || core.new_id()) returning id),
     south as (insert into core.teams (name) values ('south ' || core.new_id()) returning id),
     member as (insert into core.team_members (team_id, person_id) select id, $1 from north),
     mine as (insert into core.harbours (team_id, name, depth) select id, 'mine', 5 from north returning id),
     hidden as (insert into core.harbours (team_id, name, depth) select id, 'HIDDEN', 70 from south returning id),
     berth as (insert into core.berths (harbour_id, name) select id, 'berth' from hidden returning id)
     select north.id as north, south.id as south, mine.id as mine, hidden.id as hidden, berth.id as berth
     from north, south, mine, hidden, berth`,
    [ann.id],
  )
  Object.assign(ids, rows[0])
  return async () => {
    await app.database.pool.query('delete from core.berths')
    await app.database.pool.query('delete from core.harbours')
    await app.database.pool.query('delete from core.team_members')
  }
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const { status, body, headers: answered } = await ann.browser.send('GET', `/api/db/${path}`, { headers })
  return { status, body, range: answered.get('content-range') }
}

describe('a relation that is open by row to a team', () => {
  test('shows its rows in lists, embeds, counts, aggregates and filters', async () => {
    expect(await get('harbours?select=name')).toMatchObject({ body: [{ name: 'mine' }] })
    expect(await get('berths?select=name,harbours(name)')).toMatchObject({
      body: [{ name: 'berth', harbours: null }],
    })
    expect(await get('berths?select=name,harbours!inner(name)')).toMatchObject({ body: [] })
    expect(await get('berths?select=name&harbours.name=eq.HIDDEN')).toMatchObject({ body: [] })
    expect(await get('harbours?select=depth.max(),count()')).toMatchObject({ body: [{ max: 5, count: 1 }] })
    for (const count of ['exact', 'planned', 'estimated'])
      expect(await get('harbours?select=id&limit=0', { prefer: `count=${count}` })).toMatchObject({
        range: '*/1',
      })
    const { body } = await admin.send('GET', '/api/db/harbours?select=name&order=name')
    expect(body).toEqual([{ name: 'HIDDEN' }, { name: 'mine' }])
  })

  test('takes writes of its rows only, each recorded', async () => {
    const { browser } = ann
    const headers = { prefer: 'return=representation' }
    const write = async (method: string, path: string, body?: object) => {
      const answer = await browser.send(method, `/api/db/${path}`, { headers, ...(body && { body }) })
      return [answer.status, answer.body]
    }
    expect(await write('PATCH', 'harbours?depth=gt.0&select=name', { depth: 6 })).toEqual([
      200,
      [{ name: 'mine' }],
    ])
    expect(await write('PATCH', `harbours?id=eq.${ids.hidden}`, { depth: 6 })).toEqual([200, []])
    expect(await write('DELETE', `harbours?id=eq.${ids.hidden}`)).toEqual([200, []])
    const refused = [409, expect.objectContaining({ code: '23505', details: null })]
    for (const name of ['HIDDEN', 'other'])
      expect(await write('POST', 'harbours', { team_id: ids.south, name })).toEqual(refused)
    expect(await write('POST', 'harbours', { id: ids.hidden, team_id: ids.north, name: 'x' })).toEqual(
      refused,
    )
    expect(await write('PATCH', `harbours?id=eq.${ids.mine}`, { team_id: ids.south })).toEqual(refused)
    const { rows } = await app.database.pool.query(
      "select resource_id from core.audit_log where resource = 'harbours' and action = 'update'",
    )
    expect(rows).toEqual([{ resource_id: ids.mine }])
  })

  test('is asked by verbs and searches with the same rule', async () => {
    const { browser } = ann
    const search = { body: { checks: [{}] } }
    expect(await browser.send('POST', '/api/harbours/dredge')).toMatchObject({ body: ['mine'] })
    const found = await browser.send('POST', '/api/resources/search', search)
    expect(found.body.checks).toMatchObject([{ id: ids.mine }])
    const all = await admin.send('POST', '/api/resources/search', search)
    expect(all.body.checks).toHaveLength(2)
  })

  test('is denied while its rule throws, and nothing else is', async () => {
    const { browser } = ann
    const stream = await followStream(app.url, browser, 'checks')
    state.broken = true
    const denied = { status: 403 }
    expect(await get('harbours')).toMatchObject(denied)
    expect(await get('berths?select=harbours(name)')).toMatchObject(denied)
    expect(await browser.send('POST', '/api/harbours/dredge')).toMatchObject(denied)
    expect(await browser.send('POST', '/api/resources/search', { body: { checks: [{}] } })).toMatchObject(
      denied,
    )
    expect(await get('berths?select=name')).toMatchObject({ status: 200 })
    const refused = await followStream(app.url, browser, 'harbours')
    await until(() => refused.ended)
    expect(refused.events).toEqual([
      'refused {"code":"EFORBIDDEN","error":"It cannot be told which harbours are yours"}',
    ])
    expect(stream.ended).toBe(false)
    stream.close()
  })
})

describe('live changes of rows', () => {
  const streams: FollowedStream[] = []
  const follow = async (browser: TestBrowser, topics: string) => {
    const stream = await followStream(app.url, browser, topics)
    streams.push(stream)
    return stream
  }
  beforeEach(() => () => {
    for (const stream of streams.splice(0)) stream.close()
  })
  const deepen = (id: string) =>
    app.database.pool.query('update core.harbours set depth = depth + 1 where id = $1', [id])
  const changeEvent = (...changedIds: string[]) =>
    `change {"topic":"harbours","ids":${JSON.stringify(changedIds)}}`

  test('reach who may see them, by topic and by id', async () => {
    const [own, byId, everything] = [
      await follow(ann.browser, 'harbours'),
      await follow(ann.browser, `harbours:${ids.hidden},harbours:${ids.mine}`),
      await follow(admin, `harbours:${ids.hidden}`),
    ]
    await deepen(ids.hidden)
    await until(() => everything.events.includes(changeEvent(ids.hidden)))
    await deepen(ids.mine)
    for (const stream of [own, byId]) {
      await until(() => stream.events.includes(changeEvent(ids.mine)))
      expect(stream.events).toEqual(['ready {}', changeEvent(ids.mine)])
    }
    expect(everything.events).toEqual(['ready {}', changeEvent(ids.hidden)])
  })

  test('tell of a row that goes, and of rows that come with a team', async () => {
    const own = await follow(ann.browser, 'harbours')
    const byId = await follow(ann.browser, `harbours:${ids.mine}`)
    await app.database.pool.query('delete from core.harbours where id = $1', [ids.mine])
    await until(() => own.events.includes(changeEvent(ids.mine)))
    await until(() => byId.events.includes(changeEvent(ids.mine)))
    await app.database.pool.query('insert into core.team_members (team_id, person_id) values ($1, $2)', [
      ids.south,
      ann.id,
    ])
    await until(() => own.events.includes(changeEvent(ids.hidden)))
    expect(byId.events).not.toContain(changeEvent(ids.hidden))
  })
})
