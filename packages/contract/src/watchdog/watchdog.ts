import * as z from 'zod/mini'
import { checkStates } from '../health/health.ts'

/** What the product watches itself for. */
export const detectorNames = ['checks', 'workers', 'queue', 'network', 'clock', 'database'] as const
export type DetectorName = (typeof detectorNames)[number]

/** Says in a line why the product cannot see. Null if it can. @param reasons of the detectors that are unhealthy */
export function describeBlindness([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null
  return others.length === 0 ? first : `${first} (and ${others.length} more)`
}

const threshold = z.object({
  /** The property that changes it. */
  property: z.string(),
  description: z.string(),
  value: z.string(),
  /** Whether nobody set the property to something that can be read. */
  isDefault: z.boolean(),
})
export type WatchdogThreshold = z.output<typeof threshold>

const detector = z.object({
  name: z.enum(detectorNames),
  title: z.string(),
  description: z.string(),
  /** Unknown until it has looked for the first time. */
  state: z.enum(checkStates),
  since: z.nullable(z.string()),
  reason: z.string(),
  /** The last time that it was unhealthy, which is over. */
  last: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** The check that rules tell of. Null while the product does not watch itself. */
  checkId: z.nullable(z.string()),
  thresholds: z.array(threshold),
})
export type WatchdogDetector = z.output<typeof detector>

/** The state of the dead-man's switch. Its URL is never shown. */
const deadManState = z.object({
  isOn: z.boolean(),
  intervalSeconds: z.number(),
  attemptedAt: z.nullable(z.string()),
  succeededAt: z.nullable(z.string()),
  error: z.nullable(z.string()),
  /** Why no ping is sent at present. */
  withheld: z.nullable(z.string()),
})
export type DeadManState = z.output<typeof deadManState>

/** What the page of the watchdog shows. */
export const watchdogState = z.object({
  /** Whether the product watches itself (WATCH_SELF). Otherwise nothing is told and nothing is held back. */
  isOn: z.boolean(),
  /** When a process last looked. */
  lookedAt: z.nullable(z.string()),
  detectors: z.array(detector),
  /** How many messages a limit holds back at present, to be told with the next summary. */
  limited: z.int(),
  deadMan: deadManState,
})
export type WatchdogState = z.output<typeof watchdogState>

const SHORTEST_PING_SECONDS = 10
const LONGEST_PING_SECONDS = 86_400
const LONGEST_URL = 2_000

/** Why a text is no URL for pings; undefined if it is one. */
function urlProblem(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null) return 'Enter a URL such as https://monitor.example.com/ping/abc'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'The URL begins with http:// or https://'
  if (url.username !== '' || url.password !== '') return 'Leave username and password out of the URL'
  return undefined
}

/** A URL that is pinged. */
export const pingUrl = z.string().check(
  z.trim(),
  z.maxLength(LONGEST_URL, { error: `A URL has at most ${LONGEST_URL} characters`, abort: true }),
  z.refine((text) => urlProblem(text) === undefined, {
    error: ({ input }) => urlProblem(String(input)) ?? 'Enter a URL',
  }),
)

const INTERVAL_PROBLEM = `Enter ${SHORTEST_PING_SECONDS} to ${LONGEST_PING_SECONDS} seconds`

/** Seconds between two pings. */
export const pingInterval = z
  .int(INTERVAL_PROBLEM)
  .check(
    z.minimum(SHORTEST_PING_SECONDS, INTERVAL_PROBLEM),
    z.maximum(LONGEST_PING_SECONDS, INTERVAL_PROBLEM),
  )

/** Changes the dead-man's switch. */
export const deadManForm = z.object({
  /** Null switches it off; missing keeps the stored one. */
  url: z.optional(z.nullable(pingUrl)),
  intervalSeconds: z.optional(pingInterval),
})
export type DeadManForm = z.output<typeof deadManForm>

/** The outcome of a ping that somebody asked for. */
export const pingResult = z.object({ error: z.nullable(z.string()) })
