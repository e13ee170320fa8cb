/**
 * Settings of the bundled PostgreSQL for one product on one machine: little memory when idle, no replication, every
 * commit on disk. `io_method=sync` saves three worker processes of 2 to 3 MB each.
 */
export const settings: Readonly<Record<string, string>> = {
  max_connections: '60',
  shared_buffers: '64MB',
  huge_pages: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  autovacuum_naptime: '30s',
  jit: 'off',
  random_page_cost: '1.1',
  // A crash loses no acknowledged result. Batches make up for the wait.
  synchronous_commit: 'on',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
  log_timezone: 'UTC',
}
