// Notifications: how long from an event to the service, what a storm of failures sends, and whether messages survive
// kills. It prints figures; no figure is an error. Generator, server and database share the machine.
// Run: npm run bench notifications [-- --only delay,storm,kills --rate 100 --seconds 60 --rules 1500 --sends 10000 --kills 20 --minutes 20]
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '@binnacle/plugin-kit/servers'
import { Pool } from 'pg'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { createSecrets } from '../apps/server/src/platform/secrets.ts'
import { change, eventsOfProduct, makeChecks } from './lib/alerts.ts'
import { machine, percentile } from './lib/figures.ts'
import { cpuSeconds, nameOf, start, tree } from './lib/processes.ts'
import { benchAccount, untilReady } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'delay,storm,kills' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    /** One recipient each. With fewer rules a recipient gets more than five alerts a minute, which are sent as one digest. */
    rules: { type: 'string', default: '1500' },
    sends: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    /** Minutes after which the part with kills ends, whatever has arrived. */
    minutes: { type: 'string', default: '20' },
  },
})
const [rate, seconds, ruleCount] = [Number(values.rate), Number(values.seconds), Number(values.rules)]
const [sends, kills] = [Number(values.sends), Number(values.kills)]
const SECRET_KEY = 'a secret key for benchmarks, long enough'
const STEP_MILLISECONDS = 50
/** Alerts of one recipient in the part with kills: few enough that each is a message. */
const ALERTS_EACH = 4
const STORM_CHECKS = 5_000
const STORM_TEAMS = 20
const STORM_SECONDS = 60

/** A service that takes messages, and knows which it has: by the key of each, as the header says. */
interface Counter {
  server: Server
  port: number
  /** Time at which a message first arrived, and its text, by key. */
  first: Map<string, { at: number; title: string; message: string }>
  /** Messages that came again with a key that was known. */
  repeated: number
}

async function startCounter(): Promise<Counter> {
  const counter: Omit<Counter, 'server' | 'port'> = { first: new Map(), repeated: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'])
      const { title, message }: { title: string; message: string } = JSON.parse(
        Buffer.concat(chunks).toString(),
      )
      if (counter.first.has(key)) result.repeated += 1
      else counter.first.set(key, { at: performance.now(), title, message })
      response.end()
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const result: Counter = { ...counter, server, port }
  return result
}

const program = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'bench',
  clock: systemClock,
  tcp: true,
})
const { host, port, user, password } = postgres.connection
const address = `postgres://${user}:${String(password)}@${host}:${port}/postgres`
const pool = new Pool({ ...postgres.connection, max: 8 })
// The database ends before the connections that wait in the pool.
pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
const events = eventsOfProduct()
const counter = await startCounter()
const productPort = await freePort()

async function startServer(): Promise<ChildProcess> {
  const child = start(process.execPath, ['--max-semi-space-size=8', program], {
    DATABASE_URL: address,
    SECRET_KEY,
    DATA_DIR: join(folder, 'product'),
    PORT: String(productPort),
    ADMIN_EMAIL: benchAccount.email,
    ADMIN_PASSWORD: benchAccount.password,
    LOG_LEVEL: 'error',
  })
  await untilReady(`http://127.0.0.1:${productPort}/readyz`, child)
  return child
}

/** Ends a process without warning. */
async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

async function makeConnection(): Promise<string> {
  const secrets = createSecrets(SECRET_KEY)
  const { rows } = await pool.query<{ id: string }>(
    `insert into core.connections (name, type, url, revision) values ($1, 'generic_webhook', $2, gen_random_uuid())
     returning id`,
    [`counter ${Math.random()}`, secrets.seal(`http://127.0.0.1:${counter.port}/`)],
  )
  return rows[0]?.id ?? ''
}

async function makeRule(filter: string | null, groupBy: string[] | null = null): Promise<void> {
  await pool.query(
    `insert into core.notifications (name, events, filter, group_by, custom_services)
     values ($1, '{check.failed,check.passed}', $2, $3, $4)`,
    [
      `rule ${Math.random()}`,
      filter,
      groupBy,
      JSON.stringify([{ name: 'counter', connection: await makeConnection() }]),
    ],
  )
}

async function clear(): Promise<void> {
  await pool.query('update core.notifications set deleted_at = now() where deleted_at is null')
  await pool.query(`delete from core.checks where namespace = 'bench'`)
  await pool.query(`delete from core.canaries where namespace = 'bench'`)
  counter.first.clear()
  counter.repeated = 0
}

/** Waits until a condition holds, at most so many seconds. */
async function until(condition: () => boolean | Promise<boolean>, most: number): Promise<boolean> {
  const giveUp = performance.now() + most * 1_000
  while (!(await condition())) {
    if (performance.now() > giveUp) return false
    await sleep(100)
  }
  return true
}

/** Processor time of the product's own processes so far. */
function used(server: ChildProcess): number {
  const own = tree(server.pid ?? 0).filter((pid) => !nameOf(pid).startsWith('postgres'))
  return own.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
}

const load = () => loadavg()[0]?.toFixed(1)

