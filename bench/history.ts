// Pages of the history of a check with two million results in thirty days. It prints figures; no figure is an error.
// Run: npm run bench history [-- --results 2000000 --rounds 20]
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { healthPartitions } from '../apps/server/src/modules/health/index.ts'
import { checkHistory, historyQuery } from '../apps/server/src/modules/health/queries/history.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { machine, percentile, spread } from './lib/figures.ts'

const { values } = parseArgs({
  options: {
    results: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '20' },
  },
})
const [results, rounds] = [Number(values.results), Number(values.rounds)]
const AIM_MILLISECONDS = 100
const DAYS = 30
const DAY = 86_400_000
const check = '01900000-0000-7000-8000-000000000001'

/** What people ask a history for, and what a browser sends for it. */
const scenarios: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['the last hour', { timeRange: '1h' }],
  ['30 days, first page', { timeRange: '1mo' }],
  ['30 days, page 100', { timeRange: '1mo', pageIndex: '99' }],
  ['30 days, page 200', { timeRange: '1mo', pageIndex: '199' }],
  ['unhealthy, one in 1,000', { timeRange: '1mo', status: 'unhealthy' }],
  ['unhealthy, last page', { timeRange: '1mo', status: 'unhealthy', pageIndex: '39' }],
  ['at least 100ms, one in 50', { timeRange: '1mo', duration: '100' }],
  ['at least 1s, one in 10,000', { timeRange: '1mo', duration: '1000' }],
  ['at least 30s, none', { timeRange: '1mo', duration: '30000' }],
  ['healthy and at least 1s', { timeRange: '1mo', status: 'healthy', duration: '1000' }],
]

async function fill(pool: Pool, now: Date): Promise<void> {
  await migrate(pool)
  for (let day = DAYS + 1; day >= 0; day -= 1)
    await maintainPartitions(pool, healthPartitions, new Date(now.getTime() - day * DAY))
  await pool.query(
    `insert into core.check_statuses (check_id, time, state, duration, message, error, details)
     select $1, $2::timestamptz - make_interval(secs => number * $3::double precision / 1000),
       case when number % 1000 = 7 then 'unhealthy' else 'healthy' end::core.health_state,
       case when number % 10000 = 3 then 1500 when number % 50 = 1 then 150 else 5 + number % 20 end,
       'status 200', case when number % 1000 = 7 then 'status 503, expected 200 to 299' end,
       jsonb_build_object('code', 200, 'address', '192.0.2.10', 'bytes', 1256,
         'timings', jsonb_build_object('name', 0.4, 'connect', 1.1, 'firstByte', 3.2, 'transfer', 0.3))
     from generate_series(0, $4::integer - 1) as number`,
    [check, now, (DAYS * DAY) / results, results],
  )
  await pool.query('vacuum analyze core.check_statuses')
}

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'only for benchmarks',
  clock: systemClock,
})
const pool = new Pool(postgres.connection)
// The server may end a connection before the pool took leave of it.
pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
try {
  const now = systemClock.now()
  const started = performance.now()
  await fill(pool, now)
  const { rows } = await pool.query<{ name: string; size: string }>(
    `select coalesce(parent.relname, 'rows') as name,
       pg_size_pretty(sum(pg_relation_size(part.oid))) as size
     from pg_class as part
     left join pg_inherits on inhrelid = part.oid
     left join pg_class as parent on parent.oid = inhparent
     where part.relname like 'check_statuses%' and part.relkind in ('r', 'i') group by 1 order by 1`,
  )
  console.log(
    `${results.toLocaleString('en')} results of one check in ${DAYS} days, written in ${Math.round((performance.now() - started) / 1_000)} s; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(`  sizes: ${rows.map(({ name, size }) => `${name} ${size}`).join(', ')}`)
  for (const [title, parameters] of scenarios) {
    const query = historyQuery.parse(parameters)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      await checkHistory(pool, check, query, now)
      times.push(performance.now() - begun)
    }
    const { data, totalEntries, exact } = await checkHistory(pool, check, query, now)
    console.log(
      `  ${title}: ${spread(times, 1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, aim ${AIM_MILLISECONDS}; ${data.length} of ${exact ? '' : 'at least '}${totalEntries}`,
    )
  }
} finally {
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
