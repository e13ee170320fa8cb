// The health page with many checks in the database: what its requests take at the server and over the wire.
// Run: npm run bench health-page [-- --checks 10000 --rounds 20]
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { machine, spread } from './lib/figures.ts'
import { request, signIn } from './lib/browser.ts'
import { cpuSeconds, tree } from './lib/processes.ts'
import { startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: { checks: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '20' } },
})
const [checks, rounds] = [Number(values.checks), Number(values.rounds)]
const PER_CANARY = 100

/** Canaries of a hundred checks with labels; one check of fifty fails; results and rollups of the last 70 minutes. */
const seed = `
  with canaries as (
    insert into core.canaries (name, namespace, labels, spec, revision, source)
    select 'canary ' || number, 'space ' || number % 12, '{}', '{}', core.new_id(), 'API'
    from generate_series(1, $1 / ${PER_CANARY}) as number
    returning id, name, namespace
  ),
  checks as (
    insert into core.checks (canary_id, type, name, namespace, description, icon, endpoint, labels, spec)
    select canaries.id, (array['http', 'tcp', 'dns', 'exec'])[1 + number % 4], 'check ' || number, namespace,
      'Watches service ' || number % 400, (array['http', 'tcp', 'dns', 'exec'])[1 + number % 4],
      'https://service-' || number || '.example.com/' || canaries.name,
      jsonb_build_object(
        'team', 'team ' || number % 20, 'tier', (array['web', 'data', 'edge'])[1 + number % 3],
        'service', 'service ' || number % 400
      ), '{}'
    from canaries, generate_series(1, ${PER_CANARY}) as number
    returning id, type
  )
  insert into core.check_state (
    check_id, revision, type, timeout_milliseconds, state, message, last_runtime, last_transition_time
  )
  select id, core.new_id(), type, 10000,
    (case when row_number() over () % 50 = 0 then 'unhealthy' else 'healthy' end)::core.health_state,
    'status 200, all is well', now(), now() - random() * interval '9 days'
  from checks`

const fillHistory = `
  insert into core.check_statuses (check_id, time, state, duration, message)
  select check_id, now() - number * interval '2 minutes', state, 40 + number, message
  from core.check_state, generate_series(0, 34) as number`

const fillRollups = `
  insert into core.check_rollups_5m (check_id, bucket, passed, failed, unknown, duration_sum, duration_max, histogram)
  select check_id, date_bin('5 minutes', now(), 'epoch') - number * interval '5 minutes',
    case when state = 'healthy' then 30 else 20 end, case when state = 'healthy' then 0 else 10 end, 0, 1800, 90,
    '[39:42]={5,10,10,5}'::integer[]
  from core.check_state, generate_series(0, 13) as number`

const requests: Readonly<Record<string, string>> = {
  'opens: what does not pass, by group': 'checks?hidePassing=true&groupBy=canary_name',
  'opens: tabs and labels': 'facets?hidePassing=true',
  'all checks by group': 'checks?groupBy=canary_name',
  'all checks, not grouped': 'checks?groupBy=none',
  'all checks by name of the check': 'checks?groupBy=name',
  'all checks by type': 'checks?groupBy=type',
  'all checks by a label': 'checks?groupBy=label%3Ateam',
  'by health': 'checks?status=unhealthy&groupBy=canary_name',
  'by a label and not another': 'checks?labels=tier%3Dweb%2C!team%3Dteam%201&groupBy=canary_name',
  'by tab': 'checks?tab=space%203&groupBy=canary_name',
  'by search': 'checks?query=service-77&groupBy=canary_name',
  'tabs and labels of all checks': 'facets?',
  'cards of all checks': 'cards?groupBy=canary_name',
  'cards by type': 'cards?groupBy=type',
  'pivot of teams against tiers': 'pivot?groupBy=label%3Ateam&pivotBy=label%3Atier',
  'sorted by uptime': 'checks?sortBy=uptime&groupBy=none',
  'sorted by latency': 'checks?sortBy=latency&sortOrder=desc&groupBy=none',
}

const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn' })
try {
  const client = new Client({ host: join(product.data, 'run'), user: 'binnacle', database: 'binnacle' })
  await client.connect()
  await client.query(seed, [checks])
  await client.query(fillHistory)
  await client.query(fillRollups)
  await client.query('vacuum analyze')
  await client.end()
  const session = await signIn(product)
  /** Seconds of processor time of the server with its PostgreSQL so far. */
  const used = () => tree(product.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  console.log(
    `${checks} checks, ${rounds} requests of each kind; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const [title, path] of Object.entries(requests)) {
    await request(product, session, `/api/health/${path}`)
    const times: number[] = []
    let size = 0
    const before = used()
    for (let round = 0; round < rounds; round += 1) {
      const { milliseconds, bytes } = await request(product, session, `/api/health/${path}`)
      times.push(milliseconds)
      size = bytes
    }
    // Says more than the time where others are busy too.
    const processor = ((used() - before) * 1_000) / rounds
    console.log(
      `  ${title}: ${spread(times)} ms, processor ${processor.toFixed(0)} ms a request, ${(size / 1_000).toFixed(0)} kB`,
    )
  }
  console.log(`load at the end ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await product.stop()
  await product.remove()
}
process.exit(0)
