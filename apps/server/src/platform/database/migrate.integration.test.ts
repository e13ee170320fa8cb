import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../../testing/database.ts'
import { StartFailure } from '../start-failure.ts'
import { migrate } from './migrate.ts'
import { orderViews, readMigrationFiles } from './migration-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const rowsOf = async (pool: Pool, statement: string) =>
  (await pool.query<Record<string, unknown>>(statement)).rows

/** Writes files of migrations as they lie in the server's folder. */
async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const base = {
  'src/platform/database/migrations/20261001T0000-base.sql': `
    create table core.settings (
      name text primary key, value jsonb not null, updated_at timestamptz not null default now()
    );`,
  'src/modules/shop/migrations/20261122T2030-orders.sql':
    'create table core.orders (id integer primary key);',
  'src/modules/shop/views/orders.sql': 'create view api.orders as select id from core.orders;',
}
const orders = 'src/modules/shop/migrations/20261122T2030-orders.sql'
const later = 'src/platform/mail/migrations/20261123T0900-letters.sql'

const start = (pool: Pool) => migrate(pool, () => readMigrationFiles(folder))
const failureOf = async (pool: Pool) => {
  const failure: unknown = await start(pool).catch((error: unknown) => error)
  return failure instanceof StartFailure ? failure.message : failure
}

