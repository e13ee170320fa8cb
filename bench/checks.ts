// HTTP checks against a target on loopback, every result stored; beside prometheus-blackbox-exporter, which stores
// nothing, on the same target. Run: npm run bench checks [-- --checks 1000 --seconds 120 --every 10]
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '@binnacle/plugin-kit/servers'
import { Client } from 'pg'
import { machine, percentile } from './lib/figures.ts'
import { cpuSeconds, end, nameOf, proportionalMemory, start, tree } from './lib/processes.ts'
import { startProduct, untilReady } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    checks: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '120' },
    every: { type: 'string', default: '10' },
  },
})
const [checks, seconds, every] = [Number(values.checks), Number(values.seconds), Number(values.every)]
const WARM_SECONDS = 25
const PER_CANARY = 100

const targetPort = await freePort()
const target = start(process.execPath, [
  fileURLToPath(new URL('lib/target.ts', import.meta.url)),
  String(targetPort),
])
const targetUrl = `http://127.0.0.1:${targetPort}/`
await untilReady(targetUrl, target)

function canaries(): string {
  return Array.from({ length: Math.ceil(checks / PER_CANARY) }, (_, canary) => {
    const size = Math.min(PER_CANARY, checks - canary * PER_CANARY)
    const list = Array.from(
      { length: size },
      (__, check) => `    - { name: check ${check}, url: "${targetUrl}" }`,
    )
    return `metadata: { name: bench-${canary} }\nspec:\n  schedule: "@every ${every}s"\n  http:\n${list.join('\n')}\n`
  }).join('---\n')
}

async function measureProduct() {
  const product = await startProduct([], { WATCH_SELF: 'off' })
  const file = join(product.data, 'bench.yaml')
  await product.stop()
  await writeFile(file, canaries())
  const measured = await startProduct(['--canaries', file], { WATCH_SELF: 'off' }, product.data)
  await sleep(WARM_SECONDS * 1_000)
  // Started by root, the server is below the process that was started.
  const processes = (isDatabase: boolean) =>
    tree(measured.pid).filter((pid) => nameOf(pid).includes('postgres') === isDatabase)
  const cpu = (isDatabase: boolean) => processes(isDatabase).reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const client = new Client({ host: join(product.data, 'run'), user: 'binnacle', database: 'binnacle' })
  await client.connect()
  const skippedSoFar = async () => {
    const { rows } = await client.query<{ skipped: number }>(
      'select sum(skipped)::integer as skipped from core.check_state',
    )
    return rows[0]?.skipped ?? 0
  }
  // While new checks run for the first time, all at once, some ticks pass.
  const skippedAtStart = await skippedSoFar()
  const from = new Date()
  const before = { server: cpu(false), postgres: cpu(true) }
  await sleep(seconds * 1_000)
  const to = new Date()
  const used = { server: cpu(false) - before.server, postgres: cpu(true) - before.postgres }
  const memory = processes(false).reduce((sum, pid) => sum + proportionalMemory(pid), 0)
  // What started in the window may still be on its way into the database.
  await sleep(2_000)
  const { rows } = await client.query<{ results: number; late: number[] }>(
    `select count(*)::integer as results,
       array_agg(mod(extract(epoch from time - (state.due_at - interval '1 day')), $3)::double precision) as late
     from core.check_statuses join core.check_state as state using (check_id)
     where time >= $1 and time < $2`,
    [from, to, every],
  )
  const skipped = (await skippedSoFar()) - skippedAtStart
  await client.end()
  await measured.stop()
  await measured.remove()
  return {
    results: rows[0]?.results ?? 0,
    late: rows[0]?.late ?? [],
    skipped,
    used,
    memory,
    length: (to.getTime() - from.getTime()) / 1_000,
  }
}

/** Asks the exporter for as many probes in a second as the product ran. */
async function measureExporter() {
  const port = await freePort()
  const exporter = start('prometheus-blackbox-exporter', [
    '--config.file=/etc/prometheus/blackbox.yml',
    `--web.listen-address=127.0.0.1:${port}`,
  ])
  await untilReady(`http://127.0.0.1:${port}/-/healthy`, exporter)
  const probe = `http://127.0.0.1:${port}/probe?module=http_2xx&target=${encodeURIComponent(targetUrl)}`
  const perSecond = checks / every
  const length = Math.min(seconds, 60)
  const before = cpuSeconds(exporter.pid ?? 0)
  let done = 0
  const running: Promise<unknown>[] = []
  for (let second = 0; second < length; second += 1) {
    const began = performance.now()
    for (let index = 0; index < perSecond; index += 1) {
      running.push(
        fetch(probe)
          .then((answer) => answer.text())
          .then(() => (done += 1)),
      )
      if (index % 10 === 9) await sleep(Math.max(0, began + (index / perSecond) * 1_000 - performance.now()))
    }
    await sleep(Math.max(0, began + 1_000 - performance.now()))
  }
  await Promise.all(running)
  const used = cpuSeconds(exporter.pid ?? 0) - before
  await end(exporter)
  return { perCpuSecond: done / used, length }
}

console.log(`${checks} HTTP checks every ${every} s for ${seconds} s, every result stored; ${machine()}`)
const ours = await measureProduct()
const expected = Math.round((checks * ours.length) / every)
const theirs = await measureExporter()
await end(target)
const perServer = ours.results / ours.used.server
console.log(
  `results stored: ${ours.results}, ticks in the time: ${expected} (±${Math.ceil(checks / every / 10)} at its ends), skipped: ${ours.skipped}`,
)
console.log(
  `start delay: p50 ${(percentile(ours.late, 0.5) * 1_000).toFixed(0)} ms, p99 ${(percentile(ours.late, 0.99) * 1_000).toFixed(0)} ms, aim 1000`,
)
console.log(`server memory: ${ours.memory.toFixed(0)} MiB`)
console.log(
  `checks per CPU-second of the server: ${perServer.toFixed(0)} (with its PostgreSQL: ${(ours.results / (ours.used.server + ours.used.postgres)).toFixed(0)})`,
)
console.log(
  `prometheus-blackbox-exporter, same target, ${theirs.length} s: ${theirs.perCpuSecond.toFixed(0)}; ratio ${(perServer / theirs.perCpuSecond).toFixed(2)}`,
)
process.exit(0)
