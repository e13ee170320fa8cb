import type { Problem } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { revisionOf } from '../../../platform/revision.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { removeCanaries } from '../canaries/remove.ts'
import { saveCanary } from '../canaries/save.ts'
import type { CanaryParser } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { readCanaryFile } from '../canary-spec/document.ts'
import { findFiles } from './find.ts'
import { fileSource } from '../canaries/source.ts'
import type { HealthTables } from '../tables.ts'
import { forgetFile } from './stored.ts'

export interface FileSyncDependencies {
  pool: Pool
  types: CheckTypes
  parser: CanaryParser
  secrets: Secrets
  clock: Clock
}

/** The state of a file, and whether it changed. */
export interface SyncedFile {
  path: string
  problems: Problem[]
  canaries: number
  changed: boolean
}

const liveCanaries = (connection: Connection, source: string) =>
  tablesOn(connection)
    .selectFrom('core.canaries')
    .select(['id', 'name', 'namespace'])
    .where('source', '=', source)
    .where('deleted_at', 'is', null)
    .execute()

/**
 * Saves the canaries of one file. It removes nothing while the file has any error, so that an error never removes running
 * checks.
 */
async function syncFile(dependencies: FileSyncDependencies, path: string, text: string): Promise<SyncedFile> {
  const { pool, parser, clock } = dependencies
  // Another release may parse the same text differently, and another secret key cannot decrypt the stored secrets.
  const digest = revisionOf(dependencies.secrets, [parser.release, text])
  const before = await tablesOn<HealthTables>(pool)
    .selectFrom('core.canary_files')
    .select(['digest', 'problems', 'canaries'])
    .where('path', '=', path)
    .executeTakeFirst()
  if (before?.digest === digest)
    return { path, problems: before.problems, canaries: before.canaries, changed: false }
  const content = await readCanaryFile(parser, text, path)
  const source = fileSource(path)
  await inTransaction(pool, async (client) => {
    for (const { metadata, spec, isPartial } of content.documents)
      await saveCanary(
        client,
        { ...dependencies, now: clock.now() },
        { metadata, spec, isPartial, source, createdBy: null, by: source },
      )
    if (content.problems.length === 0) {
      const names = new Set(content.documents.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`))
      const live = await liveCanaries(client, source)
      const gone = live.filter((row) => !names.has(`${row.namespace}/${row.name}`)).map((row) => row.id)
      await removeCanaries(client, { now: clock.now(), by: source }, gone)
    }
    const state = {
      digest,
      problems: JSON.stringify(content.problems),
      canaries: content.documents.length,
      loaded_at: clock.now(),
    }
    await tablesOn(client)
      .insertInto('core.canary_files')
      .values({ path, ...state })
      .onConflict((conflict) => conflict.column('path').doUpdateSet(state))
      .execute()
  })
  return { path, problems: content.problems, canaries: content.documents.length, changed: true }
}

/** Records that a file or folder cannot be read. Its checks continue to run. */
async function recordUnreadable(
  dependencies: FileSyncDependencies,
  path: string,
  message: string,
): Promise<SyncedFile> {
  const problems = [{ path: '', message }]
  const state = { digest: `unreadable: ${message}`, problems: JSON.stringify(problems) }
  const { numInsertedOrUpdatedRows = 0n } = await tablesOn(dependencies.pool)
    .insertInto('core.canary_files')
    .values({ path, ...state, canaries: 0, loaded_at: dependencies.clock.now() })
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet(state)
        .whereRef('core.canary_files.digest', '<>', 'excluded.digest'),
    )
    .executeTakeFirst()
  return { path, problems, canaries: 0, changed: numInsertedOrUpdatedRows > 0n }
}

/** Retires canaries whose files were deleted from a readable folder. */
async function forgetMissing(
  dependencies: FileSyncDependencies,
  root: string,
  present: ReadonlySet<string>,
): Promise<string[]> {
  const folder = root.endsWith('/') ? root : `${root}/`
  const rows = await tablesOn(dependencies.pool)
    .selectFrom('core.canary_files')
    .select('path')
    .where((expressions) =>
      expressions.or([expressions('path', '=', root), fragment<boolean>`starts_with(path, ${folder})`]),
    )
    .execute()
  const gone = rows.map((row) => row.path).filter((path) => !present.has(path))
  await forget(dependencies, gone)
  return gone
}

/** Retires canaries of files that the product is no longer started with. */
export async function forgetOthers(
  dependencies: FileSyncDependencies,
  roots: readonly string[],
): Promise<string[]> {
  const rows = await tablesOn(dependencies.pool).selectFrom('core.canary_files').select('path').execute()
  const isBelow = (path: string, root: string) =>
    path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)
  const others = rows.map((row) => row.path).filter((path) => !roots.some((root) => isBelow(path, root)))
  await forget(dependencies, others)
  return others
}

async function forget(dependencies: FileSyncDependencies, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await inTransaction(dependencies.pool, async (client) => {
      const live = await liveCanaries(client, fileSource(path))
      await removeCanaries(
        client,
        { now: dependencies.clock.now(), by: fileSource(path) },
        live.map((row) => row.id),
      )
      await forgetFile(client, path)
    })
}

/**
 * Reads a file, or all files below a folder, and saves their canaries.
 * @param root the configured path
 * @returns every file with its problems, and deleted paths
 */
export async function syncPath(
  dependencies: FileSyncDependencies,
  root: string,
): Promise<{ files: SyncedFile[]; gone: string[] }> {
  const found = await findFiles(root)
  if (!found.ok) return { files: [await recordUnreadable(dependencies, root, found.failure)], gone: [] }
  const files: SyncedFile[] = []
  for (const { path, read } of found.value) {
    const text = await read()
    files.push(
      text.ok
        ? await syncFile(dependencies, path, text.value)
        : await recordUnreadable(dependencies, path, text.failure),
    )
  }
  const present = new Set(files.map((file) => file.path))
  return { files, gone: await forgetMissing(dependencies, root, present) }
}
