import type { PartitionedTable } from '../../platform/database/partitions.ts'

/** Tables of this module that are cut by time; days kept as decided in the specification's decision 44. */
export const healthPartitions = [
  { table: 'core.check_statuses', column: 'time', by: 'time', days: 1, keepDays: 30 },
  { table: 'core.check_rollups_5m', column: 'bucket', by: 'time', days: 1, keepDays: 8 },
  { table: 'core.check_rollups_1h', column: 'bucket', by: 'time', days: 30, keepDays: 365 },
  { table: 'core.check_rollups_1d', column: 'bucket', by: 'time', days: 30, keepDays: 365 },
] as const satisfies readonly PartitionedTable[]
