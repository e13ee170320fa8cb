// Pages of a send history with millions of rows, as the data service answers them. It prints figures and their ratio to
// the aim; no figure is an error.
// Run: npm run bench notification-history [-- --rows 5000000 --rounds 20]
import { createDataService, type DataService } from '@binnacle/data-api'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { notificationPartitions } from '../apps/server/src/modules/notifications/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { machine, percentile, spread } from './lib/figures.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '20' },
  },
})
const [total, rounds] = [Number(values.rows), Number(values.rounds)]
const AIM_MILLISECONDS = 50
const DAYS = 90
const DAY = 86_400_000
const RULES = 500

const list =
  'notification_send_history_summary?select=id,created_at,first_observed,count,status,source_event,tells,resource_type,resource,recipient_name,service,notification_id&order=created_at.desc,id.desc&limit=50'
const day = (ago: number) => new Date(systemClock.now().getTime() - ago * DAY).toISOString()

/** What pages and other clients ask for, and how they want it counted. */
const scenarios: readonly (readonly [title: string, query: string, count: string])[] = [
  ['first page', `${list}&offset=0`, 'estimated'],
  ['first page, whole rows', 'notification_send_history_summary?select=*&order=created_at.desc&limit=50', ''],
  ['page 20', `${list}&offset=1000`, 'estimated'],
  ['oldest first', `${list.replaceAll('.desc', '.asc')}&offset=0`, 'estimated'],
  ['errors, one in 20', `${list}&status=in.(error)`, 'estimated'],
  ['pending, one in 100,000', `${list}&status=in.(pending)`, 'estimated'],
  ['without what was sent', `${list}&status=not.in.(sent)`, 'estimated'],
  ['catalog items, one in 50', `${list}&resource_type=in.(config)`, 'estimated'],
  ['errors of checks', `${list}&status=in.(error)&resource_type=in.(check)`, 'estimated'],
  ['of one rule in 500', `${list}&notification_id=eq.RULE`, 'estimated'],
  ['of one team in 20', `${list}&team_id=eq.TEAM`, 'estimated'],
  ['a day three weeks ago', `${list}&created_at=gte.${day(21)}&created_at=lt.${day(20)}`, 'estimated'],
  ['a name that one row in 1,000 has', `${list}&or=(SEARCH service-777 )`, 'estimated'],
  ['ten names that one row in 100 has', `${list}&or=(SEARCH service-77)`, 'estimated'],
  ['a name that every row has', `${list}&or=(SEARCH service)`, 'estimated'],
  ['a name that no row has', `${list}&or=(SEARCH nowhere)`, 'estimated'],
  ['one row with its message', 'notification_send_history_summary?select=*&id=eq.ROW', ''],
  ['rules with their counts', 'notifications_summary?select=*&order=created_at.desc&limit=50', 'exact'],
]

