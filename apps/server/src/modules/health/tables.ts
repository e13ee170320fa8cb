import type { Problem } from '@binnacle/contract/core'
import type { Json } from '@binnacle/plugin-kit/core'
import type { ColumnType } from 'kysely'
import type { KnownTable } from '../../platform/database/columns.ts'
import type { DB, Generated } from '../../platform/database/tables.ts'
import type { RunData } from './results/result.ts'

type Details = Readonly<Record<string, Json>>

/** Tables of checks, with what their JSON columns hold. */
export interface HealthTables {
  'core.canaries': DB['core.canaries']
  'core.canary_files': KnownTable<
    'core.canary_files',
    { problems: Generated<ColumnType<Problem[], string, string>> }
  >
  'core.checks': DB['core.checks']
  'core.check_state': DB['core.check_state']
  'core.check_statuses': KnownTable<
    'core.check_statuses',
    { details: ColumnType<Details | null, string | null, string | null> }
  >
  /** What scripts saw of the last run. */
  'core.check_data': KnownTable<'core.check_data', { data: ColumnType<RunData, string, string> }>
  'core.artifacts': KnownTable<'core.artifacts', { compression: 'gzip' | 'none' }>
}
