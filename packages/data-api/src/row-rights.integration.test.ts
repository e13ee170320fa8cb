import type { Pool } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DataServiceOptions, sql } from './index.ts'
import { openAsk } from '../testing/ask.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Ask } from '../testing/shop.ts'
import { hidden, ofTheirTeams, teamsScript } from '../testing/teams.ts'

let pool: Pool
let open: (actor: string, options?: Partial<DataServiceOptions<string>>) => Promise<Ask>
let ann: Ask
let ben: Ask
const errors: unknown[] = []

beforeAll(async () => {
  const made = await createTestDatabase(teamsScript)
  pool = made.pool
  open = (actor, options) =>
    openAsk<string>(
      {
        connection: made.connection,
        schemas: ['fleet'],
        aggregates: true,
        tolerances: true,
        transactionEnd: true,
        rows: ofTheirTeams,
        onError: (error) => errors.push(error),
        ...options,
      },
      actor,
    )
  ann = await open('Ann')
  ben = await open('Ben')
})
beforeEach(() => {
  errors.length = 0
})

const counted = (count: string) => ({ headers: { prefer: `count=${count}` } })

describe('rows of other teams are not there', () => {
  test.each<[what: string, request: string, answer: unknown]>([
    ['lists', '/ships?select=id&order=id', [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ['one by its key', '/ships?select=id&id=eq.11', []],
    ['logic around them', '/ships?select=id&or=(id.eq.11,id.eq.1)', [{ id: 1 }]],
    ['negated logic', '/ships?select=id&not.and=(id.eq.1,id.eq.1)&order=id', [{ id: 2 }, { id: 3 }]],
    ['views', '/open_voyages?select=cargo', [{ cargo: 'silk' }]],
    [
      'embeds to one',
      '/voyages?select=id,ships(id)&order=id',
      [
        { id: 1, ships: { id: 1 } },
        { id: 2, ships: { id: 1 } },
        { id: 3, ships: { id: 2 } },
        { id: 4, ships: null },
        { id: 5, ships: null },
      ],
    ],
    [
      'inner embeds',
      '/voyages?select=id,ships!inner(id)&order=id',
      [1, 1, 2].map((id, place) => ({ id: place + 1, ships: { id } })),
    ],
    [
      'embeds to many',
      '/ships?select=voyages(cargo)&id=eq.1',
      [{ voyages: [{ cargo: 'tea' }, { cargo: 'oil' }] }],
    ],
    ['embeds of views', '/ships?select=open_voyages(cargo)&id=eq.2', [{ open_voyages: [{ cargo: 'silk' }] }]],
    [
      'one to one',
      '/ships?select=id,people(name)&order=id',
      [
        { id: 1, people: { name: 'Ada' } },
        { id: 2, people: null },
        { id: 3, people: null },
      ],
    ],
    [
      'nested embeds',
      '/people?select=id,ships(id,voyages(id))&id=lte.2&order=id',
      [
        { id: 1, ships: { id: 1, voyages: [{ id: 1 }, { id: 2 }] } },
        { id: 2, ships: null },
      ],
    ],
    [
      'spreads',
      '/voyages?select=id,...ships(name)&order=id.desc&limit=2',
      [
        { id: 5, name: null },
        { id: 4, name: null },
      ],
    ],
    [
      'junctions',
      '/ships?select=id,ports(id)&order=id',
      [
        { id: 1, ports: [{ id: 1 }] },
        { id: 2, ports: [] },
        { id: 3, ports: [{ id: 2 }] },
      ],
    ],
    [
      'the other side of junctions',
      '/ports?select=id,ships(id)&order=id',
      [
        { id: 1, ships: [{ id: 1 }] },
        { id: 2, ships: [{ id: 3 }] },
      ],
    ],
    [
      'filters on embeds',
      '/ships?select=id,voyages(id)&voyages.tons=gt.5&id=eq.1',
      [{ id: 1, voyages: [{ id: 1 }] }],
    ],
    ['filters on hidden joins', '/ships?select=id&voyages.tons=gt.100', []],
    ['tests of embeds', '/ships?select=id,people()&people=is.null&order=id', [{ id: 2 }, { id: 3 }]],
    [
      'orders by embeds',
      '/ships?select=id,people()&order=people(name).desc.nullslast,id',
      [{ id: 1 }, { id: 2 }, { id: 3 }],
    ],
    ['counted rows', '/ships?select=count()', [{ count: 3 }]],
    ['aggregates', '/voyages?select=tons.sum(),tons.max(),id.count()', [{ sum: 20, max: 10, count: 5 }]],
    ['aggregates of embeds', '/ships?select=voyages(tons.max())&id=eq.1', [{ voyages: [{ max: 10 }] }]],
    ['aggregates of spreads', '/voyages?select=...ships(built.max())', [{ max: '2020-01-01' }]],
    [
      'computed columns',
      '/ships?select=initial&order=initial',
      [{ initial: '1' }, { initial: '2' }, { initial: '3' }],
    ],
    ['computed relationships', '/ships?select=heavy(cargo)&id=eq.1', [{ heavy: [{ cargo: 'tea' }] }]],
    ['computed relationships to one', '/voyages?select=owner(id)&id=eq.4', [{ owner: null }]],
    ['rows of functions', `/rpc/find?term=${hidden}`, []],
    ['one row of a function', '/rpc/one?wanted=11', null],
    [
      'what functions embed',
      '/rpc/find?term=2&select=open_voyages(cargo)',
      [{ open_voyages: [{ cargo: 'silk' }] }],
    ],
    ['fuzzy expressions', `/ships?select=id&name.filter=${hidden}*`, []],
  ])('%s', async (_what, request, body) => {
    expect(await ann(`GET ${request}`)).toMatchObject({ status: 200, body })
  })

  test.each(['exact', 'planned', 'estimated'])('%s counts', async (count) => {
    for (const [request, total] of [
      ['/ships?limit=1', '3'],
      ['/ships?name=gte.A&limit=1', '0'],
      [`/ships?name=like.${hidden}*&limit=1`, '0'],
      ['/voyages?select=id,ships!inner()&limit=1', '3'],
      [`/voyages?ships.name=eq.${hidden}%20one&limit=1`, '0'],
      ['/rpc/find?term=&limit=1', '3'],
    ] as const) {
      const { headers } = await ann(`GET ${request}`, counted(count))
      expect([request, headers.get('content-range')?.replace(/.*\//, '')]).toEqual([request, total])
    }
  })

  test('an exact count that takes too long is no estimate of all rows', async () => {
    const slow = await open('Ann', {
      countBudget: 100,
      rows: (_access, row) => sql`${row}.team = 1 and pg_sleep(0.06 + 0 * ${row}.id) is not null`,
    })
    const { status, headers } = await slow('GET /ships?limit=1&order=id', counted('exact'))
    expect([status, headers.get('content-range')]).toEqual([200, '0-0/*'])
  })

  test('who is in the team sees them, and who is in none sees nothing', async () => {
    expect(await ben('GET /ships?select=count()')).toMatchObject({ body: [{ count: 5 }] })
    const nobody = await open('Nobody')
    expect(await nobody('GET /ships?select=id,voyages(id)')).toMatchObject({ status: 200, body: [] })
    const none = await open('Ann', { rows: ({ name }) => (name === 'voyages' ? 'none' : 'all') })
    expect(await none('GET /ships?select=id,voyages(id)&id=gte.11&order=id')).toMatchObject({
      body: [
        { id: 11, voyages: [] },
        { id: 12, voyages: [] },
      ],
    })
  })
})

describe('failures tell nothing of hidden rows', () => {
  test.each([
    ['a pattern that fails at the row it matches', `/ships?select=id&name=like.${hidden}%5C`],
    ['a computed column that fails', '/ships?select=id&number=gt.0'],
    ['a spread that casts', '/voyages?select=...ships(name::integer)&order=id'],
    ['an order by what an embed computes', '/voyages?select=id,ships()&order=ships(number)'],
    ['an embed that casts', '/voyages?select=ships(name::integer)'],
    ['an aggregate that casts', '/ships?select=name::integer.sum()'],
    ['a root that casts', '/ships?select=name::integer'],
  ])('%s', async (_what, request) => {
    // It does fail for who may see them.
    expect((await ben(`GET ${request}`)).status).toBe(400)
    expect(await ann(`GET ${request}`)).toMatchObject({ status: 200 })
  })

  test('a condition that fails at a hidden row does not show it', async () => {
    const broken = await open('Ann', {
      rows: (_access, row) => sql`${row}.team = 1 or ${row}.name::integer > 0`,
    })
    const answer = await broken('GET /ships?select=id')
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('…')
    expect(JSON.stringify(answer.body)).not.toContain(hidden)
    expect(await broken('GET /ships?id=eq.nothing')).toMatchObject({
      body: { message: 'invalid input syntax for type integer: "nothing"' },
    })
  })

  test.each([
    () => {
      throw new Error('no such team')
    },
    () => undefined,
    async () => 'all',
    () => 'yes',
  ])('a right that throws or answers nothing valid denies its relation, and nothing else', async (right) => {
    const rows = (access: { name: string }): 'all' =>
      // @ts-expect-error what plain JavaScript could answer
      access.name === 'ships' ? right() : 'all'
    const ask = await open('Ann', { rows })
    for (const request of [
      'GET /ships',
      'HEAD /ships',
      'GET /voyages?select=id,ships(id)',
      'GET /voyages?ships.id=eq.1',
      'GET /rpc/find?term=1',
      'PATCH /ships?id=eq.1',
      'DELETE /ships?id=eq.1',
      'POST /ships',
    ]) {
      errors.length = 0
      const writes = /^(POST|PATCH)/.test(request)
      const answer = await ask(request, writes ? { body: { id: 77, team: 1, name: 'new' } } : {})
      expect([request, answer.status, JSON.stringify(answer.body).includes('no such team')]).toEqual([
        request,
        403,
        false,
      ])
      expect(errors.length).toBeGreaterThan(0)
    }
    expect(await ask('GET /ports?select=id')).toMatchObject({ status: 200 })
  })
})

describe('writes', () => {
  const representation = 'return=representation, tx=rollback'
  const all = async () => (await pool.query('select * from fleet.ships order by id')).rows
  const refusal = {
    status: 409,
    body: {
      code: '23505',
      message: 'The rows were not written: one of them has the key of another row, or is not yours to write',
      details: null,
      hint: null,
    },
  }

  test.each<[request: string, body: object | undefined, status: number, answer: unknown, prefer?: string]>([
    ['PATCH /ships?id=eq.11&select=id', { built: '2000-01-01' }, 200, []],
    ['PATCH /ships?id=in.(1,11)&select=id', { built: '2000-01-01' }, 200, [{ id: 1 }]],
    ['PATCH /ships?id=gt.0&order=id.desc&limit=1&select=id', { built: '2000-01-01' }, 200, [{ id: 3 }]],
    ['DELETE /voyages?id=gte.4&select=id', undefined, 200, [{ id: 4 }, { id: 5 }]],
    ['DELETE /voyages?id=eq.11', undefined, 200, []],
    [
      'POST /ships?select=id,people(name)',
      { id: 70, team: 1, name: 'new', captain_id: 3 },
      201,
      [{ id: 70, people: { name: 'Cy' } }],
    ],
    ['POST /ships?select=id', { id: 3, team: 1, name: 'x' }, 200, [{ id: 3 }], 'resolution=merge-duplicates'],
    ['POST /ships?select=id', [{ id: 11, team: 1, name: 'x' }], 201, [], 'resolution=ignore-duplicates'],
    ['PUT /ships?id=eq.3&select=id,name', { id: 3, team: 1, name: 'x' }, 200, [{ id: 3, name: 'x' }]],
  ])('%s %o', async (request, body, status, answer, more = '') => {
    const headers = { prefer: `${representation}, ${more}` }
    expect(await ann(request, { ...(body && { body }), headers })).toMatchObject({ status, body: answer })
  })

  test.each<[request: string, body: object, prefer?: string]>([
    ['POST /ships', { id: 11, team: 1, name: 'taken' }],
    ['POST /ships', { id: 71, team: 2, name: 'new there' }],
    ['POST /ships', { id: 71, team: 2, name: `${hidden} one` }],
    [
      'POST /ships',
      [
        { id: 71, team: 1, name: 'mine' },
        { id: 72, team: 2, name: 'theirs' },
      ],
    ],
    ['POST /ships', { id: 11, team: 1, name: 'stolen' }, 'resolution=merge-duplicates'],
    ['POST /ships', { id: 71, team: 2, name: 'x' }, 'resolution=merge-duplicates'],
    [
      'POST /ships?on_conflict=team,name',
      { id: 71, team: 2, name: `${hidden} one` },
      'resolution=merge-duplicates',
    ],
    ['PUT /ships?id=eq.11', { id: 11, team: 1, name: 'stolen' }],
    ['PUT /ships?id=eq.71', { id: 71, team: 2, name: 'x' }],
    ['PATCH /ships?id=eq.1', { team: 2 }],
    ['PATCH /ships?id=eq.1', { id: 11 }],
    ['PATCH /ships?id=eq.1', { team: 2, name: `${hidden} one` }],
  ])('%s %o has one answer, whether a hidden row is in the way or not', async (request, body, more = '') => {
    const before = await all()
    for (const way of ['return=minimal', 'return=representation', 'return=headers-only']) {
      const { status, body: answer } = await ann(request, { body, headers: { prefer: `${way}, ${more}` } })
      expect({ status, body: answer }).toEqual(refusal)
    }
    expect(await all()).toEqual(before)
  })

  test('a refused row is not shown', async () => {
    const answer = await ben('PATCH /voyages?id=eq.11', { body: { tons: -1 } })
    expect(answer).toMatchObject({ status: 400, body: { code: '23514', details: null } })
  })

  test('a function that writes shows only rows of the team', async () => {
    for (const [wanted, body] of [
      [1, [{ id: 1 }]],
      [11, []],
    ] as const)
      expect(
        await ann('POST /rpc/paint?select=id', { body: { wanted }, headers: { prefer: 'tx=rollback' } }),
      ).toMatchObject({ status: 200, body })
  })

  describe('by the owner of a relation', () => {
    const given: unknown[] = []
    let owned: Ask
    beforeAll(async () => {
      owned = await open('Ann', {
        writer: () => async (write) => {
          given.push([write.action, write.keys, write.missing])
          if (write.action === 'insert') return write.rows.map(({ id }) => [String(id)])
          if (write.action === 'update')
            for (const [key] of write.keys)
              await write.client.query('update fleet.ships set team = $2 where id = $1', [
                key,
                write.rows[0]?.['team'],
              ])
          return write.keys
        },
      })
    })
    beforeEach(() => {
      given.length = 0
    })

    test('hidden rows are as if they were missing', async () => {
      await owned('PATCH /ships?id=in.(1,11,99)', { body: { team: 1 } })
      await owned('DELETE /ships?id=eq.11')
      expect(given).toEqual([
        ['update', [['1']], ['11', '99']],
        ['delete', [], ['11']],
      ])
    })

    test('an owner cannot move rows out of sight, show or merge with hidden ones', async () => {
      expect(await owned('PATCH /ships?id=eq.1', { body: { team: 2 } })).toMatchObject(refusal)
      const body = { id: 11, team: 1, name: 'x' }
      expect(
        await owned('POST /ships', { body, headers: { prefer: 'return=representation' } }),
      ).toMatchObject(refusal)
      given.length = 0
      expect(
        await owned('POST /ships', { body, headers: { prefer: 'resolution=merge-duplicates' } }),
      ).toMatchObject(refusal)
      expect(given).toEqual([])
    })
  })
})
