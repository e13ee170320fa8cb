import * as z from 'zod/mini'
import { checkStates } from './health.ts'
import { severities } from './severity.ts'
import { resourceSilence } from '../notifications/resource-silence.ts'

/** Counts from which uptime is computed. Unknown runs are in neither. */
export const uptime = z.object({ passed: z.int(), failed: z.int() })

/**
 * Latency of a check in milliseconds; null if nothing ran in the time range.
 * Percentiles come from a histogram and are at most 5 % off.
 */
const latency = z.object({
  rolling1h: z.nullable(z.number()),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p97: z.nullable(z.number()),
  p99: z.nullable(z.number()),
})

const time = z.iso.datetime({ offset: true })

/** A check as lists show it. The field names are those of clients of other platforms of this kind. */
export const checkSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  type: z.string(),
  icon: z.nullable(z.string()),
  endpoint: z.nullable(z.string()),
  namespace: z.string(),
  labels: z.record(z.string(), z.string()),
  severity: z.nullable(z.enum(severities)),
  owner: z.nullable(z.string()),
  agent_id: z.uuid(),
  canary_id: z.uuid(),
  canary_name: z.string(),
  canary_namespace: z.string(),
  /** Result of the last run; null if it is unknown or nothing ran yet. */
  status: z.nullable(z.enum(['healthy', 'unhealthy'])),
  /** The same, with 'unknown' for checks that could not run or have not run yet. */
  state: z.enum(checkStates),
  message: z.nullable(z.string()),
  uptime: z.extend(uptime, { last_pass: z.nullable(time), last_fail: z.nullable(time) }),
  /** `avg` is the same as `rolling1h`, under the name that other clients know. */
  latency: z.extend(latency, { avg: z.nullable(z.number()) }),
  last_runtime: z.nullable(time),
  next_runtime: z.nullable(time),
  last_transition_time: z.nullable(time),
  created_at: time,
  updated_at: time,
  deleted_at: z.nullable(time),
})
export type CheckSummary = z.infer<typeof checkSummary>

/** A canary as its editor reads it. Secrets in the spec are masked. */
export const canary = z.object({
  id: z.uuid(),
  name: z.string(),
  namespace: z.string(),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
  /** UI, builtin or file:<path>; null if an API client created it without naming a source. */
  source: z.nullable(z.string()),
  spec: z.record(z.string(), z.unknown()),
  agent_id: z.uuid(),
  created_by: z.nullable(z.uuid()),
  created_at: time,
  updated_at: time,
})
export type Canary = z.infer<typeof canary>

/** A canary for its editor. */
export const editableCanary = z.extend(canary, {
  /** Changes with each save. A client sends it back, so that a save never overwrites a change the client has not seen. */
  revision: z.guid(),
  /** The agent that runs its checks. */
  agent: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The spec as YAML with masked secrets: the typed text with its comments if it was stored, otherwise generated. */
  text: z.string(),
})
export type EditableCanary = z.infer<typeof editableCanary>

/** Problems of a draft spec. */
export const specProblems = z.object({
  problems: z.array(
    z.object({
      /** Path within the spec, such as http[0].url; empty for the whole spec. */
      path: z.string(),
      message: z.string(),
      line: z.optional(z.int()),
      column: z.optional(z.int()),
    }),
  ),
})
export type SpecProblem = z.infer<typeof specProblems>['problems'][number]

/** Most checks that one person may test-run at once, over all their requests. */
export const TRIED_AT_ONCE = 4

/** A file that a run of a check left. */
export const artifact = z.object({
  id: z.uuid(),
  /** Relative to the folder of the script, or /dev/stdout or /dev/stderr. */
  path: z.string(),
  filename: z.string(),
  /** Guessed from the name of the file. Downloads never use it. */
  content_type: z.string(),
  /** Bytes */
  size: z.int(),
  /** SHA-256 in hexadecimal */
  checksum: z.string(),
  created_at: time,
  expires_at: time,
})
export type Artifact = z.infer<typeof artifact>

/** Results of checks that ran once without being saved. */
export const checkTrial = z.object({
  results: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      time,
      state: z.enum(checkStates),
      message: z.nullable(z.string()),
      error: z.nullable(z.string()),
      /** Milliseconds */
      duration: z.number(),
      details: z.unknown(),
      /** Attempts made, and the most attempts of a run; null if the check has no retries. */
      attempts: z.nullable(z.object({ made: z.number(), most: z.number() })),
    }),
  ),
})
export type TriedCheck = z.infer<typeof checkTrial>['results'][number]

