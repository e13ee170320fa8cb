import { type Kysely, sql as fragment } from 'kysely'
import { StartFailure } from '../start-failure.ts'
import type { MigrationFile } from './migration-files.ts'

/** The schema of the table of applied migrations, which Kysely's Migrator and this product write. */
export const SCHEMA = 'core'
export const TABLE = 'migrations'

interface AppliedMigration {
  name: string
  digest: string
  one_way: string | null
}

async function readApplied(database: Kysely<unknown>): Promise<AppliedMigration[]> {
  await fragment`create schema if not exists core`.execute(database)
  await fragment`
    create table if not exists core.migrations (
      name varchar(255) primary key,
      timestamp varchar(255) not null,
      digest text not null default '',
      one_way text
    )`.execute(database)
  const { rows } =
    await fragment<AppliedMigration>`select name, digest, one_way from core.migrations`.execute(database)
  return rows
}

/** Whether the tables were made before the first migration of this release, by migrations that no release has. */
async function isFromBefore(
  database: Kysely<unknown>,
  [first]: readonly MigrationFile[],
  unknown: readonly AppliedMigration[],
  applied: number,
): Promise<boolean> {
  if (unknown.some(({ name }) => first !== undefined && name < first.name)) return true
  if (applied > 0) return false
  const { rows } = await fragment<{ found: boolean }>`
    select to_regclass('core.settings') is not null as found`.execute(database)
  return rows[0]?.found === true
}

export interface MigrationState {
  /** Migrations that are not applied yet. */
  pending: readonly MigrationFile[]
  /** Names of applied migrations that this release does not have, because a newer release applied them. */
  unknown: readonly string[]
}

/**
 * Compares the applied migrations of a database with those of this release.
 * @throws StartFailure if an applied migration has changed, is from before all that this release has, or is unknown and
 *   one-way
 */
export async function compareApplied(
  database: Kysely<unknown>,
  files: readonly MigrationFile[],
): Promise<MigrationState> {
  const applied = new Map((await readApplied(database)).map((row) => [row.name, row]))
  const changed = files.find((file) => {
    const row = applied.get(file.name)
    return row !== undefined && file.digest !== row.digest
  })
  if (changed !== undefined)
    throw new StartFailure(
      `The migration ${changed.path} was applied to this database in another form than this release has, so this release does not know what the database is like. Start the release that migrated it, or restore a backup from before. Nothing was changed.`,
    )
  const known = new Set(files.map((file) => file.name))
  const unknown = [...applied.values()].filter((row) => !known.has(row.name))
  if (await isFromBefore(database, files, unknown, applied.size))
    throw new StartFailure(
      'The database was made by a version of Binnacle from before its first release, and no release can bring it up to date. Start with an empty database, or with another data folder. Nothing was changed.',
    )
  const closed = unknown.find((row) => row.one_way !== null)
  if (closed !== undefined)
    throw new StartFailure(
      `The database was migrated by a newer release of Binnacle, and this release cannot work with it since ${closed.name}: ${closed.one_way}. Start that release, or restore a backup from before. Nothing was changed.`,
    )
  return {
    pending: files.filter((file) => !applied.has(file.name)),
    unknown: unknown.map((row) => row.name),
  }
}

/** Stores digest and one-way reason of an applied migration, for later starts. */
export async function keepForm(database: Kysely<unknown>, file: MigrationFile): Promise<void> {
  await fragment`
    update core.migrations set digest = ${file.digest}, one_way = ${file.oneWay ?? null}
    where name = ${file.name}`.execute(database)
}
