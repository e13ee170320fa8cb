import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { artifact, type Artifact } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { Download, downloadAnswer } from '../../../platform/http/download.ts'
import { RequestError } from '../../../platform/errors.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { HealthTables } from '../tables.ts'

const unpack = promisify(gunzip)

/** The right to read a check includes its artifacts. */
const read = { resource: 'canaries', action: 'read' } as const

/** Columns of an artifact in the API. */
export const ARTIFACT_FIELDS = `id, path, filename, content_type, size, checksum, created_at, expires_at`

/** Artifacts of a run without their content, by path. */
export async function listArtifacts(pool: Pool, checkId: string, time: Date | string): Promise<Artifact[]> {
  const { rows } = await pool.query<{ artifacts: Artifact[] }>(sql`
    select coalesce(json_agg(listed), '[]') as artifacts from (
      select ${raw(ARTIFACT_FIELDS)} from core.artifacts
      where check_id = ${checkId} and check_time = ${time} order by path, id
    ) as listed`)
  return rows[0]?.artifacts ?? []
}

/** Routes of the files that checks left. */
export function artifactRoutes(pool: Pool): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/artifacts/list/check/{id}/{time}',
      summary: 'Artifacts of a run of a check, by the time of the run',
      access: read,
      params: z.object({
        id: z.uuid('is not an id'),
        time: z.iso.datetime({ offset: true, error: 'is not a time' }),
      }),
      answer: z.array(artifact),
      handle: ({ params }) => listArtifacts(pool, params.id, params.time),
    }),
    defineRoute({
      method: 'GET',
      path: '/artifacts/download/{id}',
      summary: 'The content of an artifact, to be saved as a file',
      access: read,
      params: z.object({ id: z.uuid('is not an id') }),
      answer: downloadAnswer,
      handle: async ({ params }) => {
        const found = await tablesOn<HealthTables>(pool)
          .selectFrom('core.artifacts')
          .select(['filename', 'size', 'compression', 'content'])
          .where('id', '=', params.id)
          .executeTakeFirst()
        if (found === undefined)
          throw new RequestError('ENOTFOUND', 'There is no artifact with this id, or it is not kept any more')
        const { filename, size, compression, content } = found
        const bytes = compression === 'gzip' ? await unpack(content, { maxOutputLength: size }) : content
        return new Download({ resource: 'artifacts', id: params.id, filename, bytes })
      },
    }),
  ]
}
