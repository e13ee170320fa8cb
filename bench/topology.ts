// The tree of components: how fast it is answered, and how soon a red check is red on all above it. It prints figures beside
// their aims; no figure is an error.
// Run: npm run bench topology [-- --components 5000,20000 --changes 100 --seconds 20 --rounds 15 --shared]
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { createScriptEngine } from '@binnacle/scripting'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Pool } from 'pg'
import { topologyPartitions } from '../apps/server/src/modules/topology/index.ts'
import { createRoller, rollUp } from '../apps/server/src/modules/topology/roll-up/roller.ts'
import { topologyRoutes } from '../apps/server/src/modules/topology/routes.ts'
import { publishTopology } from '../apps/server/src/modules/topology/store/index.ts'
import { createTreeCache } from '../apps/server/src/modules/topology/tree/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { createEvents } from '../apps/server/src/platform/events/index.ts'
import { JsonText } from '../apps/server/src/platform/http/json-answer.ts'
import { openLive } from '../apps/server/src/platform/live/index.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import type { Actor } from '../apps/server/src/platform/access/actor.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { numbers, treeOf } from './lib/components.ts'
import { machine, percentile, spread } from './lib/figures.ts'

const { values } = parseArgs({
  options: {
    components: { type: 'string', default: '5000,20000' },
    changes: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '15' },
    /** Links each check with a second component too, far from the first. */
    shared: { type: 'boolean', default: false },
  },
})
const sizes = values.components.split(',').map(Number)
const [changes = 100, seconds = 20, rounds = 15] = [values.changes, values.seconds, values.rounds].map(Number)
/** Checks are linked with the first pods, one each. */
const CHECKS = 2_000

async function addChecks(pool: Pool): Promise<string[]> {
  const canary = newId()
  await pool.query(`insert into core.canaries (id, name, spec, revision) values ($1, 'bench', '{}', $1)`, [
    canary,
  ])
  const { rows } = await pool.query<{ id: string }>(
    `with added as (
       insert into core.checks (canary_id, type, name, namespace, spec)
       select $1, 'http', 'check ' || number, 'default', '{}' from generate_series(1, $2::integer) as number returning id
     ),
     states as (
       insert into core.check_state (check_id, revision, type, timeout_milliseconds, state)
       select id, id, 'http', 1000, 'healthy' from added
     )
     select id from added`,
    [canary, CHECKS],
  )
  return rows.map(({ id }) => id)
}

const load = () => `load ${loadavg()[0]?.toFixed(1)}`

