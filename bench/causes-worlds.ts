// Likely causes in generated worlds: whether the true cause of a fault is first, or among the first three, by kind of fault.
// Worlds are random in layers, relations, checks, noise and faults, and told by the topology, by the catalog, or by both. The
// ranking was tuned on the tuning seeds only; the judging seeds are others. It prints figures beside their aims; no figure is
// an error.
// Run: npm run bench causes-worlds [-- --seeds tuning|judging|both --worlds 10 --services 3000 --changes 100000 --show]
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { catalogPartitions } from '../apps/server/src/modules/catalog/index.ts'
import { faultKinds } from '../apps/server/src/modules/causes/testing/faults.ts'
import {
  askCauses,
  blamesInnocent,
  breakWorld,
  placeOf,
  questionsAbout,
} from '../apps/server/src/modules/causes/testing/judge.ts'
import { type Telling, writeWorld } from '../apps/server/src/modules/causes/testing/write-world.ts'
import { innocentChange, MINUTE } from '../apps/server/src/modules/causes/testing/world.ts'
import { healthPartitions } from '../apps/server/src/modules/health/index.ts'
import { topologyPartitions } from '../apps/server/src/modules/topology/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { machine, percentile } from './lib/figures.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: 'both' },
    worlds: { type: 'string', default: '10' },
    kind: { type: 'string' },
    services: { type: 'string' },
    changes: { type: 'string', default: '0' },
    show: { type: 'boolean', default: false },
  },
})
const perKind = Number(values.worlds)
const tellings: readonly Telling[] = ['topology', 'catalog', 'both']
/** Seeds begin here, far from each other. */
const seeds = { tuning: 1_000_000, judging: 9_000_000 } as const

const sizeOf = (seed: number) =>
  values.services === undefined
    ? { services: 12 + (seed % 20), groups: 2 + (seed % 4) }
    : { services: Number(values.services), groups: 40 }

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'only for benchmarks',
  clock: systemClock,
})
const pool = new Pool(postgres.connection)
// PostgreSQL may stop before the last connection is closed.
pool.on('error', () => {})

async function run(name: keyof typeof seeds): Promise<void> {
  const times: number[] = []
  const total = { asked: 0, first: 0, three: 0, unknown: 0, unknownRight: 0, innocent: 0 }
  for (const [place, kind] of Object.keys(faultKinds).entries()) {
    if (values.kind !== undefined && !kind.includes(values.kind)) continue
    const ranks: number[] = []
    for (let number = 0; ranks.length < perKind && number < perKind * 20; number += 1) {
      const seed = seeds[name] + place * 10_000 + number
      const now = Date.now()
      const broken = breakWorld(seed, kind, sizeOf(seed), now)
      if (broken === undefined) continue
      const { world, fault } = broken
      for (let more = 0; more < Number(values.changes); more += 1)
        world.changes.push(
          innocentChange(
            world.chance.one(world.nodes),
            world.fault - world.chance.between(60, 24 * 60) * MINUTE,
            world.chance,
          ),
        )
      const written = await writeWorld(pool, world, tellings[seed % 3] ?? 'both')
      const questions = questionsAbout(fault.asked, written, now)
      const question = questions[seed % questions.length]
      if (question === undefined) continue
      if (values.services !== undefined) await pool.query('analyze')
      // Whatever describes the thing may be asked, so each is.
      for (const other of questions) {
        const started = performance.now()
        await askCauses(pool, other, now)
        times.push(performance.now() - started)
      }
      const answer = await askCauses(pool, question, now)
      if (answer === undefined) throw new Error('There is no answer')
      const rank = placeOf(fault.truth, answer)
      ranks.push(rank)
      if (fault.truth.cause === 'unknown') {
        total.unknown += 1
        total.unknownRight += rank
      } else {
        total.asked += 1
        total.first += rank === 1 ? 1 : 0
        total.three += rank >= 1 && rank <= 3 ? 1 : 0
      }
      total.innocent += blamesInnocent(answer) ? 1 : 0
      if (values.show && rank !== 1) {
        console.log(
          `  seed ${seed}, ${tellings[seed % 3]}, ${kind}: truth ${fault.truth.cause} ${fault.truth.node?.name ?? ''}, asked ${question.kind} ${fault.asked.name}, rank ${rank}`,
        )
        for (const cause of answer.causes.slice(0, Math.max(3, rank)))
          console.log(
            `    ${cause.score} ${cause.level} ${cause.kind} ${cause.subject.name} ${cause.message}: ${cause.reasons.map(({ text, points }) => `${text} (${points})`).join('; ')} [${cause.consequences.map((one) => one.name).join()}]`,
          )
      }
    }
    console.log(`  ${name}, ${kind}: ${ranks.map((rank) => (rank === 0 ? '-' : rank)).join(' ')}`)
  }
  const share = (count: number, of: number) =>
    `${count} of ${of} (${Math.round((100 * count) / Math.max(1, of))} %)`
  console.log(
    `${name} seeds: first ${share(total.first, total.asked)}, aim 85 %; among the first three ${share(total.three, total.asked)}, aim 95 %; 'not known' ${share(total.unknownRight, total.unknown)}, aim 95 %; an innocent change first ${share(total.innocent, total.asked + total.unknown)}, aim 3 % at most`,
  )
  console.log(
    `answer: median ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, ${times.length} answers, load ${loadavg()[0]?.toFixed(1)}`,
  )
}

try {
  await migrate(pool)
  await maintainPartitions(
    pool,
    [...catalogPartitions, ...healthPartitions, ...topologyPartitions],
    systemClock.now(),
  )
  console.log(machine())
  for (const name of ['tuning', 'judging'] as const)
    if (values.seeds === 'both' || values.seeds === name) await run(name)
} finally {
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
