import { posix } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { Pool } from 'pg'
import { newId } from '../../../platform/ids.ts'
import type { JobOutcome, RunLog } from '../../../platform/jobs/index.ts'
import type { PreparedArtifact } from './prepare.ts'

/** Bytes in the database that the artifacts of one check have at most; the oldest make room. */
const MOST_OF_CHECK = 104_857_600

/** How long artifacts are kept, and how many. */
export interface ArtifactLimits {
  /** Days after the run. */
  days: number
  /** Bytes in the database of all artifacts together. */
  bytes: number
}

const DAY = 86_400_000
const ANY_CONTENT = 'application/octet-stream'

const insert = `
  insert into core.artifacts
    (id, check_id, check_time, path, filename, content_type, size, checksum, compression, content, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

const makeRoom = `
  with aged as (
    select id, sum(stored) over (order by check_time desc, id desc) as total from core.artifacts where check_id = $1
  )
  delete from core.artifacts using aged where artifacts.id = aged.id and aged.total > $2`

/** What a file is by its name, in a word for the list; it is never sent as that. */
function contentType(filename: string): string {
  return getMimeType(filename)?.split(';')[0] ?? ANY_CONTENT
}

/**
 * Stores the artifacts of a run. They are stored before the result, so that everyone who sees the result finds them.
 * @returns their ids, to take them back where the result is not stored
 */
export async function storeArtifacts(
  pool: Pool,
  run: { checkId: string; time: Date },
  artifacts: readonly PreparedArtifact[],
  { days }: ArtifactLimits,
): Promise<string[]> {
  const ids: string[] = []
  const expires = new Date(run.time.getTime() + days * DAY)
  try {
    for (const { path, size, checksum, compression, content } of artifacts) {
      const id = newId()
      const filename = posix.basename(path)
      const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
      await pool.query(insert, [
        id,
        run.checkId,
        run.time,
        path,
        filename,
        contentType(filename),
        size,
        checksum,
        compression,
        bytes,
        run.time,
        expires,
      ])
      ids.push(id)
    }
    if (ids.length > 0) await pool.query(makeRoom, [run.checkId, MOST_OF_CHECK])
  } catch (error) {
    // All of them or none.
    await takeBack(pool, ids).catch(() => {})
    throw error
  }
  return ids
}

/** Removes artifacts of a run whose result was not stored. */
export async function takeBack(pool: Pool, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await pool.query('delete from core.artifacts where id = any($1)', [ids])
}

/** Removes artifacts whose time is over, and the oldest of those that are too many. */
export async function removeOldArtifacts(
  pool: Pool,
  { days, bytes }: ArtifactLimits,
  now: Date,
  log?: Pick<RunLog, 'info'>,
): Promise<JobOutcome> {
  // What was stored under a longer limit goes with those of today.
  const old = await pool.query('delete from core.artifacts where expires_at < $1 or created_at < $2', [
    now,
    new Date(now.getTime() - days * DAY),
  ])
  const many = await pool.query(
    `with aged as (select id, sum(stored) over (order by created_at desc, id desc) as total from core.artifacts)
     delete from core.artifacts using aged where artifacts.id = aged.id and aged.total > $1`,
    [bytes],
  )
  const removed = (old.rowCount ?? 0) + (many.rowCount ?? 0)
  log?.info(`Removed ${old.rowCount ?? 0} files past their time and ${many.rowCount ?? 0} over the limit`)
  return { success: removed, errors: [], details: { summary: { removed } } }
}
