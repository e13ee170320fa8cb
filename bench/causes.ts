// Likely causes: whether the true cause of a fault is among the first three, and how long an answer takes. Makes worlds from
// seeds, breaks one thing at a time in one of five ways, and asks for the causes of a check that turned red. It prints figures
// beside their aims; no figure is an error.
// Run: npm run bench causes [-- --seeds 1,2,3,4,5 --faults 20 --services 20 --missing 0 --rounds 5 --show]
import sql from 'sql-template-tag'
import type { LikelyCauses } from '@binnacle/contract/causes'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { catalogPartitions } from '../apps/server/src/modules/catalog/index.ts'
import { findCauses } from '../apps/server/src/modules/causes/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import {
  clear,
  type Effects,
  inject,
  MINUTE,
  seedWorld,
  type Service,
  type World,
} from './lib/causes-world.ts'
import { machine, percentile, spread } from './lib/figures.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,2,3,4,5' },
    faults: { type: 'string', default: '20' },
    services: { type: 'string', default: '20' },
    pods: { type: 'string', default: '4' },
    missing: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '5' },
    show: { type: 'boolean', default: false },
  },
})
const seeds = values.seeds.split(',').map(Number)
const [faults = 20, services = 20, podsEach = 4, missing = 0, rounds = 5] = [
  values.faults,
  values.services,
  values.pods,
  values.missing,
  values.rounds,
].map(Number)
const all = () => sql`true`
const rights = { check: all, config: all, component: all }

/** A fault, and by what its true cause is recognized. */
interface Fault {
  kind: string
  /** The check that somebody asks about. */
  checkId: string
  effects: Effects
  isTrue: (cause: LikelyCauses['causes'][number]) => boolean
}

type FaultOf = (world: World) => Fault | undefined

/** Services that call one, directly or through others. */
function callersOf({ services: everyone }: World, called: Service): Service[] {
  const found = new Set<Service>()
  const waiting = [called]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const caller of everyone)
      if (next !== undefined && caller.calls.includes(next) && !found.has(caller)) {
        found.add(caller)
        waiting.push(caller)
      }
  return [...found]
}

/** What is seen when services break: pods and workloads by a scraper, services by their checks, callers a little later. */
function breakServices(
  world: World,
  broken: readonly Service[],
  podsOf = (one: Service) => one.pods,
): Effects {
  const { fault, random } = world
  // Scrapers and checks look every minute.
  const noticed = (later = 0) => fault + (0.2 + random() + later) * MINUTE
  const callers = new Set(
    broken.flatMap((one) => callersOf(world, one)).filter((one) => !broken.includes(one)),
  )
  return {
    unhealthyItems: broken.flatMap((one) => [
      ...podsOf(one).map(({ id }) => ({ id, at: noticed(), status: 'CrashLoopBackOff' })),
      { id: one.deployment, at: noticed(0.3), status: 'MinimumReplicasUnavailable' },
    ]),
    unhealthyChecks: [
      ...broken.map(({ check: id }) => ({ id, at: noticed(0.5) })),
      // Not all callers need the broken one for what their check asks.
      ...[...callers].filter(() => random() < 0.7).map(({ check: id }) => ({ id, at: noticed(0.7) })),
    ],
  }
}

function pick<Value>(random: () => number, list: readonly Value[]): Value | undefined {
  return list[Math.floor(random() * list.length)]
}

/** The check of what broke, or of a service that calls it: people ask about what they see. */
function askedOf(world: World, broken: Service, effects: Effects): string {
  const red = new Set(effects.unhealthyChecks.map(({ id }) => id))
  const callers = world.services.filter(({ calls, check }) => calls.includes(broken) && red.has(check))
  return (world.random() < 0.5 ? pick(world.random, callers)?.check : undefined) ?? broken.check
}

const changed = (item: string) => (cause: LikelyCauses['causes'][number]) =>
  cause.kind === 'change' && cause.subject.id === item && cause.message === 'the fault'

function changeFault(
  kind: string,
  world: World,
  broken: readonly Service[],
  { item, type = 'diff', severity = null }: { item: string; type?: string; severity?: string | null },
): Fault | undefined {
  const chosen = pick(world.random, broken)
  if (chosen === undefined) return undefined
  const at = world.fault - world.random() * 3 * MINUTE
  const effects = { ...breakServices(world, broken), change: { item, type, at, severity } }
  return { kind, checkId: askedOf(world, chosen, effects), effects, isTrue: changed(item) }
}

