// Scripts of exec checks: how long one takes to start, how many a second, and what hostile ones do to HTTP checks that
// run at the same time. Run as root and as an ordinary user: npm run bench exec [-- --runs 200 --rounds 3 --only runner]
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { CommandRunner } from '@binnacle/plugin-kit/core'
import { freePort } from '@binnacle/plugin-kit/servers'
import { Client } from 'pg'
import { machine, percentile, spread } from './lib/figures.ts'
import { end, start } from './lib/processes.ts'
import { startProduct, untilReady } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: 'all' },
    /** Bytes that hostile scripts write and eat; small ones spare a machine where nothing limits them. */
    fill: { type: 'string', default: '2000000000' },
    eat: { type: 'string', default: '4000000000' },
    /** Folder of another checkout, to compare. */
    tree: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
})
const [runs, rounds, seconds] = [Number(values.runs), Number(values.rounds), Number(values.seconds)]
const AT_ONCE = 8
const load = () => `load ${loadavg()[0]?.toFixed(1)}`

type Runner = CommandRunner & { close?(): Promise<void> }

async function openRunner(): Promise<Runner> {
  const module: { createCommandRunner(options: object): Runner } = await import(
    join(values.tree, 'apps/server/src/platform/commands/index.ts')
  )
  return module.createCommandRunner({})
}

async function measureRunner(): Promise<void> {
  const runner = await openRunner()
  const once = async () => {
    const began = performance.now()
    const result = await runner.run({
      file: 'bash',
      arguments: ['-c', ':'],
      signal: AbortSignal.timeout(60_000),
      maxOutputBytes: 1_000,
    })
    if (!result.ok || result.value.exitCode !== 0) throw new Error(JSON.stringify(result))
    return performance.now() - began
  }
  // Finding out what the machine allows happens once.
  await once()
  const medians: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone: number[] = []
    for (let run = 0; run < runs; run += 1) alone.push(await once())
    const began = performance.now()
    const together: number[] = []
    let started = 0
    const lane = async () => {
      while (started < runs) {
        started += 1
        together.push(await once())
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const perSecond = (runs / (performance.now() - began)) * 1_000
    medians.push(percentile(alone, 0.5))
    console.log(
      `  one at a time: p50 ${percentile(alone, 0.5).toFixed(1)} ms, p99 ${percentile(alone, 0.99).toFixed(1)} ms; ${AT_ONCE} at once: p50 ${percentile(together, 0.5).toFixed(1)} ms, p99 ${percentile(together, 0.99).toFixed(1)} ms, ${perSecond.toFixed(0)} a second; ${load()}`,
    )
  }
  console.log(`a script that does nothing, p50 of ${runs} runs: ${spread(medians, 1)} ms`)
  await runner.close?.()
}

const MARK = 'binnacle-bench-hostile'
const hostile = [
  `bomb() { bomb | bomb & }; bomb; sleep 98765`,
  `yes ${MARK}`,
  `for folder in /tmp /var/tmp /dev/shm .; do head -c ${values.fill} /dev/zero >$folder/${MARK}-$$; done`,
  `for n in 1 2 3 4; do (setsid nohup env -i sleep 98765 >/dev/null 2>&1 &); done; echo done`,
  `head -c ${values.eat} /dev/zero | tr '\\0' x | { read -r -d '' x; echo never; }`,
  `while :; do :; done`,
]
const HOSTILE = 20
const HTTP = 200
const EVERY = 10

function canaries(url: string): string {
  const http = Array.from({ length: HTTP }, (_, check) => `    - { name: check ${check}, url: "${url}" }`)
  const exec = Array.from({ length: HOSTILE }, (_, check) => {
    const script = JSON.stringify(hostile[check % hostile.length])
    return `    - { name: hostile ${check}, timeout: 8s, script: ${script} }`
  })
  return `metadata: { name: good }
spec:
  schedule: "@every ${EVERY}s"
  http:
${http.join('\n')}
---
metadata: { name: hostile }
spec:
  schedule: "@every ${EVERY}s"
  exec:
${exec.join('\n')}
`
}

/** Processes whose command line has the marks of the hostile scripts. */
function processesLeft(): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      const line = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
      return line.includes('98765') || line.includes(MARK)
    } catch {
      return false
    }
  }).length
}

function filesLeft(): string[] {
  return ['/tmp', '/var/tmp', '/dev/shm'].flatMap((folder) =>
    readdirSync(folder).flatMap((name) =>
      name.startsWith(MARK) || /^binnacle-command-\w{6}$/.test(name) ? [join(folder, name)] : [],
    ),
  )
}

async function measureHostile(): Promise<void> {
  // Others on the machine leave folders too.
  const before = new Set(filesLeft())
  const port = await freePort()
  const target = start(process.execPath, [
    fileURLToPath(new URL('lib/target.ts', import.meta.url)),
    String(port),
  ])
  const url = `http://127.0.0.1:${port}/`
  await untilReady(url, target)
  const first = await startProduct([], { WATCH_SELF: 'off' })
  await first.stop()
  const file = join(first.data, 'bench.yaml')
  await writeFile(file, canaries(url))
  const product = await startProduct(['--canaries', file], { WATCH_SELF: 'off' }, first.data)
  // While new checks run for the first time, all at once, some ticks pass.
  await sleep(2 * EVERY * 1_000)
  const from = new Date()
  await sleep(seconds * 1_000)
  const to = new Date()
  await sleep(2_000)
  const client = new Client({ host: join(product.data, 'run'), user: 'binnacle', database: 'binnacle' })
  await client.connect()
  const { rows } = await client.query<{ type: string; results: number; late: number[] }>(
    `select checks.type, count(*)::integer as results,
       array_agg(mod(extract(epoch from time - (state.due_at - interval '1 day')), $3)::double precision) as late
     from core.check_statuses
       join core.check_state as state using (check_id)
       join core.checks as checks on checks.id = check_id
     where time >= $1 and time < $2 group by 1`,
    [from, to, EVERY],
  )
  await client.end()
  for (const { type, results, late } of rows)
    console.log(
      `  ${type}: ${results} results, start delay p50 ${(percentile(late, 0.5) * 1_000).toFixed(0)} ms, p99 ${(percentile(late, 0.99) * 1_000).toFixed(0)} ms${type === 'http' ? ', limit 1000' : ''}`,
    )
  console.log(`  expected of http: ${(HTTP * seconds) / EVERY}; ${load()}`)
  await product.stop()
  await end(target)
  await sleep(1_000)
  const left = filesLeft().filter((path) => !before.has(path))
  console.log(`left behind: ${processesLeft()} processes, files: ${left.join(' ') || 'none'}`)
  await product.remove()
}

console.log(`Scripts of exec checks, ${machine()}, user ${process.getuid?.() ?? 'unknown'}, ${load()}`)
if (values.only !== 'hostile') await measureRunner()
if (values.only !== 'runner') {
  console.log(`${HTTP} HTTP checks every ${EVERY} s beside ${HOSTILE} hostile scripts, ${seconds} s`)
  await measureHostile()
}
process.exit(0)
