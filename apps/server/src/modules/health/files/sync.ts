import type { Problem } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { revisionOf } from '../../../platform/revision.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { removeCanaries } from '../canaries/remove.ts'
import { saveCanary } from '../canaries/save.ts'
import type { CanaryParser } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { readCanaryFile } from '../canary-spec/document.ts'
import { findFiles } from './find.ts'
import { fileSource } from '../canaries/source.ts'

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

const recordFile = `
  insert into core.canary_files (path, digest, problems, canaries, loaded_at) values ($1, $2, $3, $4, $5)
  on conflict (path) do update set
    digest = excluded.digest, problems = excluded.problems, canaries = excluded.canaries, loaded_at = excluded.loaded_at`

const liveCanaries = `
  select id, name, namespace from core.canaries where source = $1 and deleted_at is null`

/**
 * Saves the canaries of one file. It removes nothing while the file has any error, so that an error never removes running
 * checks.
 */
async function syncFile(dependencies: FileSyncDependencies, path: string, text: string): Promise<SyncedFile> {
  const { pool, parser, clock } = dependencies
  // Another release may parse the same text differently, and another secret key cannot decrypt the stored secrets.
  const digest = revisionOf(dependencies.secrets, [parser.release, text])
  const known = await pool.query<{ digest: string; problems: Problem[]; canaries: number }>(
    'select digest, problems, canaries from core.canary_files where path = $1',
    [path],
  )
  const before = known.rows[0]
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
      const live = await client.query<{ id: string; name: string; namespace: string }>(liveCanaries, [source])
      const gone = live.rows.filter((row) => !names.has(`${row.namespace}/${row.name}`)).map((row) => row.id)
      await removeCanaries(client, { now: clock.now(), by: source }, gone)
    }
    await client.query(recordFile, [
      path,
      digest,
      JSON.stringify(content.problems),
      content.documents.length,
      clock.now(),
    ])
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
  const { rowCount } = await dependencies.pool.query(
    `insert into core.canary_files as stored (path, digest, problems, canaries, loaded_at)
     values ($1, $2, $3, 0, $4)
     on conflict (path) do update set digest = excluded.digest, problems = excluded.problems
     where stored.digest <> excluded.digest`,
    [path, `unreadable: ${message}`, JSON.stringify(problems), dependencies.clock.now()],
  )
  return { path, problems, canaries: 0, changed: rowCount === 1 }
}

/** Retires canaries whose files were deleted from a readable folder. */
async function forgetMissing(
  dependencies: FileSyncDependencies,
  root: string,
  present: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await dependencies.pool.query<{ path: string }>(
    `select path from core.canary_files where path = $1 or starts_with(path, $2)`,
    [root, root.endsWith('/') ? root : `${root}/`],
  )
  const gone = rows.map((row) => row.path).filter((path) => !present.has(path))
  await forget(dependencies, gone)
  return gone
}

/** Retires canaries of files that the product is no longer started with. */
export async function forgetOthers(
  dependencies: FileSyncDependencies,
  roots: readonly string[],
): Promise<string[]> {
  const { rows } = await dependencies.pool.query<{ path: string }>('select path from core.canary_files')
  const isBelow = (path: string, root: string) =>
    path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)
  const others = rows.map((row) => row.path).filter((path) => !roots.some((root) => isBelow(path, root)))
  await forget(dependencies, others)
  return others
}

async function forget(dependencies: FileSyncDependencies, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await inTransaction(dependencies.pool, async (client) => {
      const live = await client.query<{ id: string }>(liveCanaries, [fileSource(path)])
      await removeCanaries(
        client,
        { now: dependencies.clock.now(), by: fileSource(path) },
        live.rows.map((row) => row.id),
      )
      await client.query('delete from core.canary_files where path = $1', [path])
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
