import { MINUTE } from '@binnacle/contract/core'
import type { CheckState } from '@binnacle/contract/health'
import { createRandom } from './random.ts'
import { ago } from './time.ts'

/** A check as the stories show it. */
export interface SampleCheck {
  id: string
  name: string
  group: string
  type: string
  namespace: string
  state: CheckState
  message: string | null
  passed: number
  failed: number
  p95: number | null
  results: readonly CheckState[]
  lastRun: string | null
  transition: string | null
}

/** A group of checks with what is summed over its members. */
export interface SampleGroup {
  id: string
  name: string
  namespace: string
  healthy: number
  unhealthy: number
  unknown: number
  passed: number
  failed: number
  p95: number | null
}

const names: Readonly<Record<string, readonly (readonly [string, string, CheckState])[]>> = {
  payments: [
    ['checkout-api', 'http', 'unhealthy'],
    ['ledger database', 'postgres', 'unhealthy'],
    ['card processor', 'http', 'unknown'],
    ['payment events queue', 'kafka', 'healthy'],
    ['fraud-scoring', 'grpc', 'healthy'],
  ],
  storefront: [
    ['storefront home page', 'http', 'healthy'],
    ['search', 'http', 'healthy'],
    ['product images on the content delivery network of the second region', 'http', 'healthy'],
    ['session cache', 'redis', 'healthy'],
  ],
  platform: [
    ['cluster api', 'http', 'healthy'],
    ['registry', 'http', 'healthy'],
    ['primary resolver', 'dns', 'healthy'],
    ['object storage', 's3', 'healthy'],
    ['mail relay', 'smtp', 'healthy'],
  ],
}

function sampleCheck(
  group: string,
  index: number,
  name: string,
  type: string,
  state: CheckState,
): SampleCheck {
  const random = createRandom(name.length * 97 + index)
  const failRate = state === 'unhealthy' ? 0.35 : 0.012
  const results = Array.from({ length: 30 }, (_, slot): CheckState => {
    if (slot > 25 && state !== 'healthy') return state
    return random() < failRate / 2 ? 'unhealthy' : 'healthy'
  })
  const runs = 1_440
  const failed = Math.round(runs * failRate * random() * 2)
  return {
    id: `${group}-${index}`,
    name,
    group,
    type,
    namespace: group,
    state,
    message:
      state === 'unhealthy'
        ? 'status 503, expected 200: upstream connect error or disconnect/reset before headers'
        : state === 'unknown'
          ? 'has not run yet: the schedule starts at 15:00'
          : null,
    passed: state === 'unknown' ? 0 : runs - failed,
    failed: state === 'unknown' ? 0 : failed,
    p95: state === 'unknown' ? null : Math.round(20 + random() * (state === 'unhealthy' ? 4_200 : 380)),
    results: state === 'unknown' ? [] : results,
    lastRun: state === 'unknown' ? null : ago(random() * MINUTE),
    transition: state === 'unknown' ? null : ago((index + 1) * 47 * MINUTE * (state === 'healthy' ? 90 : 1)),
  }
}

/** Fourteen checks in three groups, of which one fails. */
export const checks: readonly SampleCheck[] = Object.entries(names).flatMap(([group, members]) =>
  members.map(([name, type, state], index) => sampleCheck(group, index, name, type, state)),
)

/** Many checks, for tables that are rendered in part. */
export function manyChecks(count: number): readonly SampleCheck[] {
  return Array.from({ length: count }, (_, index) => {
    const state = index % 37 === 0 ? 'unhealthy' : index % 53 === 0 ? 'unknown' : 'healthy'
    return sampleCheck('fleet', index, `node-${String(index).padStart(5, '0')}`, 'icmp', state)
  })
}

/** The groups of some checks, with their sums. */
export function groupsOf(members: readonly SampleCheck[]): readonly SampleGroup[] {
  return Array.from(
    Map.groupBy(members, (check) => check.group),
    ([name, own]) => ({
      id: name,
      name,
      namespace: name,
      healthy: own.filter((check) => check.state === 'healthy').length,
      unhealthy: own.filter((check) => check.state === 'unhealthy').length,
      unknown: own.filter((check) => check.state === 'unknown').length,
      passed: own.reduce((sum, check) => sum + check.passed, 0),
      failed: own.reduce((sum, check) => sum + check.failed, 0),
      p95: Math.max(...own.map((check) => check.p95 ?? 0)),
    }),
  )
}
