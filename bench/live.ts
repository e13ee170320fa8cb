// Open screens while checks change: how far the screens are behind the database, and what that costs the server.
// Run: npm run bench live [-- --rate 200 --screens 20 --seconds 20 --runs 3 --checks 1000]
import { join } from 'node:path'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { request, type Session, signIn } from './lib/browser.ts'
import { machine, percentile, spread } from './lib/figures.ts'
import { fillWithChecks } from './lib/health-data.ts'
import { cpuSeconds, nameOf, tree } from './lib/processes.ts'
import { type Product, startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    screens: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    runs: { type: 'string', default: '3' },
    checks: { type: 'string', default: '1000' },
  },
})
const [rate, screens, seconds] = [Number(values.rate), Number(values.screens), Number(values.seconds)]
const [runs, checks] = [Number(values.runs), Number(values.checks)]
const aims = { cores: 0.5, behind: 2_000 }
/** What the web application waits after a change, and asks for: the list as the health page opens. */
const GATHER_MILLISECONDS = 400
const LIST = '/api/health/checks?hidePassing=true&groupBy=canary_name'
const STEP_MILLISECONDS = 50

/** A screen that follows the checks as the web application does. */
interface Screen {
  /** Milliseconds that each answer was behind the oldest change that it was the first to show. */
  behind: number[]
  loads: number
  /** Ends the screen after the load that is under way. */
  close(): Promise<void>
}

/** @param changes times of all changes so far, as they were committed */
async function openScreen(product: Product, session: Session, changes: readonly number[]): Promise<Screen> {
  const over = new AbortController()
  const answer = await fetch(`${product.url}/api/live?topics=people,properties,checks,canaries`, {
    signal: over.signal,
    headers: { cookie: session },
  })
  if (!answer.ok) throw new Error(`the stream was answered with ${answer.status}`)
  let running = Promise.resolve()
  const screen: Screen = {
    behind: [],
    loads: 0,
    async close() {
      over.abort()
      await running
    },
  }
  let shown = 0
  let state: 'still' | 'waiting' | 'loading' | 'again' = 'still'

  async function load(): Promise<void> {
    if (over.signal.aborted) return
    state = 'loading'
    const seen = changes.length
    await request(product, session, LIST)
    if (over.signal.aborted) return
    screen.loads += 1
    const oldest = changes[shown]
    if (seen > shown && oldest !== undefined) screen.behind.push(performance.now() - oldest)
    shown = seen
    if (screenState() === 'again') await load()
    else state = 'still'
  }
  const screenState = () => state
  const follow = () => {
    if (state === 'loading') state = 'again'
    if (state !== 'still') return
    state = 'waiting'
    running = sleep(GATHER_MILLISECONDS).then(load)
  }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of answer.body ?? [])
      if (decoder.decode(part, { stream: true }).includes('event: change')) follow()
  }
  // Closing it ends the reading with an error.
  read().catch(() => undefined)
  return screen
}

/** Changes checks at the rate, each by a new result. */
async function change(client: Client, ids: readonly string[], changes: number[]): Promise<void> {
  const started = performance.now()
  let done = 0
  while (performance.now() - started < seconds * 1_000) {
    const wanted = Math.floor(((performance.now() - started) / 1_000) * rate)
    const some = Array.from({ length: wanted - done }, (_, offset) => ids[(done + offset) % ids.length])
    if (some.length > 0) {
      await client.query('update core.check_state set last_runtime = now() where check_id = any($1)', [some])
      changes.push(...some.map(() => performance.now()))
    }
    done = wanted
    await sleep(STEP_MILLISECONDS)
  }
}

interface Figures {
  changed: number
  loads: number
  behind: number[]
  server: number
  database: number
}

async function measure(product: Product, client: Client, ids: readonly string[]): Promise<Figures> {
  const session = await signIn(product)
  const changes: number[] = []
  const open = await Promise.all(Array.from({ length: screens }, () => openScreen(product, session, changes)))
  const used = (database: boolean) =>
    tree(product.pid)
      .filter((pid) => nameOf(pid).startsWith('postgres') === database)
      .reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const before = { server: used(false), database: used(true) }
  const started = performance.now()
  await change(client, ids, changes)
  const took = (performance.now() - started) / 1_000
  const figures = {
    changed: changes.length / took,
    loads: open.reduce((sum, { loads }) => sum + loads, 0) / took,
    behind: open.flatMap(({ behind }) => behind),
    server: (used(false) - before.server) / took,
    database: (used(true) - before.database) / took,
  }
  await Promise.all(open.map((screen) => screen.close()))
  return figures
}

const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn' })
const client = new Client({ host: join(product.data, 'run'), user: 'binnacle', database: 'binnacle' })
try {
  await fillWithChecks(product, checks)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select check_id as id from core.check_state order by 1',
  )
  const ids = rows.map(({ id }) => id)
  console.log(
    `${rate} changes a second of ${checks} checks for ${seconds} s, ${screens} open health pages, ${runs} runs; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const all: Figures[] = []
  for (let run = 0; run < runs; run += 1) all.push(await measure(product, client, ids))
  const of = (figure: (figures: Figures) => number, digits = 0) => spread(all.map(figure), digits)
  console.log(
    `  ${of(({ changed }) => changed)} changes and ${of(({ loads }) => loads, 1)} loads of the list a second`,
    `\n  behind: p50 ${of(({ behind }) => percentile(behind, 0.5))} ms, p95 ${of(({ behind }) => percentile(behind, 0.95))} ms, most ${of(({ behind }) => Math.max(...behind))} ms (aim ${aims.behind})`,
    `\n  processor: ${of(({ server }) => server, 2)} cores of the server (aim ${aims.cores}), ${of(({ database }) => database, 2)} of PostgreSQL`,
    `\n  load at the end ${loadavg()[0]?.toFixed(1)}`,
  )
} finally {
  await client.end()
  await product.stop()
  await product.remove()
}
process.exit(0)
