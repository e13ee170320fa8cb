import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { audit } from '../audit.ts'
import { inTransaction } from '../database/index.ts'
import { maintainPartitions } from '../database/partitions.ts'
import { createSecrets } from '../secrets.ts'
import { createChain } from './chain.ts'
import { dropSeals, readHead, sealRows } from './seal.ts'
import { verifyChain } from './verify.ts'

const chain = createChain(createSecrets('a secret key for tests, long enough'))
const other = createChain(createSecrets('another secret key, long enough too'))

let database: TestDatabase

const write = (id: string, client: Parameters<typeof audit>[0] = database.pool) =>
  audit(client, 'test', {
    action: 'create',
    resource: 'tests',
    id,
    name: `Test ${id}`,
    after: { number: 1.5, text: 'ü', list: [1, null] },
  })

async function fill(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) await write(String(number))
}

/** Does what only the owner of the database can, in a transaction that is undone, and verifies there. */
async function afterTampering(
  statements: readonly string[],
  expected: Parameters<typeof verifyChain>[2] = [],
) {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    for (const statement of statements) await client.query(statement)
    return await verifyChain(client, [chain], expected)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const rowOf = (number: number) => `(select row_id from core.audit_seals where number = ${number})`

describe('a sealed log', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await fill(12)
    await sealRows(database.pool, chain)
  })

  test('is intact, and says how much of it there is', async () => {
    const found = await verifyChain(database.pool, [chain])
    expect(found).toMatchObject({ rows: 12, unsealed: 0, broken: undefined, otherKeys: [] })
    expect(found.head.number).toBe(12)
    await write('13')
    expect(await verifyChain(database.pool, [chain])).toMatchObject({ rows: 12, unsealed: 1 })
    expect(await sealRows(database.pool, chain)).toBe(1)
    expect(await sealRows(database.pool, chain)).toBe(0)
  })

  test('is the same in every time zone', async () => {
    expect(await afterTampering([`set local timezone = 'Asia/Kathmandu'`])).toMatchObject({
      broken: undefined,
    })
  })

  test.each<[string, string[], object]>([
    [
      'a changed field',
      [`update core.audit_log set actor = 'x' where id = ${rowOf(5)}`],
      { kind: 'changed', number: 5 },
    ],
    [
      'a changed time',
      [`update core.audit_log set created_at = created_at - interval '1 microsecond' where id = ${rowOf(5)}`],
      { kind: 'changed', number: 5 },
    ],
    ['a removed row', [`delete from core.audit_log where id = ${rowOf(5)}`], { kind: 'missing', number: 5 }],
    [
      'a row that is removed with its seal',
      [`delete from core.audit_log where id = ${rowOf(5)}`, 'delete from core.audit_seals where number = 5'],
      { kind: 'missing', number: 6 },
    ],
    [
      'a row that is removed with its seal, with those after it numbered again',
      [
        `delete from core.audit_log where id = ${rowOf(5)}`,
        'delete from core.audit_seals where number = 5',
        'update core.audit_seals set number = -number where number > 5',
        'update core.audit_seals set number = -number - 1 where number < 0',
      ],
      { kind: 'reordered', number: 5 },
    ],
    [
      'two rows that changed places',
      [
        `create temporary table two on commit drop as
           select number, row_id, content from core.audit_seals where number in (4, 5)`,
        `update core.audit_seals set row_id = core.new_id() where number = 4`,
        `update core.audit_seals set row_id = two.row_id, content = two.content from two
         where audit_seals.number = 5 and two.number = 4`,
        `update core.audit_seals set row_id = two.row_id, content = two.content from two
         where audit_seals.number = 4 and two.number = 5`,
      ],
      { kind: 'reordered', number: 4 },
    ],
    [
      'a row that is added past the triggers',
      [`insert into core.audit_log (actor, action, resource) values ('x', 'create', 'tests')`],
      { kind: 'inserted', number: undefined },
    ],
    [
      'an HMAC of no key',
      [`update core.audit_seals set mac = sha256('x') where number = 7`],
      { kind: 'inserted', number: 7 },
    ],
    [
      'a key that is claimed to be another one',
      [`update core.audit_seals set key_id = 'x' where number <= 7`],
      { kind: 'another key', number: 1 },
    ],
    [
      'a forged anchor',
      [
        `delete from core.audit_log where id in (select row_id from core.audit_seals where number <= 3)`,
        `insert into core.audit_anchors (number, digest, before, mac, key_id)
         select 3, digest, row_id, mac, key_id from core.audit_seals where number = 3`,
        `delete from core.audit_seals where number <= 3`,
      ],
      { kind: 'changed', number: 3 },
    ],
    [
      'a forged anchor that claims another key',
      [
        `insert into core.audit_anchors (number, digest, before, mac, key_id)
         select 3, digest, row_id, mac, 'x' from core.audit_seals where number = 3`,
        `delete from core.audit_seals where number <= 3`,
      ],
      { kind: 'another key', number: 3 },
    ],
  ])('is broken by %s', async (_what, statements, broken) => {
    expect((await afterTampering(statements)).broken).toMatchObject(broken)
  })

  test('without its end is intact in itself, and broken for who wrote a digest down', async () => {
    const { number, digest } = await readHead(database.pool)
    const expected = [{ number, digest: digest.toString('hex') }]
    expect((await verifyChain(database.pool, [chain], expected)).broken).toBeUndefined()
    const cut = [
      'delete from core.audit_log where id in (select row_id from core.audit_seals where number > 9)',
      'delete from core.audit_seals where number > 9',
    ]
    expect((await afterTampering(cut)).broken).toBeUndefined()
    expect((await afterTampering(cut, expected)).broken).toMatchObject({ kind: 'truncated', number })
    const wrong = [{ number: 4, digest: digest.toString('hex') }]
    expect((await verifyChain(database.pool, [chain], wrong)).broken).toMatchObject({ number: 4 })
  })

  test('is broken by any single change, removal, insertion or swap of its seals', async () => {
    const count = (await readHead(database.pool)).number
    const position = fc.integer({ min: 1, max: count })
    const tampering = fc.oneof(
      fc
        .tuple(
          fc.constantFrom('actor', 'action', 'resource', 'resource_id', 'resource_name', 'address'),
          position,
          fc.stringMatching(/^[a-z]{1,8}$/),
        )
        .map(([column, number, value]) => [
          `update core.audit_log set ${column} = '${value} changed' where id = ${rowOf(number)}`,
        ]),
      position.map((number) => [`delete from core.audit_log where id = ${rowOf(number)}`]),
      // The last one is what --expect is for.
      fc
        .integer({ min: 1, max: count - 1 })
        .map((number) => [
          `delete from core.audit_log where id = ${rowOf(number)}`,
          `delete from core.audit_seals where number = ${number}`,
        ]),
      fc
        .tuple(position, position)
        .filter(([a, b]) => a !== b)
        .map(([a, b]) => [
          `update core.audit_seals set number = -1 where number = ${a}`,
          `update core.audit_seals set number = ${a} where number = ${b}`,
          `update core.audit_seals set number = ${b} where number = -1`,
        ]),
      position.map((number) => [
        `update core.audit_seals set number = -number where number >= ${number}`,
        `update core.audit_seals set number = 1 - number where number < 0`,
        `with row as (insert into core.audit_log (actor, action, resource) values ('x', 'y', 'z') returning id)
         insert into core.audit_seals select ${number}, row.id, content, digest, mac, key_id
         from row, core.audit_seals where number = ${number === count ? number - 1 : number + 1}`,
      ]),
    )
    await fc.assert(
      fc.asyncProperty(tampering, async (statements) => {
        expect((await afterTampering(statements)).broken).toBeDefined()
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})

describe('sealing', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
  })

  test('takes committed rows only, and never makes writers wait', async () => {
    await fill(3)
    await inTransaction(database.pool, async (client) => {
      await write('open', client)
      expect(await sealRows(database.pool, chain)).toBe(3)
      // While this transaction is open, others write and are sealed after it began.
      await write('later')
      expect(await sealRows(database.pool, chain)).toBe(1)
    })
    expect(await sealRows(database.pool, chain)).toBe(1)
    const found = await verifyChain(database.pool, [chain])
    expect(found).toMatchObject({ rows: 5, unsealed: 0, broken: undefined, late: { count: 0 } })
  })

  test('by several processes at once makes one chain', async () => {
    await fill(50)
    await Promise.all([1, 2, 3, 4].map(() => sealRows(database.pool, chain)))
    await sealRows(database.pool, chain)
    expect(await verifyChain(database.pool, [chain])).toMatchObject({ rows: 55, broken: undefined })
  })

  test('shows rows that were removed before they had a seal', async () => {
    await write('soon gone')
    const client = await database.pool.connect()
    await client.query(`set session_replication_role = 'replica'`)
    await client.query(`delete from core.audit_log where resource_id = 'soon gone'`)
    client.release(true)
    await sealRows(database.pool, chain)
    const { broken } = await verifyChain(database.pool, [chain])
    expect(broken).toMatchObject({ kind: 'missing', number: 56 })
  })

  test('notes rows that were added with a time of the past', async () => {
    database = await createTestDatabase()
    await fill(2)
    await sealRows(database.pool, chain)
    await database.pool.query(
      `insert into core.audit_log (created_at, actor, action, resource) values (now() - interval '3 days', 'x', 'y', 'z')`,
    )
    await sealRows(database.pool, chain)
    expect(await verifyChain(database.pool, [chain])).toMatchObject({ broken: undefined, late: { count: 1 } })
  })
})

