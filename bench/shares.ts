// What one person waits for beside others who ask for all they can: ten people, each with eight requests at once that read
// for as long as they may, and one who opens simple pages. It prints the times of that one alone and beside the ten.
// Run: npm run bench shares [-- --seconds 20 --runs 3 --abusers 10 --checks 10000]
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from './lib/browser.ts'
import { machine, percentile, spread } from './lib/figures.ts'
import { fillWithChecks, openDatabaseOf } from './lib/health-data.ts'
import { cpuSeconds, tree } from './lib/processes.ts'
import { benchAccount, type Product, startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    runs: { type: 'string', default: '3' },
    abusers: { type: 'string', default: '10' },
    checks: { type: 'string', default: '10000' },
  },
})
const [seconds, runs] = [Number(values.seconds), Number(values.runs)]
const [abusers, checks] = [Number(values.abusers), Number(values.checks)]
/** Requests of one abuser at once. */
const AT_ONCE = 8

/** What a person with bad intentions asks: embeds that multiply, a filter that reads every text, and long lists. */
const heavy = [
  '/api/db/canaries?select=*,checks(*,canaries(*,checks(*)))&limit=10000',
  '/api/db/checks?select=id&description=imatch.(a|b|aa|W.*)*x&endpoint=imatch.(h|.*)*q.*z',
  '/api/db/check_summary?select=*&limit=10000',
  '/api/health/checks?sortBy=latency&groupBy=none&timeRange=1mo',
]
/** What a person opens. */
const simple = [
  '/api/auth/whoami',
  '/api/db/teams?select=id,name&limit=50',
  '/api/db/checks?select=id,name&limit=20',
]

/** Creates viewers with the administrator's password. */
async function createViewers(product: Product, count: number): Promise<string[]> {
  const database = await openDatabaseOf(product)
  const emails = Array.from({ length: count }, (_, number) => `person-${number}@example.com`)
  await database.query(
    `with people as (insert into core.people (name, email) select email, email from unnest($1::text[]) as email returning id),
     passwords as (
       insert into core.passwords (person_id, hash)
       select people.id, hash from people, (select hash from core.passwords limit 1) as own
     )
     insert into core.people_roles (person_id, role) select id, 'viewer' from people`,
    [emails],
  )
  await database.end()
  return emails
}

async function ask(product: Product, cookie: string, path: string, signal?: AbortSignal): Promise<number> {
  const answer = await fetch(product.url + path, {
    headers: { cookie, accept: 'application/json' },
    ...(signal === undefined ? {} : { signal }),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Asks for simple pages, one after another, for some time. @returns the milliseconds of each, and how many failed */
async function useSimply(product: Product, cookie: string): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  let failed = 0
  const end = performance.now() + seconds * 1_000
  for (let number = 0; performance.now() < end; number += 1) {
    const started = performance.now()
    const status = await ask(product, cookie, simple[number % simple.length] ?? '')
    times.push(performance.now() - started)
    if (status !== 200) failed += 1
    await sleep(50)
  }
  return { times, failed }
}

/** Keeps requests of a person under way until the signal ends them. @returns how often each status came */
async function abuse(product: Product, cookie: string, signal: AbortSignal): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const one = async (first: number) => {
    for (let number = first; !signal.aborted; number += 1) {
      const status = await ask(product, cookie, heavy[number % heavy.length] ?? '', signal).catch(() => 0)
      if (status > 0) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => one(number)))
  return statuses
}

const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'fatal' })
try {
  await fillWithChecks(product, checks)
  const [own = '', ...others] = await createViewers(product, abusers + 1)
  const password = benchAccount.password
  const cookie = await signIn(product, { email: own, password })
  const cookies: string[] = []
  for (const email of others) cookies.push(await signIn(product, { email, password }))
  const used = () => tree(product.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  console.log(
    `${abusers} people with ${AT_ONCE} requests each beside one, ${checks} checks, ${runs} runs of ${seconds} s; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const figures = { alone: [] as number[], beside: [] as number[], worst: [] as number[] }
  for (let run = 0; run < runs; run += 1) {
    const alone = await useSimply(product, cookie)
    const stop = new AbortController()
    const before = used()
    const abusing = cookies.map((each) => abuse(product, each, stop.signal))
    const beside = await useSimply(product, cookie)
    stop.abort()
    const counts = new Map<number, number>()
    for (const statuses of await Promise.all(abusing))
      for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count)
    figures.alone.push(percentile(alone.times, 0.95))
    figures.beside.push(percentile(beside.times, 0.95))
    figures.worst.push(Math.max(...beside.times))
    const answers = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
    console.log(
      `  run ${run + 1}: alone p50 ${percentile(alone.times, 0.5).toFixed(0)} ms, beside p50 ${percentile(beside.times, 0.5).toFixed(0)} ms (${beside.times.length} requests, ${beside.failed} failed); the ten got ${answers}; ${(used() - before).toFixed(0)} s of processor`,
    )
  }
  console.log(`  p95 alone: ${spread(figures.alone)} ms`)
  console.log(`  p95 beside: ${spread(figures.beside)} ms, longest ${spread(figures.worst)} ms, aim 1000`)
  const ratio = figures.beside.map((time, run) => time / (figures.alone[run] ?? 1))
  console.log(`  ratio of the p95: ${spread(ratio, 1)}; load at the end ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await product.stop()
  await product.remove()
}
process.exit(0)