/** An id of this time: what ids of version 7 begin with. */
const idOf = (time: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`

async function fill(pool: Pool, now: Date): Promise<void> {
  await migrate(pool)
  for (let ago = DAYS + 7; ago >= 0; ago -= 1)
    await maintainPartitions(pool, notificationPartitions, new Date(now.getTime() - ago * DAY))
  await pool.query(
    `insert into core.teams (name) select 'team ' || number from generate_series(1, 20) as number`,
  )
  await pool.query(
    `insert into core.notifications (name, events, team_id)
     select 'rule ' || number, array['check.failed', 'check.passed'],
       (select id from core.teams order by name limit 1 offset number % 20)
     from generate_series(1, $1::integer) as number`,
    [RULES],
  )
  await pool.query(`
    insert into core.notification_totals (notification_id, sent, failed, duration_sum, last_sent_at)
    select id, 9000, 500, 2000000, now() from core.notifications`)
  await pool.query(
    `with rules as materialized (
       select array_agg(id order by id) as ids, array_agg(team_id order by id) as teams from core.notifications
     ), rows as (
       select number, $1::timestamptz - make_interval(secs => number * $2::double precision / 1000) as time
       from generate_series(0, $3::integer - 1) as number
     )
     insert into core.notification_send_history
       (id, notification_id, status, source_event, tells, resource_kind, resource_id, resource_name, resource_type,
        resource_health, recipient, recipient_name, team_id, service, error, count, first_observed, created_at)
     select ${idOf('time')}, rules.ids[1 + number % ${RULES}],
       case when number % 100000 = 7 then 'pending' when number % 20 = 3 then 'error' when number % 3 = 1 then 'repeat-interval' else 'sent' end,
       'check.failed', 'alert', case when number % 50 = 9 then 'config' else 'check' end,
       md5('resource ' || number % 20000)::uuid, 'service-' || number % 1000 || ' latency', 'http', 'unhealthy',
       'team', 'Team ' || number % 20, rules.teams[1 + number % ${RULES}], 'slack',
       case when number % 20 = 3 then 'status 500 from the service' end, 1, time, time
     from rows, rules`,
    [now, (DAYS * DAY) / total, total],
  )
  await pool.query(`
    insert into core.notification_send_details (send_id, title, body, decisions, event_id, event_time)
    select id, 'service is failing', repeat('The service failed. ', 20), '[]', id, created_at
    from core.notification_send_history order by created_at desc limit 100000`)
  await pool.query(`
    insert into core.notification_names (name)
    select distinct resource_name from core.notification_send_history
    union select distinct recipient_name from core.notification_send_history`)
  await pool.query(
    'vacuum analyze core.notification_names, core.notification_send_history, core.notification_send_details, core.notifications',
  )
}

/** Most names that the page names one by one. */
const MOST_NAMES = 100

/** Searches names first, as the page does, and puts their condition into a query. */
async function withNames(service: DataService<null>, query: string): Promise<string> {
  const [search, text] = /SEARCH ([^)]*)/.exec(query) ?? []
  if (search === undefined) return query
  const names = `notification_names?select=name&name=ilike.*${text}*&limit=${MOST_NAMES + 1}`
  const answer = await service.handle(new Request(`http://localhost/${names}`), { actor: null })
  const parsed: unknown = await answer.json()
  if (!answer.ok || !Array.isArray(parsed)) throw new Error('the names could not be read')
  const columns = ['resource_name', 'recipient_name']
  const condition = (column: string) =>
    parsed.length > MOST_NAMES
      ? `${column}.ilike."*${text}*"`
      : `${column}.in.(${parsed.map(({ name }) => `"${name}"`).join(',')})`
  return query.replace(search, columns.map(condition).join(','))
}

async function ask(service: DataService<null>, wanted: string, count: string): Promise<[number, string]> {
  const query = await withNames(service, wanted)
  const request = new Request(`http://localhost/${query}`, {
    headers: count === '' ? {} : { prefer: `count=${count}` },
  })
  const answer = await service.handle(request, { actor: null })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  const parsed: unknown = JSON.parse(text)
  return [Array.isArray(parsed) ? parsed.length : 0, answer.headers.get('content-range') ?? '']
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
const service = createDataService<null>({
  connection: postgres.connection,
  connections: 4,
  schemas: ['api'],
  countBudget: 300,
  limits: { maximumRows: 10_000 },
  authorize: () => undefined,
  now: () => systemClock.now(),
})
try {
  const now = systemClock.now()
  const started = performance.now()
  await fill(pool, now)
  await service.reload()
  const { rows: sizes } = await pool.query<{ size: string }>(
    `select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as size
     from pg_inherits where inhparent = 'core.notification_send_history'::regclass`,
  )
  console.log(
    `${total.toLocaleString('en')} rows in ${DAYS} days, ${sizes[0]?.size ?? ''}, written in ${Math.round((performance.now() - started) / 1_000)} s; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const { rows } = await pool.query<{ id: string; notification_id: string; team_id: string }>(
    'select id, notification_id, team_id from core.notification_send_history order by created_at desc limit 1',
  )
  const [row] = rows
  for (const [title, query, count] of scenarios) {
    const named = query
      .replace('RULE', row?.notification_id ?? '')
      .replace('TEAM', row?.team_id ?? '')
      .replace('ROW', row?.id ?? '')
    const times: number[] = []
    let found: [number, string] = [0, '']
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      found = await ask(service, named, count)
      times.push(performance.now() - begun)
    }
    const p95 = percentile(times, 0.95)
    console.log(
      `  ${title}: ${spread(times, 1)} ms, p95 ${p95.toFixed(1)} ms, ${(p95 / AIM_MILLISECONDS).toFixed(2)} of ${AIM_MILLISECONDS} ms; ${found[0]} rows, ${found[1]}`,
    )
  }
} finally {
  await service.close()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