/** Messages of distinct checks at a rate, among many rules: time from the commit to the service. */
async function measureDelay(server: ChildProcess): Promise<void> {
  await clear()
  for (let rule = 0; rule < ruleCount; rule += 1) await makeRule(`check.labels.team == "team-${rule}"`)
  const checks = await makeChecks(pool, rate * seconds, ruleCount)
  const committed = new Map<string, number>()
  await sleep(2_000)
  const before = used(server)
  const started = performance.now()
  let done = 0
  while (done < checks.length) {
    const wanted = Math.min(checks.length, Math.floor(((performance.now() - started) / 1_000) * rate))
    const some = checks.slice(done, wanted)
    if (some.length > 0) {
      await change(pool, events, some, 'unhealthy')
      for (const { name } of some) committed.set(name, performance.now())
    }
    done = wanted
    await sleep(STEP_MILLISECONDS)
  }
  await until(() => counter.first.size >= checks.length, 120)
  const took = (performance.now() - started) / 1_000
  const delays = [...counter.first.values()].flatMap(({ at, title }) => {
    const begun = committed.get(title.replace(/ failed$/, ''))
    return begun === undefined ? [] : [Math.max(0, at - begun)]
  })
  const shares = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(delays, share)))
  console.log(
    `delay: ${checks.length} events at ${rate}/s, ${ruleCount} rules: event to service p50 ${shares[0]} ms, p95 ${shares[1]} ms (aim 1000), p99 ${shares[2]} ms; ` +
      `${delays.length} of ${checks.length} arrived; ${((used(server) - before) / took).toFixed(2)} cores of the server; load ${load()}`,
  )
}

/** Thousands of checks that fail within a minute, grouped by team. */
async function measureStorm(): Promise<void> {
  await clear()
  await makeRule(null, ['label:team'])
  const checks = await makeChecks(pool, STORM_CHECKS, STORM_TEAMS)
  await sleep(1_000)
  const started = performance.now()
  let done = 0
  while (done < checks.length) {
    const share = (performance.now() - started) / 1_000 / STORM_SECONDS
    const wanted = Math.min(checks.length, Math.floor(checks.length * share))
    if (wanted > done) await change(pool, events, checks.slice(done, wanted), 'unhealthy')
    done = wanted
    await sleep(STEP_MILLISECONDS)
  }
  const all = () => [...counter.first.values()].map(({ message }) => message).join('\n')
  await until(() => checks.every(({ name }) => all().includes(name.replaceAll('-', String.raw`\-`))), 240)
  await sleep(5_000)
  const named = checks.filter(({ name }) => all().includes(name.replaceAll('-', String.raw`\-`))).length
  console.log(
    `storm: ${checks.length} checks of ${STORM_TEAMS} teams failed in ${STORM_SECONDS} s: ${counter.first.size} messages (aim ${STORM_TEAMS}), ` +
      `${named} checks named, the last after ${Math.round((Math.max(...[...counter.first.values()].map(({ at }) => at)) - started) / 1_000)} s; load ${load()}`,
  )
}

/** Kills of the product at random while messages go out. */
async function measureKills(first: ChildProcess): Promise<ChildProcess> {
  await clear()
  const recipients = Math.ceil(sends / ALERTS_EACH)
  for (let rule = 0; rule < recipients; rule += 1) await makeRule(`check.labels.team == "team-${rule}"`)
  const checks = await makeChecks(pool, sends, recipients)
  await sleep(1_000)
  let server = first
  for (let place = 0; place < checks.length; place += 500)
    await change(pool, events, checks.slice(place, place + 500), 'unhealthy')
  let killed = 0
  const started = performance.now()
  const left = () => Number(values.minutes) * 60 - (performance.now() - started) / 1_000
  while (killed < kills && counter.first.size < sends && left() > 0) {
    // At random, but early enough that messages are left for the kills that follow.
    const missing = sends - counter.first.size
    const wanted = counter.first.size + Math.ceil((missing / (kills - killed)) * Math.random())
    await until(() => counter.first.size >= wanted, Math.min(60, left()))
    await kill(server)
    killed += 1
    server = await startServer()
  }
  const everything = await until(() => counter.first.size >= sends, Math.max(60, left()))
  await sleep(3_000)
  const { rows } = await pool.query<{ doubtful: number }>(
    'select count(*) as doubtful from core.notification_send_history where may_be_double',
  )
  if (!everything) {
    // Whether what did not arrive is lost or late: rows that wait, and jobs of events and messages.
    const { rows: waiting } = await pool.query(
      `select 'row ' || status as what, count(*) from core.notification_send_history where status <> 'sent' group by 1
       union all
       select 'job ' || task_identifier || case when locked_at is null then '' else ' of a process' end, count(*)
       from graphile_worker.jobs where task_identifier ~ 'otification' group by 1`,
    )
    console.log(waiting)
  }
  console.log(
    `kills: ${sends} messages, ${killed} kills in ${Math.round((performance.now() - started) / 1_000)} s: ${sends - counter.first.size} lost, ` +
      `${counter.repeated} came again with the same key, ${rows[0]?.doubtful} marked as perhaps sent twice${everything ? '' : ' (given up)'}; load ${load()}`,
  )
  return server
}

console.log(`Notifications, ${machine()}, load ${load()}`)
let server = await startServer()
await pool.query(
  `insert into core.properties (name, value) values ('notifications.max.count', '1000000') on conflict (name) do update set value = excluded.value`,
)
const parts = values.only.split(',')
if (parts.includes('delay')) await measureDelay(server)
if (parts.includes('storm')) await measureStorm()
if (parts.includes('kills')) server = await measureKills(server)
await kill(server)
await pool.end()
counter.server.close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
