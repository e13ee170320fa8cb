// Alerts that another system sends: how long an answer takes, which says that they are stored, and until when each is a check.
// Load generator, server and PostgreSQL share the cores of the machine. It prints figures; no figure is an error.
// Run: npm run bench alerts [-- --rate 500 --seconds 300 --batch 1 --repeat]
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from './lib/browser.ts'
import { machine, percentile } from './lib/figures.ts'
import { openDatabaseOf } from './lib/health-data.ts'
import { cpuSeconds, nameOf, tree } from './lib/processes.ts'
import { startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '300' },
    /** Alerts in a message. A Prometheus sends up to 64. */
    batch: { type: 'string', default: '1' },
    /** Sends the same alerts again at the end, as a Prometheus does every minute. */
    repeat: { type: 'boolean', default: false },
  },
})
const [rate, seconds, batch] = [Number(values.rate), Number(values.seconds), Number(values.batch)]
const total = rate * seconds
/** A source has at most 20,000 alerts that fire. */
const A_SOURCE = 15_000
/** Connections of the senders. Others wait, and their wait counts. */
const CONNECTIONS = 32

const alertOf = (number: number) => ({
  labels: {
    alertname: `Alert${number % 50}`,
    instance: `host-${number}.example.com:9100`,
    job: 'node',
    namespace: 'production',
    severity: 'warning',
    team: `team-${number % 20}`,
  },
  annotations: {
    summary: `Instance host-${number} has a problem`,
    description: 'The instance has had this problem for more than five minutes.',
  },
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  generatorURL: 'http://prometheus.example.com:9090/graph?g0.expr=up+%3D%3D+0',
})

const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn' })
/** Seconds of processor time of PostgreSQL, and of the product apart from PostgreSQL. */
function used(): readonly [product: number, database: number] {
  const seconds = (isDatabase: boolean) =>
    tree(product.pid)
      .filter((pid) => nameOf(pid).includes('postgres') === isDatabase)
      .reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  return [seconds(false), seconds(true)]
}
try {
  const cookie = await signIn(product)
  const database = await openDatabaseOf(product)
  const times: number[] = []
  let failures = 0

  async function send(first: number, started: number): Promise<void> {
    const answer = await fetch(
      `${product.url}/api/alertmanager/source-${Math.floor(first / A_SOURCE)}/api/v2/alerts`,
      {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(Array.from({ length: batch }, (_, index) => alertOf(first + index))),
      },
    )
    await answer.arrayBuffer()
    times.push(performance.now() - started)
    if (!answer.ok) failures += 1
  }

  /** Sends all alerts at the rate, whether the server keeps up or not. */
  async function sendAll(title: string): Promise<void> {
    times.length = 0
    failures = 0
    const [begun, before, ownBefore] = [performance.now(), used(), process.cpuUsage()]
    let next = 0
    async function sendSome(): Promise<void> {
      while (next < total) {
        const first = next
        next += batch
        const due = begun + (first / rate) * 1_000
        const wait = due - performance.now()
        if (wait > 0) await sleep(wait)
        await send(first, due)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, sendSome))
    const took = (performance.now() - begun) / 1_000
    const pending = async () =>
      (await database.query('select count(*)::integer as count from core.received_alerts where pending'))
        .rows[0]?.count
    const behind = await pending()
    while ((await pending()) > 0) await sleep(100)
    const recorded = (performance.now() - begun) / 1_000
    const after = used()
    const own = process.cpuUsage(ownBefore)
    console.log(
      `${title}: ${total} alerts, ${batch} in a message, in ${took.toFixed(1)} s (${(total / took).toFixed(0)} a second), ` +
        `${failures} failed; answer p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, ` +
        `p99 ${percentile(times, 0.99).toFixed(0)} ms; ${behind} not recorded at the end, all after ${(recorded - took).toFixed(1)} s more; ` +
        `processor ${(after[0] - before[0]).toFixed(0)} s product, ${(after[1] - before[1]).toFixed(0)} s PostgreSQL, ` +
        `${((own.user + own.system) / 1_000_000).toFixed(0)} s generator`,
    )
  }

  console.log(`${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
  await sendAll('New alerts')
  if (values.repeat) await sendAll('The same again')
  const { rows } = await database.query(
    `select count(*)::integer as count from core.checks join core.check_state as state on state.check_id = checks.id
     where checks.type = 'alert' and state.state = 'unhealthy'`,
  )
  console.log(`${rows[0]?.count} checks are unhealthy; load at the end ${loadavg()[0]?.toFixed(1)}`)
  await database.end()
} finally {
  await product.stop()
  await product.remove()
}
