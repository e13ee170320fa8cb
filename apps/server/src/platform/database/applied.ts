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

/**
 * Copies the applied numbered migrations from the table of earlier releases. That table stays unchanged, so that these
 * releases still start on the database.
 */
async function takeOver(database: Kysely<unknown>): Promise<void> {
  const old = await fragment<{ there: boolean }>`
    select to_regclass('core.schema_version') is not null as there`.execute(database)
  if (old.rows[0]?.there !== true) return
  await fragment`
    insert into core.migrations (name, timestamp, digest)
    select
      to_char(version, 'FM000') || '.do.' || name,
      to_char(run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'md5:' || md5
    from core.schema_version
    where version > 0
    on conflict (name) do nothing`.execute(database)
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
  await takeOver(database)
  const { rows } =
    await fragment<AppliedMigration>`select name, digest, one_way from core.migrations`.execute(database)
  return rows
}

export interface MigrationState {
  /** Migrations that are not applied yet. */
  pending: readonly MigrationFile[]
  /** Names of applied migrations that this release does not have, because a newer release applied them. */
  unknown: readonly string[]
}

/**
 * Compares the applied migrations of a database with those of this release.
 * @throws StartFailure if an applied migration has changed, or if it is unknown and one-way
 */
export async function compareApplied(
  database: Kysely<unknown>,
  files: readonly MigrationFile[],
): Promise<MigrationState> {
  const applied = new Map((await readApplied(database)).map((row) => [row.name, row]))
  const changed = files.find((file) => {
    const row = applied.get(file.name)
    return row !== undefined && !file.digests.includes(row.digest)
  })
  if (changed !== undefined)
    throw new StartFailure(
      `The migration ${changed.path} was applied to this database in another form than this release has, so this release does not know what the database is like. Start the release that migrated it, or restore a backup from before. Nothing was changed.`,
    )
  const known = new Set(files.map((file) => file.name))
  const unknown = [...applied.values()].filter((row) => !known.has(row.name))
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
    update core.migrations set digest = ${file.digests[0]}, one_way = ${file.oneWay ?? null}
    where name = ${file.name}`.execute(database)
}
