// A large source in the store of the catalog: its first scrape, one that finds nothing changed, one where some documents
// changed, and the document of an item as of any time. It prints figures and their aims; no figure is an error.
// Run: npm run bench catalog-store [-- --items 100000 --versions 1000 --seconds 300 --only first,nothing,watch]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { Pool } from 'pg'
import { LOCAL_AGENT_ID } from '../packages/contract/src/core/index.ts'
import { catalogPartitions } from '../apps/server/src/modules/catalog/index.ts'
import { GATHER, MOST_GATHERED } from '../apps/server/src/modules/catalog/scrapers/follow.ts'
import { documentAt } from '../apps/server/src/modules/catalog/store/documents/history.ts'
import { indexWords } from '../apps/server/src/modules/catalog/store/documents/index-words.ts'
import { createCatalogStore } from '../apps/server/src/modules/catalog/store/index.ts'
import type { ItemInput, ScraperIdentity } from '../apps/server/src/modules/catalog/store/input.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { createEvents } from '../apps/server/src/platform/events/index.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { machine, percentile } from './lib/figures.ts'
import { createMeter, isChosen, load, tellUsed } from './lib/meter.ts'

// As the product does, so that memory is as in the product.
setFlagsFromString('--heap-growing-percent=50')

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    versions: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
})
const only = values.only.split(',').filter((part) => part !== '')
const [total, versions] = [Number(values.items), Number(values.versions)]
const BATCH = 500
const TYPES = 40
const NAMESPACES = 200
/** Characters of a document: most are small, one in a hundred is large. */
const [SMALL, LARGE] = [2_300, 50_000]

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** An item as a cluster has it: below a namespace, related to a neighbor. */
function itemOf(number: number, revision: number): ItemInput {
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
})
const meter = createMeter(server.pid)
const connection = server.connection
const pool = new Pool(connection)
// The server may end a connection before the pool took leave of it.
pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
await migrate(pool)
await maintainPartitions(pool, catalogPartitions, systemClock.now())
const store = createCatalogStore({
  followers: [],
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
const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss / 2 ** 20)), 100)

/** @param changes every so many items have another document than before */
async function scrape(
  title: string,
  scraper: ScraperIdentity,
  revision: number,
  changes: number,
  aim: string,
) {
  highest = 0
  const used = meter.begin()
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
  const usage = tellUsed(used())
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1)
  console.log(
    `${title}: ${seconds(began, ended)} s (aim: ${aim}), of which ${seconds(gathered, ended)} s to publish; ` +
      `${usage}; memory of the server at most ${Math.round(highest)} MiB, of PostgreSQL then ${Math.round(meter.databaseMemory())} MiB; ` +
      `${counts.added} added, ${counts.updated} updated, ${counts.unchanged} unchanged; ${load()}`,
  )
}

/** Documents of one item, each told by itself. */
async function oneByOne(): Promise<void> {
  const small = await addScraper()
  const id = newId()
  const times: Date[] = []
  const used = meter.begin()
  for (let version = 1; version <= versions; version += 1) {
    const item = { ...itemOf(1, version), id, externalIds: ['versions'], parents: [], related: [] }
    await store.follow(small, [item])
    times.push(systemClock.now())
  }
  console.log(`${versions} updates of one item, one by one: ${tellUsed(used())}; ${load()}`)
  const durations: number[] = []
  for (const time of times) {
    const began = performance.now()
    await documentAt(pool, id, time)
    durations.push(performance.now() - began)
  }
  console.log(
    `document as of any time among ${versions} versions: p50 ${percentile(durations, 0.5).toFixed(1)} ms, ` +
      `p99 ${percentile(durations, 0.99).toFixed(1)} ms (aim: ≤ 50 ms); ${load()}`,
  )
}

/** As a cluster tells what happens. What is told while a batch is stored is gathered for the next one, as in the product. */
async function follow(scraper: ScraperIdentity): Promise<void> {
  const [RATE, SECONDS] = [500, Number(values.seconds)]
  const waits: number[] = []
  const used = meter.begin()
  const begun = performance.now()
  const dueAt = (number: number) => begun + (number / RATE) * 1_000
  for (let sent = 0; sent < RATE * SECONDS;) {
    await systemClock.wait(dueAt(sent) + GATHER - performance.now())
    const due = Math.min(RATE * SECONDS, Math.ceil(((performance.now() - begun) / 1_000) * RATE))
    const count = Math.max(1, Math.min(MOST_GATHERED, due - sent))
    await store.follow(
      scraper,
      Array.from({ length: count }, (_, place) => {
        const number = sent + place
        return itemOf(1_000 + ((number * 17) % Math.max(1, Math.min(50_000, total - 1_000))), 10 + number)
      }),
    )
    const stored = performance.now()
    for (let number = sent; number < sent + count; number += 1) waits.push(stored - dueAt(number))
    sent += count
  }
  console.log(
    `watch, ${RATE} updates a second for ${SECONDS} s: stored after p50 ${percentile(waits, 0.5).toFixed(0)} ms, ` +
      `p99 ${percentile(waits, 0.99).toFixed(0)} ms (aim: ≤ 5,000 ms); ${tellUsed(used())}; ${load()}`,
  )
}

async function indexAll(): Promise<void> {
  const indexing = performance.now()
  const { signal } = new AbortController()
  let indexed = 0
  for (let more = 1; more > 0; indexed += more) more = await indexWords(pool, signal)
  console.log(
    `words of ${indexed} documents indexed, as a job does it later: ${((performance.now() - indexing) / 1_000).toFixed(1)} s`,
  )
}

console.log(`${machine()}, ${load()}; ${total} items`)
const scraper = await addScraper()
// The others need what it stores.
await scrape('first scrape', scraper, 1, 1, '≤ 90 s')
const parts: readonly (readonly [string, () => Promise<void>])[] = [
  ['nothing changed', () => scrape('nothing changed', scraper, 1, 1, '≤ 20 s, ≤ 400 MiB')],
  ['one in a hundred changed', () => scrape('one in a hundred changed', scraper, 2, 100, 'none')],
  ['one by one', oneByOne],
  ['watch', () => follow(scraper)],
  ['words', indexAll],
]
for (const [title, part] of parts) if (isChosen(title, only)) await part()
clearInterval(watch)
await store.close()
await pool.end()
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exit(0)
