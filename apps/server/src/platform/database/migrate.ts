import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type ClientBase, DatabaseError, type Pool } from 'pg'
import Postgrator from 'postgrator'
import { StartFailure } from '../start-failure.ts'
import { withDatabaseLock } from './index.ts'

const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))

export interface MigrationReport {
  /** Names of the table migrations that ran. */
  tables: string[]
  /** Whether views and functions were made anew. */
  derived: boolean
}

/** A folder's path may hold characters that mean something in a pattern. */
function literalPattern(path: string): string {
  return path.replaceAll('\\', '/').replace(/[[\]{}()*?!+@]/g, '[$&]')
}

async function migrateTables(client: ClientBase): Promise<string[]> {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: `${literalPattern(migrations)}tables/*.sql`,
    schemaTable: 'core.schema_version',
    execQuery: async (query) => ({ rows: (await client.query(query)).rows }),
    execSqlScript: async (script) => {
      await client.query(script)
    },
  })
  const [present, newest] = [await postgrator.getDatabaseVersion(), await postgrator.getMaxVersion()]
  if (present > newest)
    throw new StartFailure(
      `The database was migrated by a newer release of Binnacle (its version is ${present}, this release knows up to ${newest}): start that release, or restore a backup from before.`,
    )
  const applied = await postgrator.migrate()
  return applied.map((migration) => migration.filename)
}

/** Views and functions hold no data: when one changes, all are made anew in one transaction. */
async function renewDerived(client: ClientBase): Promise<boolean> {
  const folder = `${migrations}derived/`
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const scripts = await Promise.all(names.map((name) => readFile(`${folder}${name}`, 'utf8')))
  const digest = createHash('sha256').update(scripts.join('\0')).digest('hex')
  const { rows } = await client.query<{ value: string }>(
    `select value #>> '{}' as value from core.settings where name = 'derived_digest'`,
  )
  if (rows[0]?.value === digest) return false
  await client.query('begin')
  await client.query('drop schema if exists api, derived cascade; create schema derived; create schema api')
  for (const script of scripts) await client.query(script)
  await client.query(
    `insert into core.settings (name, value) values ('derived_digest', to_jsonb($1::text))
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [digest],
  )
  await client.query(`select pg_notify('binnacle_live', '{"topic":"schema","ids":null}')`)
  await client.query('commit')
  return true
}

/** SQLSTATE of a right that is lacking, and of an extension that the server does not have. */
const UNPRIVILEGED = '42501'
const UNSUPPORTED = '0A000'

/** What a person can do something about is one sentence; the rest is a defect. */
function explain(error: unknown): unknown {
  if (error instanceof DatabaseError && [UNPRIVILEGED, UNSUPPORTED].includes(error.code ?? ''))
    return new StartFailure(
      `The database cannot be brought up to date: ${error.message}. Its user needs the right to create schemas and the extension pg_trgm.`,
    )
  return error
}

/**
 * Brings the database to the present version. Processes that start at once wait for each other; a migration that
 * fails leaves the version before it.
 * @throws StartFailure when it is of a newer release, or its user lacks a right
 */
export async function migrate(pool: Pool): Promise<MigrationReport> {
  try {
    return await withDatabaseLock(pool, 'binnacle migrations', async (client) => {
      const tables = await migrateTables(client)
      const derived = await renewDerived(client)
      return { tables, derived }
    })
  } catch (error) {
    throw explain(error)
  }
}