describe('migrations', () => {
  test('of all modules are applied once, in the order of their names, and views after them', async () => {
    const pool = await createEmptyDatabase()
    await write({ ...base, [later]: 'create table core.letters (order_id integer references core.orders);' })
    expect(await start(pool)).toEqual({
      tables: ['20261001T0000-base', '20261122T2030-orders', '20261123T0900-letters'],
      derived: true,
      unknown: [],
    })
    expect(await start(pool)).toEqual({ tables: [], derived: false, unknown: [] })
    expect(await rowsOf(pool, 'select id from api.orders')).toEqual([])
  })

  test('that arrive late are applied, with an older date', async () => {
    const pool = await createEmptyDatabase()
    await write(base)
    await start(pool)
    await write({
      'src/modules/cart/migrations/20261101T0000-carts.sql': 'create table core.carts ();',
    })
    expect(await start(pool)).toMatchObject({ tables: ['20261101T0000-carts'] })
    expect(await rowsOf(pool, 'select from core.carts')).toEqual([])
  })

  test('that fail leave nothing of the start, name file and statement, and are tried again', async () => {
    const pool = await createEmptyDatabase()
    await write(base)
    await start(pool)
    await pool.query('insert into core.orders values (1), (2)')
    await write({
      'src/modules/cart/migrations/20261122T2100-carts.sql': 'create table core.carts ();',
      [later]: `-- Letters; each of an order
create table core.letters (order_id integer);
/* one; of
   each */
insert into core.letters select id from core.orders;
create function core.say() returns text language sql as $$ select ';' $$;

insert into core.letters
select id / (id - 2)
from core.orders;
create table core.never ();`,
    })
    expect(await failureOf(pool)).toBe(
      `The database cannot be brought up to date: division by zero. That was in ${later}, line 8: insert into core.letters select id / (id - 2) from core.orders. Nothing was changed; the next start tries again.`,
    )
    const tables = `select relname from pg_class where relnamespace = 'core'::regnamespace and relkind = 'r' order by 1`
    expect((await rowsOf(pool, tables)).map((row) => row.relname)).toEqual([
      'migrations',
      'migrations_lock',
      'orders',
      'settings',
    ])
    expect(await rowsOf(pool, 'select id from api.orders')).toHaveLength(2)
    await pool.query('delete from core.orders where id = 2')
    expect(await start(pool)).toMatchObject({ tables: ['20261122T2100-carts', '20261123T0900-letters'] })
  })

  test('with a word that the database does not know fail with the line of the word', async () => {
    const pool = await createEmptyDatabase()
    await write({ ...base, [later]: 'create table core.letters (\n  id integer,\n  order_id integr\n);' })
    expect(await failureOf(pool)).toContain(`type "integr" does not exist. That was in ${later}, line 3: `)
  })

  test('whose connection breaks leave nothing, and are tried again', async () => {
    const pool = await createEmptyDatabase()
    await write({
      ...base,
      [later]: 'create table core.letters (); select pg_terminate_backend(pg_backend_pid());',
    })
    await expect(start(pool)).rejects.toThrow(/terminat/)
    await write({ [later]: 'create table core.letters ();' })
    expect(await start(pool)).toMatchObject({ tables: { length: 3 } })
  })

  test('that were applied in another form are refused, whatever the ends of their lines', async () => {
    const pool = await createEmptyDatabase()
    await write(base)
    await start(pool)
    await write({ [orders]: base[orders].replaceAll('\n', '\r\n') })
    expect(await start(pool)).toEqual({ tables: [], derived: false, unknown: [] })
    await write({ [orders]: 'create table core.orders (id bigint primary key);', [later]: 'select 1;' })
    expect(await failureOf(pool)).toMatch(
      new RegExp(`^The migration ${orders} was applied to this database in another form `),
    )
    expect(await rowsOf(pool, 'select name from core.migrations')).toHaveLength(2)
  })

  test('of a newer release are told, and do not stop an older one', async () => {
    const pool = await createEmptyDatabase()
    await write({ ...base, [later]: 'create table core.letters ();' })
    await start(pool)
    await rm(join(folder, later))
    const unknown = ['20261123T0900-letters']
    expect(await start(pool)).toEqual({ tables: [], derived: false, unknown })
    await write({ 'src/modules/cart/migrations/20261122T2100-carts.sql': 'create table core.carts ();' })
    expect(await start(pool)).toMatchObject({ tables: ['20261122T2100-carts'], unknown })
    await write({ [later]: 'create table core.letters ();' })
    expect(await start(pool)).toEqual({ tables: [], derived: false, unknown: [] })
  })

  test('of a newer release that an older one cannot live with stop it, with the reason', async () => {
    const pool = await createEmptyDatabase()
    await write({
      ...base,
      [later]: '-- One way: orders have no number any more\nalter table core.orders rename id to name;',
      'src/modules/shop/views/orders.sql': 'create view api.orders as select name from core.orders;',
    })
    await start(pool)
    await rm(join(folder, later))
    await write({ 'src/modules/shop/views/orders.sql': base['src/modules/shop/views/orders.sql'] })
    expect(await failureOf(pool)).toBe(
      'The database was migrated by a newer release of Binnacle, and this release cannot work with it since 20261123T0900-letters: orders have no number any more. Start that release, or restore a backup from before. Nothing was changed.',
    )
    // Where its author forgot to say so, the views of the older release may.
    await pool.query('update core.migrations set one_way = null')
    expect(await failureOf(pool)).toMatch(
      /^The database was migrated by a newer release of Binnacle \(20261123T0900-letters\), and this release cannot work with it: column "id" does not exist, in src\/modules\/shop\/views\/orders\.sql, line 1\./,
    )
    expect(await rowsOf(pool, 'select name from api.orders')).toEqual([])
  })

  test('from before the first one that there is are refused, whatever came after them', async () => {
    const pool = await createEmptyDatabase()
    await write(base)
    await start(pool)
    await rm(join(folder, 'src/platform'), { recursive: true })
    await write({
      'src/platform/database/migrations/20261101T0000-baseline.sql': 'create table core.never ();',
    })
    const failure =
      'The database was made by a version of Binnacle from before its first release, and no release can bring it up to date. Start with an empty database, or with another data folder. Nothing was changed.'
    expect(await failureOf(pool)).toBe(failure)
    expect(await rowsOf(pool, "select to_regclass('core.never') as found")).toEqual([{ found: null }])
    // The versions before that kept another table of what they applied.
    await pool.query('drop table core.migrations')
    expect(await failureOf(pool)).toBe(failure)
  })

  test('of many processes that start at once are applied by one of them', async () => {
    const pool = await createEmptyDatabase()
    await write({ ...base, [later]: 'select pg_sleep(0.2); create table core.letters ();' })
    const reports = await Promise.all(Array.from({ length: 4 }, () => start(pool)))
    expect(reports.filter((report) => report.tables.length === 3 && report.derived)).toHaveLength(1)
    expect(reports.filter((report) => report.tables.length === 0 && !report.derived)).toHaveLength(3)
  })
})

test('views of the product can be created in any order that their first lines allow', async () => {
  const pool = await createEmptyDatabase()
  const report = await migrate(pool, async () => {
    const files = await readMigrationFiles()
    return { ...files, views: orderViews(files.views.toReversed()) }
  })
  expect(report.derived).toBe(true)
})
