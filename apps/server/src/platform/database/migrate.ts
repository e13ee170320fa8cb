import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql as fragment } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { StartFailure } from '../start-failure.ts'
import { compareApplied, keepForm, SCHEMA, type MigrationState, TABLE } from './applied.ts'
import { withDatabaseLock } from './index.ts'
import {
  type MigrationFile,
  type MigrationFiles,
  readMigrationFiles,
  type ViewFile,
} from './migration-files.ts'
import { runScript, ScriptFailure } from './script.ts'

export interface MigrationReport {
  /** Names of the migrations that ran. */
  tables: readonly string[]
  /** Whether views and functions were created again. */
  derived: boolean
  /** Names of applied migrations that this release does not have, because a newer release applied them. */
  unknown: readonly string[]
}

/** A query builder on a connection that the caller releases. */
function buildersOn(client: PoolClient): Kysely<unknown> {
  const lent = new Proxy(client, {
    get(target, key): unknown {
      if (key === 'release') return () => {}
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve(), options: {} }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

async function applyPending(
  database: Kysely<unknown>,
  files: readonly MigrationFile[],
  { pending, unknown }: MigrationState,
): Promise<readonly string[]> {
  if (pending.length === 0) return []
  // Migrations can change tables without regard to views, which are created again at the end.
  await fragment`drop schema if exists api, derived cascade`.execute(database)
  let failure: unknown
  const applied = (name: string): [string, Migration] => [name, { up: () => Promise.resolve() }]
  const toApply = (file: MigrationFile): [string, Migration] => [
    file.name,
    {
      up: (transaction) =>
        runScript(transaction, file).catch((error: unknown) => {
          failure = error
          throw error
        }),
    },
  ]
  const migrator = new Migrator({
    db: database,
    provider: {
      // The Migrator refuses unknown migrations, but compareApplied has already accepted them.
      getMigrations: () =>
        Promise.resolve(Object.fromEntries([...unknown.map(applied), ...files.map(toApply)])),
    },
    allowUnorderedMigrations: true,
    migrationTableSchema: SCHEMA,
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  })
  const { error } = await migrator.migrateToLatest()
  // In a failed transaction the Migrator reports the error of its unlocking, so prefer the first one.
  if (error !== undefined) throw failure ?? error
  for (const file of pending) await keepForm(database, file)
  return pending.map((file) => file.name)
}

/** Creates all views and functions again if any of them changed, because those of one module use those of others. */
async function renewViews(
  database: Kysely<unknown>,
  files: readonly ViewFile[],
  anyway: boolean,
): Promise<boolean> {
  const digest = createHash('sha256')
    .update(files.map((file) => file.text).join('\0'))
    .digest('hex')
  const { rows } = await fragment<{ value: string }>`
    select value #>> '{}' as value from core.settings where name = 'derived_digest'`.execute(database)
  if (!anyway && rows[0]?.value === digest) return false
  await fragment`drop schema if exists api, derived cascade`.execute(database)
  await fragment`create schema derived`.execute(database)
  await fragment`create schema api`.execute(database)
  for (const file of files) await runScript(database, file)
  await fragment`
    insert into core.settings (name, value) values ('derived_digest', to_jsonb(${digest}::text))
    on conflict (name) do update set value = excluded.value, updated_at = now()`.execute(database)
  await fragment`select pg_notify('binnacle_live', '{"topic":"schema","ids":null}')`.execute(database)
  return true
}

async function bringUpToDate(
  database: Kysely<unknown>,
  { migrations, views }: MigrationFiles,
): Promise<MigrationReport> {
  const standing = await compareApplied(database, migrations)
  const { pending, unknown } = standing
  const tables = await applyPending(database, migrations, standing)
  try {
    const derived = await renewViews(database, views, pending.length > 0)
    return { tables, derived, unknown }
  } catch (error) {
    if (!(error instanceof ScriptFailure) || unknown.length === 0) throw error
    throw new StartFailure(
      `The database was migrated by a newer release of Binnacle (${unknown.join(', ')}), and this release cannot work with it: ${error.message}, in ${error.path}, line ${error.line}. Start that release, or restore a backup from before. Nothing was changed.`,
    )
  }
}

/** SQLSTATE of a missing right, and of a missing extension. */
const UNPRIVILEGED = '42501'
const UNSUPPORTED = '0A000'

/** Converts a database error of a migration to a sentence for the operator. Other errors are defects. */
function explain(error: unknown): unknown {
  const cause = error instanceof ScriptFailure ? error.cause : error
  if (!(cause instanceof DatabaseError)) return error
  const denied = [UNPRIVILEGED, UNSUPPORTED].includes(cause.code ?? '')
  if (!denied && !(error instanceof ScriptFailure)) return error
  return new StartFailure(
    [
      `The database cannot be brought up to date: ${cause.message}.`,
      ...(error instanceof ScriptFailure
        ? [`That was in ${error.path}, line ${error.line}: ${error.statement.replaceAll(/\s+/g, ' ')}.`]
        : []),
      ...(denied ? ['Its user needs the right to create schemas and the extension pg_trgm.'] : []),
      'Nothing was changed; the next start tries again.',
    ].join(' '),
  )
}

/**
 * Migrates the database to the current version, completely or not at all. Processes that start at once wait for each other.
 * @param read reads the files to apply; replaced in tests
 * @throws StartFailure if a migration fails, if this release cannot work with the database, or if its user lacks a right
 */
export async function migrate(
  pool: Pool,
  read: () => Promise<MigrationFiles> = readMigrationFiles,
): Promise<MigrationReport> {
  const files = await read()
  // After a lost connection the rollback fails too, with a less helpful error, so keep the first one.
  let first: unknown
  try {
    return await withDatabaseLock(pool, 'binnacle migrations', (client) =>
      buildersOn(client)
        .transaction()
        .execute((transaction) =>
          bringUpToDate(transaction, files).catch((error: unknown) => {
            first = error
            throw error
          }),
        ),
    )
  } catch (error) {
    throw explain(first ?? error)
  }
}
