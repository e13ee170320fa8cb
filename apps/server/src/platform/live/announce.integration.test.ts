import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'

interface Announcement {
  topic: string
  ids: string[] | null
}

let database: TestDatabase
let listener: Client
beforeAll(async () => {
  database = await createTestDatabase()
  listener = new Client(database.connection)
  listener.on('error', () => {})
  await listener.connect()
  await listener.query('listen binnacle_live')
})
afterAll(() => listener.end())

const run = async (statement: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(statement, values)).rows

/** What a statement announces: all that arrives between two marks. */
async function announcedBy(statement: string): Promise<Announcement[]> {
  let heard: Announcement[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const hear = ({ payload = '' }: { payload?: string | undefined }) => {
    if (payload === 'begin') heard = []
    else if (payload === 'end') resolve()
    else heard.push(JSON.parse(payload))
  }
  listener.on('notification', hear)
  await run(`select pg_notify('binnacle_live', 'begin')`)
  await run(statement)
  await run(`select pg_notify('binnacle_live', 'end')`)
  await promise
  listener.off('notification', hear)
  return heard.map(({ topic, ids }) => ({ topic, ids: ids?.toSorted() ?? null }))
}

describe('changes of a table', () => {
  beforeEach(async () => {
    await run('delete from core.properties')
    await run(`insert into core.properties (name, value) values ('a', '1'), ('b', '2'), ('c', '3')`)
  })

  test('that change nothing are not announced', async () => {
    expect(await announcedBy('update core.properties set value = value')).toEqual([])
    expect(
      await announcedBy(
        `insert into core.properties (name, value) values ('a', '1'), ('b', '2')
         on conflict (name) do update set value = excluded.value`,
      ),
    ).toEqual([])
  })

  test('are announced with the rows that are another', async () => {
    expect(
      await announcedBy(`update core.properties set value = case name when 'b' then 'new' else value end`),
    ).toEqual([{ topic: 'properties', ids: ['b'] }])
    expect(await announcedBy(`update core.properties set description = '' where name <> 'a'`)).toEqual([
      { topic: 'properties', ids: ['b', 'c'] },
    ])
  })

  test('are announced with the old and the new id of a row that got another', async () => {
    expect(await announcedBy(`update core.properties set name = 'd' where name = 'a'`)).toEqual([
      { topic: 'properties', ids: ['a', 'd'] },
    ])
  })

  test('are announced when rows come and go', async () => {
    expect(
      await announcedBy(`insert into core.properties (name, value) values ('e', ''), ('f', '')`),
    ).toEqual([{ topic: 'properties', ids: ['e', 'f'] }])
    expect(await announcedBy(`delete from core.properties where name in ('e', 'a', 'none')`)).toEqual([
      { topic: 'properties', ids: ['a', 'e'] },
    ])
    expect(await announcedBy(`delete from core.properties where name = 'none'`)).toEqual([])
  })

  test('of more rows than an announcement has room for are announced without ids', async () => {
    const many = (count: number, length: number) =>
      announcedBy(
        `insert into core.properties (name, value)
         select rpad('many' || n, ${length}, '.'), '' from generate_series(1, ${count}) as n`,
      )
    expect((await many(150, 7))[0]?.ids).toHaveLength(150)
    expect(await many(151, 10)).toEqual([{ topic: 'properties', ids: null }])
    expect(await announcedBy(`update core.properties set value = 'x' where name like 'many%'`)).toEqual([
      { topic: 'properties', ids: null },
    ])
    // Names may be long, such as paths of files.
    expect(await many(100, 120)).toEqual([{ topic: 'properties', ids: null }])
  })
})

test('of 100,000 rows that change at once, no more are read than tell that they are too many', async () => {
  // Ids of this kind count how often they are written as text.
  await run(`
    create sequence read_ids;
    create type counted as (number integer);
    create function as_text(id counted) returns text language plpgsql volatile as $$
    begin
      perform nextval('read_ids');
      return id.number::text;
    end $$;
    create cast (counted as text) with function as_text(counted);
    create table bulk (id counted, value integer);
    select core.announce_changes_of('bulk', 'bulk', 'id')`)
  const reads = async (statement: string) => {
    await run(`select setval('read_ids', 1)`)
    const announced = await announcedBy(statement)
    const [row] = await run('select last_value as reads from read_ids')
    return { announced, few: Number(row?.reads) < 1_000 }
  }
  const all = { announced: [{ topic: 'bulk', ids: null }], few: true }
  expect(
    await reads('insert into bulk select row(n)::counted, 1 from generate_series(1, 100000) as n'),
  ).toEqual(all)
  expect(await reads('update bulk set value = 2')).toEqual(all)
  expect(await reads('update bulk set value = 2')).toEqual({ announced: [], few: true })
  expect(await reads('delete from bulk')).toEqual(all)
})

describe('results of checks', () => {
  beforeAll(async () => {
    await run(`
      insert into core.canaries (id, name, spec, revision, source)
      values ('01930000-0000-7000-8000-000000000001', 'shop', '{}', core.new_id(), 'UI');
      insert into core.checks (canary_id, type, name, namespace, spec)
      select '01930000-0000-7000-8000-000000000001', 'http', 'check ' || n, 'default', '{}'
      from generate_series(1, 400) as n;
      insert into core.check_state (check_id, revision, type, timeout_milliseconds, state, last_runtime)
      select id, core.new_id(), 'http', 1000, 'healthy', now() from core.checks`)
  })

  test('are announced when they are new, and leases are not', async () => {
    const [first] = await run('select check_id::text as id from core.check_state order by check_id limit 1')
    expect(await announcedBy(`update core.check_state set lease_owner = core.new_id()`)).toEqual([])
    expect(
      await announcedBy(
        `update core.check_state set last_runtime = now() where check_id = '${String(first?.id)}'`,
      ),
    ).toEqual([{ topic: 'checks', ids: [first?.id] }])
  })

  test('of thousands take no longer on a connection whose first statement was of one', async () => {
    await run(`
      insert into core.checks (canary_id, type, name, namespace, spec)
      select '01930000-0000-7000-8000-000000000001', 'many', 'many ' || n, 'default', '{}'
      from generate_series(1, 3000) as n;
      insert into core.check_state (check_id, revision, type, timeout_milliseconds)
      select id, core.new_id(), 'many', 1000 from core.checks where type = 'many'`)
    const quickest = async (first: string) => {
      const client = new Client(database.connection)
      await client.connect()
      await client.query(first)
      const times: number[] = []
      for (let round = 0; round < 3; round += 1) {
        const start = performance.now()
        await client.query(`update core.check_state set lease_until = now() where type = 'many'`)
        times.push(performance.now() - start)
      }
      await client.end()
      return Math.min(...times)
    }
    const many = await quickest('select')
    const afterOne = await quickest(
      `update core.check_state set lease_until = now() where check_id = (select check_id from core.check_state limit 1)`,
    )
    expect(afterOne).toBeLessThan(10 * many)
  })

  test('of more checks than an announcement has room for are announced without ids', async () => {
    expect(await announcedBy(`update core.check_state set last_runtime = now()`)).toEqual([
      { topic: 'checks', ids: null },
    ])
  })
})