describe('another secret key', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await fill(3)
    await sealRows(database.pool, other)
    await fill(2)
    await sealRows(database.pool, chain)
  })

  test('is said with the rows that were sealed with it, and does not count as intact by itself', async () => {
    const found = await verifyChain(database.pool, [chain])
    expect(found).toMatchObject({
      rows: 5,
      otherKeys: [{ keyId: other.keyId, first: 1, last: 3 }],
      broken: { kind: 'another key', number: 1 },
    })
  })

  test('is accepted where it is given, and where a digest that was written down vouches for its rows', async () => {
    expect(await verifyChain(database.pool, [chain, other])).toMatchObject({
      otherKeys: [],
      broken: undefined,
    })
    const { rows } = await database.pool.query<{ number: number; digest: string }>(
      `select number, encode(digest, 'hex') as digest from core.audit_seals where number in (2, 3) order by number`,
    )
    expect((await verifyChain(database.pool, [chain], rows.slice(1))).broken).toBeUndefined()
    expect((await verifyChain(database.pool, [chain], rows.slice(0, 1))).broken).toMatchObject({
      kind: 'another key',
    })
  })
})

describe('rows that go for their age', () => {
  const definition = {
    table: 'core.audit_log',
    column: 'id',
    by: 'id',
    days: 30,
    keepDays: 730,
    beforeDrop: (client: Parameters<typeof dropSeals>[0], before: string) => dropSeals(client, chain, before),
  } as const
  const insertAt = (time: string) =>
    database.pool.query(
      `insert into core.audit_log (id, created_at, actor, action, resource)
       values (core.id_at($1), $1, 'test', 'create', 'tests')`,
      [time],
    )

  beforeAll(async () => {
    database = await createTestDatabase()
  })

  test('leave an anchor from which the chain goes on', async () => {
    await maintainPartitions(database.pool, [definition], new Date('2023-01-10T00:00:00Z'))
    await insertAt('2023-01-10T00:00:00Z')
    await insertAt('2023-01-11T00:00:00Z')
    await sealRows(database.pool, chain)
    const early = await readHead(database.pool)
    await fill(2)
    await sealRows(database.pool, chain)
    // Committed late: it has the id of an old row and a high number.
    await insertAt('2023-01-12T00:00:00Z')
    await sealRows(database.pool, chain)
    expect(await verifyChain(database.pool, [chain])).toMatchObject({ rows: 5, broken: undefined })
    await maintainPartitions(database.pool, [definition], new Date('2026-01-10T00:00:00Z'))
    const after = await verifyChain(database.pool, [chain])
    expect(after).toMatchObject({ rows: 2, broken: undefined })
    const seals = await database.pool.query('select number from core.audit_seals order by number')
    expect(seals.rows).toEqual([{ number: 3 }, { number: 4 }, { number: 5 }])
    const expected = [{ number: early.number, digest: early.digest.toString('hex') }]
    expect((await verifyChain(database.pool, [chain], expected)).broken).toBeUndefined()
    // Rows beyond the anchor are still missed.
    const tampered = await afterTampering([`delete from core.audit_log where id = ${rowOf(4)}`])
    expect(tampered.broken).toMatchObject({ kind: 'missing', number: 4 })
  })

  test('may be all of them', async () => {
    await maintainPartitions(database.pool, [definition], new Date('2030-01-10T00:00:00Z'))
    expect(await verifyChain(database.pool, [chain])).toMatchObject({ rows: 0, broken: undefined })
    await write('new')
    await sealRows(database.pool, chain)
    const found = await verifyChain(database.pool, [chain])
    expect(found).toMatchObject({ rows: 1, broken: undefined })
    expect(found.head.number).toBe(6)
  })
})
