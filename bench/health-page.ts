// The health page with many checks in the database: what its requests take at the server, what a person waits for in a
// browser from a click to what it shows, and what is loaded over the wire.
// Run: npm run bench health-page [-- --checks 10000 --rounds 20 --only requests|browser]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { request, signIn } from './lib/browser.ts'
import { machine, spread } from './lib/figures.ts'
import { fillWithChecks } from './lib/health-data.ts'
import { usePage } from './lib/health-use.ts'
import { cpuSeconds, tree } from './lib/processes.ts'
import { type Product, startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    checks: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
})
const [checks, rounds] = [Number(values.checks), Number(values.rounds)]

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
  'sorted by latency, by type': 'checks?sortBy=latency&sortOrder=desc&groupBy=type',
  'a day, all checks by type': 'checks?groupBy=type&timeRange=1d',
  'a day, cards by type': 'cards?groupBy=type&timeRange=1d',
  'a day, pivot': 'pivot?groupBy=label%3Ateam&pivotBy=label%3Atier&timeRange=1d',
  'a day, sorted by latency': 'checks?sortBy=latency&sortOrder=desc&groupBy=none&timeRange=1d',
  'a month, all checks by type': 'checks?groupBy=type&timeRange=1mo',
  'a month, sorted by latency': 'checks?sortBy=latency&sortOrder=desc&groupBy=none&timeRange=1mo',
}

async function measureRequests(product: Product): Promise<void> {
  const session = await signIn(product)
  /** Seconds of processor time of the server with its PostgreSQL so far. */
  const used = () => tree(product.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  console.log(`Requests, ${rounds} of each kind, without compression:`)
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
}

const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn' })
try {
  await fillWithChecks(product, checks)
  console.log(`${checks} checks; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
  if (values.only !== 'browser') await measureRequests(product)
  if (values.only !== 'requests') await usePage(product, rounds)
  console.log(`load at the end ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await product.stop()
  await product.remove()
}
process.exit(0)
