import type { CanaryFile } from '@binnacle/contract/health'
import { type ColumnType, sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import type { KnownTable } from '../../../platform/database/columns.ts'
import type { Generated } from '../../../platform/database/tables.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'

interface FileTables {
  'core.canary_files': KnownTable<
    'core.canary_files',
    { problems: Generated<ColumnType<CanaryFile['problems'], string, string>> }
  >
}

/** The files of canaries, those with problems first. */
export async function listCanaryFiles(pool: Pool): Promise<CanaryFile[]> {
  const rows = await tablesOn<FileTables>(pool)
    .selectFrom('core.canary_files')
    .select(['path', 'problems', 'canaries', 'loaded_at'])
    .orderBy(fragment`jsonb_array_length(problems) = 0`)
    .orderBy('path')
    .limit(1_000)
    .execute()
  return rows.map((row) => ({ ...row, loaded_at: row.loaded_at.toISOString() }))
}
