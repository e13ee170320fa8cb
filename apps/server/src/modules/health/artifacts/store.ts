import { DAY } from '@binnacle/contract/core'
import { posix } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { newId } from '../../../platform/ids.ts'
import type { JobOutcome, RunLog } from '../../../platform/jobs/index.ts'
import type { HealthTables } from '../tables.ts'
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

const ANY_CONTENT = 'application/octet-stream'

const makeRoom = (checkId: string) => sql`
  with aged as (
    select id, sum(stored) over (order by check_time desc, id desc) as total
    from core.artifacts where check_id = ${checkId}
  )
  delete from core.artifacts using aged where artifacts.id = aged.id and aged.total > ${MOST_OF_CHECK}`

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
      await tablesOn<HealthTables>(pool)
        .insertInto('core.artifacts')
        .values({
          id,
          check_id: run.checkId,
          check_time: run.time,
          path,
          filename,
          content_type: contentType(filename),
          size,
          checksum,
          compression,
          content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
          created_at: run.time,
          expires_at: expires,
        })
        .execute()
      ids.push(id)
    }
    if (ids.length > 0) await pool.query(makeRoom(run.checkId))
  } catch (error) {
    // All of them or none.
    await deleteArtifacts(pool, ids).catch(() => {})
    throw error
  }
  return ids
}

/** Removes artifacts of a run whose result was not stored. */
export async function deleteArtifacts(pool: Pool, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tablesOn(pool).deleteFrom('core.artifacts').where('id', '=', anyOf(ids)).execute()
}

/** Removes artifacts whose time is over, and the oldest of those that are too many. */
export async function removeOldArtifacts(
  pool: Pool,
  { days, bytes }: ArtifactLimits,
  now: Date,
  log?: Pick<RunLog, 'info'>,
): Promise<JobOutcome> {
  // What was stored under a longer limit goes with those of today.
  const oldest = new Date(now.getTime() - days * DAY)
  const { numDeletedRows: old } = await tablesOn(pool)
    .deleteFrom('core.artifacts')
    .where((expressions) =>
      expressions.or([expressions('expires_at', '<', now), expressions('created_at', '<', oldest)]),
    )
    .executeTakeFirst()
  const { rowCount: many } = await pool.query(sql`
    with aged as (select id, sum(stored) over (order by created_at desc, id desc) as total from core.artifacts)
    delete from core.artifacts using aged where artifacts.id = aged.id and aged.total > ${bytes}`)
  const removed = Number(old) + (many ?? 0)
  log?.info(`Removed ${old} files past their time and ${many ?? 0} over the limit`)
  return { success: removed, errors: [], details: { summary: { removed } } }
}
