import { type Finding, sees } from './detector.ts'

/** A check whose target did not answer at the level of the network. */
export interface NetworkFailure {
  host: string
  /** End of the run. */
  endedAt: Date
  /** When the check became unhealthy. */
  turnedAt: Date
}

export interface NetworkFacts {
  /** Checks that became unhealthy lately, as their newest runs say. */
  failures: readonly NetworkFailure[]
  /** End of the last run in which a target elsewhere passed; undefined if none did lately. */
  answeredAt: Date | undefined
  /** Number of hosts that are checked. */
  hosts: number
}

/**
 * The end of a run is known from its start and its duration, which leave out how long a busy machine took in between. So an
 * answer contradicts a failure only if it came this much later. Milliseconds.
 */
const TOLERANCE = 1_000

/** The failures that no answer of any target contradicts, because none came after them. */
function withoutAnswer({ failures, answeredAt }: NetworkFacts): readonly NetworkFailure[] {
  return failures.filter(
    ({ endedAt }) => answeredAt === undefined || endedAt.getTime() + TOLERANCE > answeredAt.getTime(),
  )
}

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.length === 0 ? undefined : new Date(Math.min(...dates.map((date) => date.getTime())))
}

/**
 * The network is lost if enough hosts failed since any target last answered. One host counts once, however many checks it
 * has: that a single host is down is no blindness.
 * @param hosts fewest hosts
 * @param blindSince when the network was lost, while it is: it then returns only with an answer
 */
export function findNetwork(facts: NetworkFacts, hosts: number, blindSince: Date | undefined): Finding {
  const failures = withoutAnswer(facts)
  const failed = new Set(failures.map(({ host }) => host)).size
  const reason = `${failed} targets stopped to answer, and no target answered since`
  const isStillLost =
    blindSince !== undefined && (facts.answeredAt === undefined || facts.answeredAt <= blindSince)
  if (failed < hosts && !isStillLost) return sees
  const since = earliest(failures.map(({ turnedAt }) => turnedAt))
  return { isBlind: true, reason, ...(since === undefined ? {} : { since }) }
}

/**
 * How long it is uncertain whether the network is lost: some hosts failed, and since then no other one was heard of.
 * @param settle milliseconds after the first failure for which others are awaited
 * @returns milliseconds from now; 0 if it is certain
 */
export function doubtLeft(facts: NetworkFacts, hosts: number, settle: number, now: Date): number {
  const failures = withoutAnswer(facts)
  const first = earliest(failures.map(({ endedAt }) => endedAt))
  // With fewer hosts than it takes, it will never be known.
  if (first === undefined || facts.hosts < hosts) return 0
  return Math.max(0, Math.min(settle, first.getTime() + settle - now.getTime()))
}

/** Codes of failures that say that a target did not answer, as check types give them in `details.reason`. */
const networkCodes: ReadonlySet<string> = new Set([
  'refused',
  'unreachable',
  'reset',
  'timeout',
  'aborted',
  'name-server',
  'ECONNREFUSED',
  'ETIMEOUT',
])

/** Errors of runs that gave no code: the time was over, or all packets of a ping were lost. */
const networkErrors = /^(?:did not end within |.* did not answer in time$|.*\b100% packet loss)/

/** Whether a failed run says only that its target did not answer. */
export function isNetworkFailure(code: string | null, error: string | null): boolean {
  if (code !== null) return networkCodes.has(code)
  return networkErrors.test(error?.split('\n', 1)[0] ?? '')
}

/** The host of a target such as `example.com:443`, without its port. */
export function hostOf(target: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(target)
  if (bracketed !== null) return bracketed[1]?.toLowerCase() ?? ''
  return target.replace(/^([^:]*):\d+$/, '$1').toLowerCase()
}
