// A large source in the store of the catalog: its first scrape, one that finds nothing changed, one where some documents
// changed, and the document of an item as of any time. It prints figures and their aims; no figure is an error.
// Run: npm run bench catalog-store [-- --items 100000 --versions 1000]
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { LOCAL_AGENT_ID } from '../packages/contract/src/core/index.ts'
import { catalogPartitions } from '../apps/server/src/modules/catalog/index.ts'
import { documentAt } from '../apps/server/src/modules/catalog/store/history.ts'
import { createCatalogStore } from '../apps/server/src/modules/catalog/store/index.ts'
import type { ReadyItem, ScraperIdentity } from '../apps/server/src/modules/catalog/store/ready.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { createEvents } from '../apps/server/src/platform/events/index.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { machine, percentile } from './lib/figures.ts'

const { values } = parseArgs({
  options: { items: { type: 'string', default: '100000' }, versions: { type: 'string', default: '1000' } },
})
const [total, versions] = [Number(values.items), Number(values.versions)]
const BATCH = 500
const TYPES = 40
const NAMESPACES = 200
/** Characters of a document: most are small, one in a hundred is large. */
const [SMALL, LARGE] = [2_300, 50_000]

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** An item as a cluster has it: below a namespace, related to a neighbor. */
function itemOf(number: number, revision: number): ReadyItem {
  const namespace = number % NAMESPACES
  const isNamespace = number < NAMESPACES
  const type = isNamespace ? 'Bench::Namespace' : `Bench::Type${number % TYPES}`
  const filler = number % 100 === 0 ? LARGE : SMALL
  return {
    kind: 'item',
    id: idOf(number),
    externalIds: [`item-${number}`, `namespace-${namespace}/item-${number}`],
    type,
    class: isNamespace ? 'Namespace' : `Type${number % TYPES}`,
    name: `item-${number}`,
    config: {
      metadata: { name: `item-${number}`, labels: { app: `app-${number % 500}` }, generation: revision },
      spec: {
        replicas: (number % 5) + revision,
        containers: Array.from({ length: Math.ceil(filler / 230) }, (_, place) => ({
          name: `container-${place}`,
          image: `registry.example.com/team-${number % 20}/service-${place}:${number % 97}`,
          environment: { KEY: `value ${number} ${place}`, OTHER: 'x'.repeat(90) },
          limits: { memory: '512Mi', cpu: 0.5 },
        })),
      },
    },
    status: 'Running',
    health: number % 50 === 0 ? 'unhealthy' : 'healthy',
    ready: true,
    description: undefined,
    icon: undefined,
    labels: { app: `app-${number % 500}`, tier: `tier-${number % 3}`, hash: String(number % 5_000) },
    tags: { cluster: 'bench', namespace: `namespace-${namespace}` },
    properties: [],
    source: 'bench',
    scope: `namespace-${namespace}`,
    createdAt: new Date(1_700_000_000_000),
    deletedAt: undefined,
    deleteReason: undefined,
    parents: isNamespace ? [] : [{ externalId: `item-${namespace}`, type: 'Bench::Namespace' }],
    related: isNamespace
      ? []
      : [{ externalId: `item-${(number * 7) % total}`, relation: 'Uses', by: 'scraper' }],
    ignoresDiff: false,
  }
}

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const server = await launchPostgres({
  dataDirectory: folder,
  password: 'for measurements only',
  clock: systemClock,
  extraSettings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on', 'pg_stat_statements.track': process.env.TRACK ?? 'top', 'track_functions':'all', ...(process.env.RUSAGE ? {log_statement_stats: 'on'} : {}), session_preload_libraries: 'auto_explain', 'auto_explain.log_min_duration': process.env.SLOW ?? '-1', 'auto_explain.log_analyze': 'on' },
})
const connection = server.connection
const pool = new Pool(connection)
await migrate(pool)
await pool.query('create extension if not exists pg_stat_statements')
import { readFileSync, readdirSync } from 'node:fs'
function cpu(): string {
  let db = 0
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (!stat.includes('(postgres)')) continue
      const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const env = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const ppid = Number(rest[1])
      if (ppid !== server.pid && Number(pid) !== server.pid) continue
      db += (Number(rest[11]) + Number(rest[12]) + Number(rest[13]) + Number(rest[14])) / 100
    } catch {}
  }
  const own = process.cpuUsage()
  return `cpu: database ${db.toFixed(1)} s, node ${((own.user + own.system) / 1e6).toFixed(1)} s`
}
async function report(title: string) {
  console.log(cpu())
  const { rows } = await pool.query(`select calls, round(total_exec_time) as ms, round(total_plan_time) as plan, rows, left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as query from pg_stat_statements order by total_exec_time + total_plan_time desc limit ${process.env.TOP ?? 22}`)
  console.log('==', title)
  for (const row of rows) console.log(String(row.ms).padStart(7), String(row.plan).padStart(6), String(row.calls).padStart(6), String(row.rows).padStart(8), row.query)
  await pool.query('select pg_stat_statements_reset()')
}
await maintainPartitions(pool, catalogPartitions, systemClock.now())
const store = createCatalogStore({
  connection,
  clock: systemClock,
  events: createEvents(systemClock),
  log: await createLog('silent'),
})

