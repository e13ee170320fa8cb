// The same grouped alerts through Alertmanager and through the product: events for each second of processor time. Both
// group by team and tell a web service. The product stores each event, its history and each decision; Alertmanager keeps
// alerts in memory. Load generator, both programs and PostgreSQL share the cores of the machine; one runs at a time.
// It prints figures; no figure is an error. Needs Debian's package prometheus-alertmanager.
// Run: npm run bench alertmanager [-- --alerts 20000 --rate 200 --batch 16 --rounds 3]
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '@binnacle/plugin-kit/servers'
import { signIn } from './lib/browser.ts'
import { machine, spread } from './lib/figures.ts'
import { cpuSecondsWithEnded, end, start, tree } from './lib/processes.ts'
import { startProduct, untilReady } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    alerts: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '200' },
    /** Alerts in a message. A Prometheus sends up to 64. */
    batch: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
  },
})
const [total, rate] = [Number(values.alerts), Number(values.rate)]
const [batch, rounds] = [Number(values.batch), Number(values.rounds)]
const TEAMS = 20
const WAIT_SECONDS = 5
/** Long enough, after the first message of each team, for the last ones of both. */
const SETTLE_MILLISECONDS = 3 * WAIT_SECONDS * 1_000
const GIVE_UP_MILLISECONDS = 120_000

interface Target {
  pid: number
  /** Takes alerts as Alertmanager's API does. */
  address: string
  headers: Readonly<Record<string, string>>
  stop: () => Promise<void>
}

const alertOf = (number: number) => ({
  labels: {
    alertname: `Alert${number % 50}`,
    instance: `host-${number}.example.com:9100`,
    severity: 'warning',
    team: `team-${number % TEAMS}`,
  },
  annotations: { summary: `Instance host-${number} has a problem` },
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
})

async function startAlertmanager(receiver: string): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-alertmanager-'))
  const file = join(folder, 'alertmanager.yml')
  await writeFile(
    file,
    JSON.stringify({
      route: {
        receiver: 'counter',
        group_by: ['team'],
        group_wait: `${WAIT_SECONDS}s`,
        group_interval: `${WAIT_SECONDS}s`,
      },
      receivers: [{ name: 'counter', webhook_configs: [{ url: receiver }] }],
    }),
  )
  const port = await freePort()
  const child = start('prometheus-alertmanager', [
    `--config.file=${file}`,
    `--storage.path=${folder}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
    '--log.level=error',
  ])
  await untilReady(`http://127.0.0.1:${port}/-/ready`, child)
  return {
    pid: child.pid ?? 0,
    address: `http://127.0.0.1:${port}/api/v2/alerts`,
    headers: {},
    async stop() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startOurs(receiver: string): Promise<Target> {
  const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'error' })
  const cookie = await signIn(product)
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return text
  }
  const { id } = JSON.parse(
    await send('/api/connections', { name: 'counter', type: 'generic_webhook', url: receiver }),
  )
  await send('/api/db/notifications', {
    name: 'by team',
    events: ['check.failed', 'check.passed'],
    group_by: ['label:team'],
    custom_services: [{ name: 'counter', connection: id }],
  })
  return {
    pid: product.pid,
    address: `${product.url}/api/alertmanager/bench/api/v2/alerts`,
    headers: { cookie },
    async stop() {
      await product.stop()
      await product.remove()
    },
  }
}

/** Sends all alerts at the rate. @returns events for each second of processor time, and the messages told */
async function measure(open: (receiver: string) => Promise<Target>): Promise<number> {
  const received = { messages: 0 }
  const counter = createServer((request, response) => {
    request.resume().on('end', () => {
      received.messages += 1
      response.end('{}')
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => counter.listen(port, '127.0.0.1', resolve))
  const target = await open(`http://127.0.0.1:${port}/`)
  try {
    const used = () => tree(target.pid).reduce((sum, pid) => sum + cpuSecondsWithEnded(pid), 0)
    const before = used()
    const begun = performance.now()
    for (let first = 0; first < total; first += batch) {
      const wait = begun + (first / rate) * 1_000 - performance.now()
      if (wait > 0) await sleep(wait)
      const alerts = Array.from({ length: Math.min(batch, total - first) }, (_, index) =>
        alertOf(first + index),
      )
      const answer = await fetch(target.address, {
        method: 'POST',
        headers: { ...target.headers, 'content-type': 'application/json' },
        body: JSON.stringify(alerts),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${target.address} answered ${answer.status}: ${text}`)
    }
    const took = (performance.now() - begun) / 1_000
    const giveUp = performance.now() + GIVE_UP_MILLISECONDS
    while (received.messages < TEAMS && performance.now() < giveUp) await sleep(100)
    await sleep(SETTLE_MILLISECONDS)
    const spent = used() - before
    console.log(
      `  ${total} alerts in ${took.toFixed(0)} s, ${spent.toFixed(1)} s of processor time, ${received.messages} messages; load ${loadavg()[0]?.toFixed(1)}`,
    )
    return total / spent
  } finally {
    await target.stop()
    counter.close()
  }
}

console.log(`${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
const figures = { ours: [] as number[], alertmanager: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  console.log(`Round ${round + 1}: Alertmanager, then the product`)
  figures.alertmanager.push(await measure(startAlertmanager))
  figures.ours.push(await measure(startOurs))
}
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
console.log(
  `Events for each second of processor time: ours ${spread(figures.ours)}, Alertmanager ${spread(figures.alertmanager)}; ` +
    `ours are ${((mean(figures.ours) / mean(figures.alertmanager)) * 100).toFixed(0)} % of its (aim 50 %)`,
)