export const checkDetail = z.extend(checkSummary, {
  spec: z.record(z.string(), z.unknown()),
  canary,
  agent: z.object({ id: z.uuid(), name: z.string() }),
  /** Whether scripts can be tried on its result: not for suites and transformed checks, whose results come from other checks. */
  takes_scripts: z.boolean(),
  /** Whether other systems send its results, so that nobody can run it. */
  receives: z.boolean(),
  /** Whether a run is in progress. */
  running: z.boolean(),
  /** As written in the canary, such as "@every 30s"; null if the check runs only manually. */
  schedule: z.nullable(z.string()),
  /** The silence or maintenance that keeps messages about it back now. */
  silenced: z.optional(resourceSilence),
})
export type CheckDetail = z.infer<typeof checkDetail>

/** One stored result. */
const checkStatus = z.object({
  time,
  status: z.nullable(z.boolean()),
  state: z.enum(checkStates),
  duration: z.number(),
  message: z.nullable(z.string()),
  error: z.nullable(z.string()),
  details: z.unknown(),
  /** Files that the run left. */
  artifacts: z.array(artifact),
})
export type CheckStatus = z.infer<typeof checkStatus>

/** A page of results, under the names that clients of such platforms know. */
export const checkStatusList = z.object({
  data: z.array(checkStatus),
  /** Exact up to a limit. Beyond it `exact` is false. */
  totalEntries: z.int(),
  exact: z.boolean(),
  /** Always null, because failures have another HTTP status and body. */
  error: z.null(),
})
export type CheckStatusList = z.infer<typeof checkStatusList>

/** A point of the chart: the runs of one stretch of time. */
const graphPoint = z.object({
  time,
  /** Whether all runs passed. */
  status: z.boolean(),
  /** Mean, in milliseconds. */
  duration: z.number(),
  passed: z.int(),
  failed: z.int(),
  unknown: z.int(),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p99: z.nullable(z.number()),
})
export type GraphPoint = z.infer<typeof graphPoint>

export const checkGraph = z.object({
  duration: z.number(),
  runnerName: z.string(),
  status: z.array(graphPoint),
  latency,
  uptime,
})
export type CheckGraph = z.infer<typeof checkGraph>

/** The answer to Run Now: the result, and counts for older clients. */
export const checkRun = z.object({
  name: z.string(),
  start: time,
  pass: z.boolean(),
  state: z.enum(checkStates),
  message: z.nullable(z.string()),
  error: z.nullable(z.string()),
  duration: z.number(),
  details: z.unknown(),
  /** Files that the run left. */
  artifacts: z.array(artifact),
  labels: z.record(z.string(), z.string()),
  total: z.int(),
  success: z.int(),
  failed: z.int(),
  errors: z.array(z.string()),
})
export type CheckRun = z.infer<typeof checkRun>

/** Languages of scripts, as specs name them. */
export const scriptKinds = ['expr', 'template', 'javascript', 'jsonPath'] as const
export type ScriptKind = (typeof scriptKinds)[number]

/** A script to try on the last result of a check. */
export const evaluationRequest = z.object({
  kind: z.enum(scriptKinds),
  script: z.string().check(z.minLength(1), z.maxLength(65_536)),
})

/** The output of a script, and the values it could use, with masked secrets. */
export const evaluation = z.object({
  ok: z.boolean(),
  /** The printed output; null if there is an error. */
  output: z.nullable(z.string()),
  /** As JSON. */
  value: z.unknown(),
  error: z.nullable(
    z.object({
      message: z.string(),
      /** From 1, like the column. */
      line: z.int(),
      column: z.int(),
      /** The line with the error. */
      excerpt: z.string(),
    }),
  ),
  /** Start of the run on whose result the script ran. */
  time,
  /** Whether the script saw everything that it sees in a run. Otherwise it saw the evidence only; Run Now stores everything. */
  complete: z.boolean(),
  /** Variables by name; lengths of time as text. */
  environment: z.record(z.string(), z.unknown()),
  /** Functions without arguments, with their values. */
  functions: z.record(z.string(), z.unknown()),
})
export type Evaluation = z.infer<typeof evaluation>

/** A file of canaries and its problems. */
export const canaryFile = z.object({
  path: z.string(),
  problems: z.array(
    z.object({
      path: z.string(),
      message: z.string(),
      line: z.optional(z.int()),
      column: z.optional(z.int()),
    }),
  ),
  canaries: z.int(),
  loaded_at: time,
})
export type CanaryFile = z.infer<typeof canaryFile>

/** Time ranges of charts and histories, with their length in milliseconds. */
export const timeRanges = {
  '15m': 900_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '3h': 10_800_000,
  '6h': 21_600_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
  '2d': 172_800_000,
  '3d': 259_200_000,
  '1w': 604_800_000,
  '2w': 1_209_600_000,
  '3w': 1_814_400_000,
  '1mo': 2_592_000_000,
  '2mo': 5_184_000_000,
  '3mo': 7_776_000_000,
  '6mo': 15_552_000_000,
  '1y': 31_536_000_000,
  '2y': 63_072_000_000,
  '3y': 94_608_000_000,
  '5y': 157_680_000_000,
} as const
export type TimeRange = keyof typeof timeRanges
