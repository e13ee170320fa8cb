import type { CanaryFile } from '@binnacle/contract/health'
import type { Pool } from 'pg'

/** The files of canaries, those with problems first. */
export async function listCanaryFiles(pool: Pool): Promise<CanaryFile[]> {
  const { rows } = await pool.query<Omit<CanaryFile, 'loaded_at'> & { loaded_at: Date }>(
    `select path, problems, canaries, loaded_at from core.canary_files
     order by jsonb_array_length(problems) = 0, path limit 1000`,
  )
  return rows.map((row) => ({ ...row, loaded_at: row.loaded_at.toISOString() }))
}
