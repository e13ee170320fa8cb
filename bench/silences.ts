// A thousand silences and events of checks: how much of a core matching takes, and how long one match takes. Each event is
// matched twice, as when it arrives and right before its message is sent. It prints figures; no figure is an error.
// Run: npm run bench silences [-- --silences 1000 --rate 500 --seconds 20]
import { parseArgs } from 'node:util'
import { createScriptEngine } from '@binnacle/scripting'
import { type CoverageColumns, coverageOf } from '../apps/server/src/modules/silences/coverage.ts'
import { createFilter } from '../apps/server/src/modules/silences/filter.ts'
import { createSilenceIndex, type SilenceEntry } from '../apps/server/src/modules/silences/silence-index.ts'
import { timesOf } from '../apps/server/src/modules/silences/windows.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import type { SubjectState } from '../apps/server/src/platform/subjects.ts'
import { machine, percentile } from './lib/figures.ts'

const { values } = parseArgs({
  options: {
    silences: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
  },
})
const [silences, rate, seconds] = [Number(values.silences), Number(values.rate), Number(values.seconds)]
const CHECKS = 5_000
const TEAMS = 20
const MATCHES_AN_EVENT = 2
const HOUR = 3_600_000

const scripts = createScriptEngine({ now: () => systemClock.now() })
const start = systemClock.now().getTime()

const checks: SubjectState[] = Array.from({ length: CHECKS }, (_, number) => {
  const labels = { team: `team-${number % TEAMS}`, tier: number % 3 === 0 ? 'web' : 'data' }
  const name = `check ${number}`
  return {
    kind: 'check',
    id: newId(),
    name,
    type: number % 2 === 0 ? 'http' : 'dns',
    namespace: `namespace-${number % 50}`,
    labels,
    severity: 'medium',
    health: 'unhealthy',
    reason: 'status 503, expected 200 to 299',
    since: new Date(start),
    within: [{ kind: 'canary', id: newId() }],
    dependsOn: [],
    path: '/health',
    variables: { check: { name, labels, type: 'http', status: 'unhealthy' }, canary: { name: 'canary' } },
  }
})

const nothing = { config_id: null, component_id: null, check_id: null, canary_id: null }

/** Of a hundred silences: 70 of resources, 20 of labels and names, 6 that recur, 4 with a filter and no resource. */
function coverageColumns(number: number): CoverageColumns {
  const place = number % 100
  const check = checks[(number * 7) % CHECKS]
  const common = { ...nothing, recursive: false, selector: {} }
  if (place < 40) return { ...common, covers: 'resource', check_id: check?.id ?? null }
  if (place < 70) return { ...common, covers: 'resource', canary_id: check?.within[0]?.id ?? null }
  if (place < 80)
    return { ...common, covers: 'selector', selector: { labels: `team=team-${number % TEAMS},tier=gone` } }
  if (place < 96) return { ...common, covers: 'selector', selector: { names: [`check ${number}`, 'x*y'] } }
  return { ...common, covers: 'selector', selector: { types: ['http'] } }
}

function entryOf(number: number): SilenceEntry {
  const place = number % 100
  const recurs = place >= 90 && place < 96
  const times = timesOf({
    from: new Date(start - HOUR),
    until: new Date(start + 24 * HOUR),
    ...(recurs
      ? { schedule: '*/30 * * * *', time_zone: 'Europe/Berlin', duration: '10m' }
      : { schedule: null, time_zone: null, duration: null }),
  })
  if (!times.ok) throw new Error(times.failure)
  return {
    id: newId(),
    kind: recurs ? 'maintenance' : 'silence',
    description: undefined,
    coverage: coverageOf(coverageColumns(number)),
    times: times.value,
    filter: place < 96 ? undefined : createFilter(scripts, `check.labels.team == "team-${number}"`),
  }
}

const built = performance.now()
const index = createSilenceIndex(Array.from({ length: silences }, (_, number) => entryOf(number)))
const building = performance.now() - built

let matched = 0
async function match(state: SubjectState, at: Date): Promise<void> {
  for (const { entry } of index.covering(state, at)) {
    const passed = entry.filter === undefined ? undefined : await entry.filter.passes(state)
    if (passed === undefined || (passed.ok && passed.value)) {
      matched += 1
      return
    }
  }
}

const durations: number[] = []
const used = process.cpuUsage()
const began = performance.now()
for (let tick = 0; tick < seconds * 10; tick += 1) {
  for (let event = 0; event < rate / 10; event += 1) {
    const state = checks[(tick * 31 + event * 17) % CHECKS]
    if (state === undefined) continue
    for (let time = 0; time < MATCHES_AN_EVENT; time += 1) {
      const before = performance.now()
      await match(state, new Date(start + tick * 100))
      durations.push(performance.now() - before)
    }
  }
  await systemClock.wait(began + (tick + 1) * 100 - performance.now())
}
const { user, system } = process.cpuUsage(used)
const elapsed = performance.now() - began
await scripts.close()

console.log(machine())
console.log(
  `${silences} silences, ${rate} events a second for ${seconds} s, each matched ${MATCHES_AN_EVENT} times`,
)
console.log(`built in ${building.toFixed(0)} ms; ${matched} of ${durations.length} matches found a silence`)
console.log(
  `processor: ${(((user + system) / 1_000 / elapsed) * 100).toFixed(1)} % of a core (aim: at most 20 %)`,
)
console.log(
  `a match: p50 ${percentile(durations, 0.5).toFixed(3)} ms, p95 ${percentile(durations, 0.95).toFixed(3)} ms, p99 ${percentile(durations, 0.99).toFixed(3)} ms`,
)
