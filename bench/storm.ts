// A storm: thousands of checks fail within seconds and recover together later, and a critical one fails in the middle. How
// many messages each recipient gets, when the first and the critical one come, and when everybody knows. It prints figures;
// no figure is an error. Generator, server and database share the machine.
// Run: npm run bench storm [-- --checks 5000 --recipients 3 --rest 300 --trace]
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
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
import { cpuSeconds, end, nameOf, start, tree } from './lib/processes.ts'
import { benchAccount, untilReady } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    checks: { type: 'string', default: '5000' },
    recipients: { type: 'string', default: '3' },
    /** Seconds in which all fail, and from the first failure to the recovery. */
    within: { type: 'string', default: '10' },
    rest: { type: 'string', default: '300' },
    /** Prints every two seconds what waits. */
    trace: { type: 'boolean', default: false },
  },
})
const [count, recipients] = [Number(values.checks), Number(values.recipients)]
const [within, rest] = [Number(values.within), Number(values.rest)]
const SECRET_KEY = 'a secret key for benchmarks, long enough'
const STEP_MILLISECONDS = 50
const MOST_SECONDS = 600

interface Got {
  at: number
  title: string
  isCritical: boolean
}
const got: Got[][] = Array.from({ length: recipients }, () => [])
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { title, message }: { title: string; message: string } = JSON.parse(
      Buffer.concat(chunks).toString(),
    )
    const isCritical = message.includes('the critical one') || title.includes('the critical one')
    got[Number(request.url?.slice(1))]?.push({ at: performance.now(), title, isCritical })
    response.end()
  })
})
const hookPort = await freePort()
await new Promise<void>((resolve) => server.listen(hookPort, '127.0.0.1', resolve))

const program = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'bench',
  clock: systemClock,
  tcp: true,
})
const { host, port, user, password } = postgres.connection
const pool = new Pool({ ...postgres.connection, max: 4 })
// The database ends before the connections that wait in the pool.
pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
const events = eventsOfProduct()
const productPort = await freePort()
const product = start(process.execPath, ['--max-semi-space-size=8', program], {
  DATABASE_URL: `postgres://${user}:${String(password)}@${host}:${port}/postgres`,
  SECRET_KEY,
  DATA_DIR: join(folder, 'product'),
  PORT: String(productPort),
  ADMIN_EMAIL: benchAccount.email,
  ADMIN_PASSWORD: benchAccount.password,
  WATCH_SELF: 'off',
  LOG_LEVEL: 'error',
})
await untilReady(`http://127.0.0.1:${productPort}/readyz`, product)

const secrets = createSecrets(SECRET_KEY)
const services: { name: string; connection: string }[] = []
for (let place = 0; place < recipients; place += 1) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into core.connections (name, type, url, revision) values ($1, 'generic_webhook', $2, gen_random_uuid())
     returning id`,
    [`hook ${place}`, secrets.seal(`http://127.0.0.1:${hookPort}/${place}`)],
  )
  services.push({ name: `hook ${place}`, connection: rows[0]?.id ?? '' })
}
await pool.query(
  `insert into core.notifications (name, events, custom_services) values ('all', '{check.failed,check.passed}', $1)`,
  [JSON.stringify(services)],
)
const checks = await makeChecks(pool, count + 1, 20)
const critical = checks.slice(-1)
const others = checks.slice(0, -1)
await pool.query(
  `update core.checks set severity = 'critical', name = 'the critical one' where id = any($1)`,
  [critical.map(({ id }) => id)],
)
await sleep(2_000)

/** Processor time of the product's own processes so far. */
const used = () =>
  tree(product.pid ?? 0)
    .filter((pid) => !nameOf(pid).startsWith('postgres'))
    .reduce((sum, pid) => sum + cpuSeconds(pid), 0)

const knowing = async (knows: 'open' | 'over'): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from core.alert_told where knows = $1',
    [knows],
  )
  return rows[0]?.count ?? 0
}

const begun = performance.now()
const after = (at: number) => ((at - begun) / 1_000).toFixed(1)
async function trace(): Promise<void> {
  const { rows } = await pool.query<{ what: string }>(`
    select string_agg(task_identifier || case when free then '' else '*' end || ' ' || count, ', ') as what
    from (
      select task_identifier, locked_at is null as free, count(*)
      from graphile_worker.jobs where run_at <= now() group by 1, 2
    ) as waiting`)
  console.log(
    `${after(performance.now())} s: ${got.map((of) => of.length).join('/')} messages, ${await knowing('open')} open, ` +
      `${await knowing('over')} over, ${used().toFixed(1)} s processor; ${rows[0]?.what}`,
  )
}
const tracing = values.trace ? setInterval(() => void trace(), 2_000) : undefined

async function failAll(): Promise<number> {
  let done = 0
  let criticalAt = 0
  while (done < others.length) {
    const wanted = Math.min(
      others.length,
      Math.floor(((performance.now() - begun) / 1_000 / within) * others.length),
    )
    if (wanted > done) await change(pool, events, others.slice(done, wanted), 'unhealthy')
    done = wanted
    if (criticalAt === 0 && done > others.length / 2) {
      await change(pool, events, critical, 'unhealthy', 'critical')
      criticalAt = performance.now()
    }
    await sleep(STEP_MILLISECONDS)
  }
  return criticalAt
}

async function untilAll(knows: 'open' | 'over'): Promise<number | undefined> {
  const giveUp = performance.now() + MOST_SECONDS * 1_000
  while ((await knowing(knows)) < checks.length * recipients) {
    if (performance.now() > giveUp) return undefined
    await sleep(250)
  }
  return performance.now()
}

console.log(
  `Storm of ${count} checks, ${recipients} recipients, ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
)
const criticalAt = await failAll()
const allFailed = performance.now()
const known = await untilAll('open')
const [failing, usedToKnow] = [got.map((of) => of.length), used()]
await sleep(Math.max(0, begun + rest * 1_000 - performance.now()))
const recovered = performance.now()
for (let place = 0; place < checks.length; place += 500)
  await change(pool, events, checks.slice(place, place + 500), 'healthy')
const ended = await untilAll('over')
await sleep(2_000)
clearInterval(tracing)
const firsts = got.map(([first]) => (first === undefined ? Infinity : first.at - begun))
const criticals = got.map((of) => (of.find(({ isCritical }) => isCritical)?.at ?? Infinity) - criticalAt)
const { rows } = await pool.query<{ untold: number }>(
  `select count(*)::integer as untold from core.alert_told where knows <> 'over' or held_by is not null`,
)
console.log(
  [
    `messages to each: ${got.map((of) => of.length).join(', ')} (aim 5), of these while it failed: ${failing.join(', ')}`,
    `first message: p95 ${Math.round(percentile(firsts, 0.95))} ms (aim 5000); the critical one: ${Math.round(Math.max(...criticals))} ms (aim 10000)`,
    `everybody knew of all failures ${known === undefined ? 'never' : `${((known - allFailed) / 1_000).toFixed(1)} s after the last`}, of all ends ` +
      `${ended === undefined ? 'never' : `${((ended - recovered) / 1_000).toFixed(1)} s after they began`}; not told in the end: ${rows[0]?.untold}`,
    `processor of the server: ${usedToKnow.toFixed(0)} s until all was known, ${used().toFixed(0)} s in all; load ${loadavg()[0]?.toFixed(1)}`,
    ...got.flatMap((of, place) => of.map(({ at, title }) => `  ${place} ${after(at)} s: ${title}`)),
  ].join('\n'),
)
await end(product)
await pool.end()
server.close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