const kinds: readonly FaultOf[] = [
  (world) => {
    const broken = pick(world.random, world.services)
    return broken && changeFault('bad deploy of a service', world, [broken], { item: broken.deployment })
  },
  (world) => {
    const caller = pick(
      world.random,
      world.services.filter(({ calls }) => calls.length > 0),
    )
    const broken = caller && pick(world.random, caller.calls)
    const fault =
      broken && changeFault('settings of a dependency', world, [broken], { item: broken.settings })
    if (fault === undefined || caller === undefined) return undefined
    const { effects } = fault
    if (!effects.unhealthyChecks.some(({ id }) => id === caller.check))
      effects.unhealthyChecks.push({ id: caller.check, at: world.fault + 2 * MINUTE })
    return { ...fault, checkId: caller.check }
  },
  (world) => {
    const node = pick(world.random, world.nodes)
    const broken = world.services.filter(({ pods }) => pods.some((pod) => pod.node === node))
    const chosen = pick(world.random, broken)
    if (node === undefined || chosen === undefined) return undefined
    const effects = breakServices(world, broken, ({ pods }) => pods.filter((pod) => pod.node === node))
    effects.unhealthyItems.push({
      id: node,
      at: world.fault + world.random() * MINUTE,
      status: 'KubeletStoppedPostingStatus',
    })
    return {
      kind: 'node fails',
      checkId: askedOf(world, chosen, effects),
      effects,
      isTrue: ({ kind, subject }) => kind === 'failing' && subject.id === node,
    }
  },
  (world) => {
    const database = pick(world.random, world.databases)
    const broken = world.services.filter((one) => one.database === database?.id)
    const chosen = pick(world.random, broken)
    if (database === undefined || chosen === undefined) return undefined
    const effects = breakServices(world, broken, ({ pods }) => pods.slice(0, 1))
    effects.unhealthyChecks.push({ id: database.check, at: world.fault + world.random() * MINUTE })
    // The cloud itself says only sometimes that it is not well.
    if (world.random() < 0.5)
      effects.unhealthyItems.push({
        id: database.id,
        at: world.fault + world.random() * MINUTE,
        status: 'failed',
      })
    return {
      kind: 'database fails',
      checkId: askedOf(world, chosen, effects),
      effects,
      isTrue: ({ kind, subject }) =>
        kind === 'failing' && (subject.id === database.id || subject.id === database.check),
    }
  },
  (world) => {
    const chosen = pick(world.random, world.services)
    const broken = world.services.filter((one) => one.secret === chosen?.secret)
    return chosen && changeFault('secret of several services', world, broken, { item: chosen.secret })
  },
]

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'only for benchmarks',
  clock: systemClock,
})
const pool = new Pool(postgres.connection)
// PostgreSQL may stop before the last connection is closed.
pool.on('error', () => {})
try {
  await migrate(pool)
  await maintainPartitions(pool, catalogPartitions, systemClock.now())
  console.log(
    `${machine()}, load ${loadavg()[0]?.toFixed(1)}, ${services} services, ${missing} of edges missing`,
  )
  const began = performance.now()
  const hits: number[] = []
  const firsts: number[] = []
  const times: number[] = []
  const byKind = new Map<string, number[]>()
  for (const seed of seeds) {
    let [done, hit, first] = [0, 0, 0]
    for (let number = 0; done < faults; number += 1) {
      await clear(pool)
      const now = new Date()
      const size = { services, nodes: 8, databases: 5, podsEach, missing }
      const world = await seedWorld(pool, seed * 1_000 + number, size, now.getTime() - 10 * MINUTE)
      const fault = kinds[done % kinds.length]?.(world)
      // This world has nothing that can break in this way.
      if (fault === undefined) continue
      done += 1
      await inject(pool, fault.effects)
      await pool.query('analyze core.config_items, core.config_relationships, core.config_changes')
      let found: LikelyCauses | undefined
      for (let round = 0; round <= rounds; round += 1) {
        const started = performance.now()
        found = await findCauses(pool, {
          kind: 'check',
          id: fault.checkId,
          at: undefined,
          hours: 24,
          // The edges of the world are as old as its rows.
          now: new Date(),
          rights,
        })
        // The first fills caches.
        if (round > 0) times.push(performance.now() - started)
      }
      const rank = (found?.causes.findIndex(fault.isTrue) ?? -1) + 1
      if (rank >= 1 && rank <= 3) hit += 1
      if (rank === 1) first += 1
      byKind.set(fault.kind, [...(byKind.get(fault.kind) ?? []), rank])
      if (values.show) {
        console.log(`  seed ${seed}, ${fault.kind}: ${rank === 0 ? 'not found' : `rank ${rank}`}`)
        if (rank !== 1)
          for (const cause of found?.causes.slice(0, Math.max(3, rank)) ?? [])
            console.log(
              `    ${cause.score} ${cause.kind} ${cause.subject.type} ${cause.subject.name} ${cause.message}: ${cause.reasons.map(({ text, points }) => `${text} (${points})`).join('; ')}`,
            )
      }
    }
    hits.push(hit)
    firsts.push(first)
    console.log(`seed ${seed}: ${hit} of ${faults} among the first three, ${first} first`)
  }
  for (const [kind, ranks] of byKind)
    console.log(`  ${kind}: ranks ${ranks.map((rank) => (rank === 0 ? 'none' : rank)).join(' ')}`)
  console.log(
    `among the first three: ${spread(hits)} of ${faults}, aim ${Math.ceil(faults * 0.8)}; first: ${spread(firsts)}`,
  )
  console.log(
    `answer: median ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, ${times.length} answers; ${Math.round((performance.now() - began) / 1_000)} s, load ${loadavg()[0]?.toFixed(1)}`,
  )
} finally {
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