async function measureSize(size: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
  const log = await createLog('silent')
  const postgres = await launchPostgres({
    dataDirectory: folder,
    password: 'only for benchmarks',
    clock: systemClock,
  })
  const pool = new Pool(postgres.connection)
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const scripts = createScriptEngine({ now: () => systemClock.now() })
  const dependencies = {
    pool,
    scripts,
    events: createEvents(systemClock),
    clock: systemClock,
    log,
    now: () => systemClock.now(),
  }
  const live = await (async () => {
    await migrate(pool)
    await maintainPartitions(pool, topologyPartitions, systemClock.now())
    return openLive(postgres.connection, systemClock, log)
  })()
  const tree = createTreeCache({ ...dependencies, live })
  const roller = createRoller({ ...dependencies, live })
  try {
    const topologyId = newId()
    await pool.query(`insert into core.topologies (id, name) values ($1, 'bench')`, [topologyId])
    const run = { topologyId, agentId: LOCAL_AGENT_ID, roots: treeOf(size), complete: true }
    const timed = async (work: () => Promise<unknown>) => {
      const started = performance.now()
      await work()
      return performance.now() - started
    }
    /** Milliseconds of processor time of this process, which say more than the clock where others work too. */
    const used = async (work: () => Promise<unknown>) => {
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    const merged = await timed(() => publishTopology(pool, run))
    const rolled = await timed(() => rollUp(pool, dependencies))
    const again = await timed(() => publishTopology(pool, run))
    await pool.query('analyze')
    const checks = await addChecks(pool)
    const { rows: pods } = await pool.query<{ id: string; path: string }>(
      `select id, path from core.components where type = 'Pod' order by md5(id::text) limit ${CHECKS}`,
    )
    await pool.query(
      `insert into core.check_component_relationships (component_id, check_id)
       select * from unnest($1::uuid[], $2::uuid[])`,
      [pods.map(({ id }) => id), checks],
    )
    if (values.shared)
      await pool.query(
        `with others as (
           select id, row_number() over (order by md5(id::text)) - 1 as place, count(*) over () as total
           from core.components where type = 'Deployment'
         )
         insert into core.check_component_relationships (component_id, check_id)
         select others.id, check_id from unnest($1::uuid[]) with ordinality as given (check_id, number)
         join others on others.place = given.number % others.total`,
        [checks],
      )
    const linked = await timed(() => rollUp(pool, dependencies))
    console.log(
      `\n${size.toLocaleString('en')} components: merged in ${Math.round(merged)} ms, unchanged again in ${Math.round(again)} ms, rolled up in ${Math.round(rolled)} ms, ${CHECKS} checks linked in ${Math.round(linked)} ms; ${load()}`,
    )

    const [route] = topologyRoutes({ pool, clock: systemClock, tree, async *logs() {} })
    if (route === undefined) throw new Error('there is no route')
    const answer = async (query: Record<string, string>) => {
      const actor: Actor = {
        personId: newId(),
        name: 'bench',
        email: 'bench@example.com',
        roles: ['admin'],
      }
      const found = await route.respond({
        params: {},
        query,
        body: undefined,
        actor,
        signal: new AbortController().signal,
        renew: async () => actor,
      })
      return found instanceof JsonText ? found.text : JSON.stringify(found)
    }
    let first = 0
    const firstUsed = await used(async () => (first = await timed(() => answer({ depth: '0' }))))
    const text = await answer({ depth: '0' })
    const compressed = await timed(() => promisify(gzip)(text, { level: 4 }))
    console.log(
      `  first read from the database: ${Math.round(first)} ms, ${Math.round(firstUsed)} ms of processor time; ${(text.length / 1e6).toFixed(1)} MB of JSON, compressed beside the main thread in ${Math.round(compressed)} ms`,
    )
    const space = await pool.query<{ id: string }>(
      `select id from core.components where type = 'Namespace' order by name limit 1`,
    )
    const scenarios: readonly (readonly [string, Record<string, string>, number])[] = [
      ['whole', { depth: '0' }, size > 5_000 ? 600 : 150],
      ['three levels, as pages ask', {}, size > 5_000 ? 600 : 150],
      ['one subtree', { id: space.rows[0]?.id ?? '', depth: '0' }, 20],
      ['flat, by type', { type: 'Deployment', flatten: 'true' }, 150],
      ['by label, sorted by a property', { labels: 'team=team-3', sortBy: 'field:memory' }, 150],
    ]
    for (const [name, query, aim] of scenarios) {
      const times: number[] = []
      const processor = await used(async () => {
        for (let round = 0; round < rounds; round += 1) times.push(await timed(() => answer(query)))
      })
      console.log(
        `  ${name}: ${spread(times)} ms, ${(processor / rounds).toFixed(0)} ms of processor time, aim ${aim}`,
      )
    }
    const past = await timed(() => answer({ depth: '0', at: new Date(Date.now() - 60_000).toISOString() }))
    console.log(`  whole, as of a minute ago: ${Math.round(past)} ms`)

    roller.start()
    const delays = await changeChecks(pool, checks, pods, tree)
    console.log(
      `  ${changes} checks a second turn for ${seconds} s: red or green on the component and all above it after ${percentile(delays, 0.5).toFixed(0)} ms, 95 %: ${percentile(delays, 0.95).toFixed(0)} ms, most: ${Math.max(...delays).toFixed(0)} ms (${delays.length} looked at), aim 2000; ${load()}`,
    )
  } finally {
    await roller.stop()
    tree.close()
    await live.close()
    await scripts.close()
    await pool.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Turns checks red and green, and measures when the tree shows it. */
async function changeChecks(
  pool: Pool,
  checks: readonly string[],
  pods: readonly { id: string; path: string }[],
  tree: ReturnType<typeof createTreeCache>,
): Promise<number[]> {
  const delays: number[] = []
  const waiting = new Map<number, { since: number; health: string }>()
  let turned = 0
  const turning = new AbortController()
  const looking = (async () => {
    while (!turning.signal.aborted || waiting.size > 0) {
      const { model } = await tree.current()
      const now = performance.now()
      for (const [place, { since, health }] of waiting) {
        const pod = pods[place]
        if (pod === undefined) continue
        const isShown = [pod.id, ...pod.path.split('.')].every((id) => {
          const shown = model.nodes.get(id)?.data.health
          // What is above a green one may be red for another check.
          return health === 'unhealthy' || id === pod.id ? shown === health : shown !== undefined
        })
        if (!isShown && now - since < 30_000) continue
        delays.push(now - since)
        waiting.delete(place)
      }
      await wait(20)
    }
  })()
  const started = performance.now()
  for (let second = 0; second < seconds * 10; second += 1) {
    const batch = numbers(Math.ceil(changes / 10)).map((number) => (turned + number) % checks.length)
    turned += batch.length
    const health = Math.floor(turned / checks.length) % 2 === 0 ? 'unhealthy' : 'healthy'
    await pool.query(`update core.check_state set state = $2 where check_id = any ($1)`, [
      batch.map((place) => checks[place]),
      health,
    ])
    for (const place of batch) waiting.set(place, { since: performance.now(), health })
    await wait(Math.max(0, started + (second + 1) * 100 - performance.now()))
  }
  turning.abort()
  await looking
  return delays
}

console.log(`${machine()}, ${load()}`)
for (const size of sizes) await measureSize(size)
