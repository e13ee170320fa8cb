import type { PartitionedTable } from '../../../platform/database/partitions.ts'
import { RESULTS_KEEP_DAYS, rollups } from './rollups.ts'

/** Tables of this module that are partitioned by time. */
export const healthPartitions: readonly PartitionedTable[] = [
  { table: 'core.check_statuses', column: 'time', by: 'time', days: 1, keepDays: RESULTS_KEEP_DAYS },
  { table: 'core.check_transitions', column: 'at', by: 'time', days: 1, keepDays: 8 },
  ...rollups.map(
    ({ table, partitionDays: days, keepDays }) =>
      ({ table, column: 'bucket', by: 'time', days, keepDays }) as const,
  ),
]