async function addScraper(): Promise<ScraperIdentity> {
  const id = newId()
  await pool.query(`insert into core.config_scrapers (id, name, spec) values ($1, $2, '{}')`, [id, id])
  return { id, agentId: LOCAL_AGENT_ID }
}

let highest = 0
const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 100)

/** @param changes every so many items have another document than before */
async function scrape(
  title: string,
  scraper: ScraperIdentity,
  revision: number,
  changes: number,
  aim: string,
) {
  highest = process.memoryUsage().rss
  const began = performance.now()
  const run = await store.begin(scraper, { preview: false })
  for (let start = 0; start < total; start += BATCH)
    await run.add(
      Array.from({ length: Math.min(BATCH, total - start) }, (_, place) => {
        const number = start + place
        return itemOf(number, number % changes === 0 ? revision : 1)
      }),
    )
  await run.add([{ kind: 'complete' }])
  const gathered = performance.now()
  const { counts } = await run.publish()
  const ended = performance.now()
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1)
  console.log(
    `${title}: ${seconds(began, ended)} s (aim: ${aim}), of which ${seconds(gathered, ended)} s to publish; ` +
      `at most ${Math.round(highest / 2 ** 20)} MiB; ${counts.added} added, ${counts.updated} updated, ${counts.unchanged} unchanged`,
  )
}

console.log(
  `${machine()}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}; ${total} items`,
)
const scraper = await addScraper()
await scrape('first scrape', scraper, 1, 1, '≤ 90 s')
await report('scrape')
await scrape('nothing changed', scraper, 1, 1, '≤ 20 s, ≤ 400 MiB')
await report('scrape')
await scrape('one in a hundred changed', scraper, 2, 100, 'none')
await report('scrape')

await pool.query('select pg_stat_statements_reset()')
const small = await addScraper()
const id = newId()
const times: Date[] = []
for (let version = 1; version <= versions; version += 1) {
  const told = { ...itemOf(1, version), id, externalIds: ['versions'], parents: [], related: [] }
  await store.follow(small, [told])
  times.push(systemClock.now())
}
const durations: number[] = []
for (const time of times) {
  const began = performance.now()
  await documentAt(pool, id, time)
  durations.push(performance.now() - began)
}
console.log(
  `document as of any time among ${versions} versions: p50 ${percentile(durations, 0.5).toFixed(1)} ms, ` +
    `p99 ${percentile(durations, 0.99).toFixed(1)} ms (aim: ≤ 50 ms)`,
)

// As a cluster tells what happens: batches of a quarter of a second.
const [RATE, SECONDS] = [500, Number(process.env.SECONDS_ ?? 10)]
const waits: number[] = []
await report('versions')
const begun = performance.now()
for (let tick = 0; tick < SECONDS * 4; tick += 1) {
  await systemClock.wait(begun + tick * 250 - performance.now())
  const batch = Array.from({ length: RATE / 4 }, (_, place) =>
    itemOf(1_000 + ((tick * 31 + place * 17) % (total - 1_000)), 10 + tick),
  )
  await store.follow(scraper, batch)
  waits.push(performance.now() - (begun + tick * 250))
}
console.log(
  `${RATE} updates a second for ${SECONDS} s: stored after p50 ${percentile(waits, 0.5).toFixed(0)} ms, ` +
    `p99 ${percentile(waits, 0.99).toFixed(0)} ms (aim: ≤ 5,000 ms)`,
)
await report('updates')
clearInterval(watch)
await store.close()
await pool.end()
await server.stop()
if (process.env.SLOW) await import('node:fs').then(fs => fs.copyFileSync(folder + '/postgres.log', '/tmp/cat/slow.log'))
await rm(folder, { recursive: true, force: true })
process.exit(0)
