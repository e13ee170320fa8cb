import * as z from 'zod/mini'
import { checkStates } from './health.ts'
import { severities } from './severity.ts'

/** Counts that uptime is computed from. Runs whose state is unknown are in neither. */
export const uptime = z.object({ passed: z.int(), failed: z.int() })

/**
 * Latency of a check in milliseconds; null where nothing ran in the window.
 * Percentiles come from a histogram and are at most 5 % off.
 */
export const latency = z.object({
  rolling1h: z.nullable(z.number()),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p97: z.nullable(z.number()),
  p99: z.nullable(z.number()),
})

const time = z.iso.datetime({ offset: true })

/** A check with what a list shows of it. Names on the wire are those that clients of such platforms already read. */
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
  /** What the last run said; null until the first run. */
  status: z.nullable(z.enum(['healthy', 'unhealthy'])),
  /** The same with 'unknown' for checks that could not run or have not run yet. */
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
  /** UI, builtin or file:<path>; null where the API made it and its client named none. */
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
  /** Differs between versions; sent back with a change, it keeps the change from overwriting one it has not seen. */
  revision: z.guid(),
  /** The spec as YAML: as its writer typed it, comments included, where that is known. Secrets are masked. */
  text: z.string(),
})
export type EditableCanary = z.infer<typeof editableCanary>

/** What the server's parser finds wrong with a spec that is still being written. */
export const specJudgement = z.object({
  problems: z.array(
    z.object({
      /** From the spec on, such as http[0].url; empty for the whole. */
      path: z.string(),
      message: z.string(),
      line: z.optional(z.int()),
      column: z.optional(z.int()),
    }),
  ),
})
export type SpecProblem = z.infer<typeof specJudgement>['problems'][number]

/** Checks that one person may have on trial at once, in one request or several. */
export const TRIED_AT_ONCE = 4

/** A file that a run of a check left. */
export const artifact = z.object({
  id: z.uuid(),
  /** Below the folder of the script, or /dev/stdout or /dev/stderr. */
  path: z.string(),
  filename: z.string(),
  /** By the name of the file; it is never sent as that. */
  content_type: z.string(),
  /** Bytes */
  size: z.int(),
  /** SHA-256 in hexadecimal */
  checksum: z.string(),
  created_at: time,
  expires_at: time,
})
export type Artifact = z.infer<typeof artifact>

/** What checks said that were run once, without being stored. */
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
      /** How often it was tried, and how often a run tries it at most; null where nothing is tried again. */
      attempts: z.nullable(z.object({ made: z.number(), most: z.number() })),
    }),
  ),
})
export type TriedCheck = z.infer<typeof checkTrial>['results'][number]

export const checkDetail = z.extend(checkSummary, {
  spec: z.record(z.string(), z.unknown()),
  canary,
  agent: z.object({ id: z.uuid(), name: z.string() }),
  /** Whether it runs itself, so that scripts can be tried on its result: not where other checks give it. */
  takes_scripts: z.boolean(),
  /** Whether other systems send its results, so that it cannot be run. */
  receives: z.boolean(),
  /** Whether a run is under way now. */
  running: z.boolean(),
  /** As the canary says it, such as "@every 30s"; null when the check runs by hand only. */
  schedule: z.nullable(z.string()),
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
  /** Exact up to a limit; then `exact` is false and there are more. */
  totalEntries: z.int(),
  exact: z.boolean(),
  /** Always null: a failure has another status, and says more. */
  error: z.null(),
})
export type CheckStatusList = z.infer<typeof checkStatusList>

/** A point of the chart: a bucket of time with what ran in it. */
const graphPoint = z.object({
  time,
  /** Whether all that ran passed. */
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

/** The answer to running a check by hand: the result, and the counts that older clients read. */
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

/** Languages of scripts, under the keys that specs write them. */
export const scriptKinds = ['expr', 'template', 'javascript', 'jsonPath'] as const
export type ScriptKind = (typeof scriptKinds)[number]

/** A script to try on the last result of a check. */
export const evaluationRequest = z.object({
  kind: z.enum(scriptKinds),
  script: z.string().check(z.minLength(1), z.maxLength(65_536)),
})

/** What a script gave, and what it could see. Secrets are masked. */
export const evaluation = z.object({
  ok: z.boolean(),
  /** As it is printed; null when there is an error. */
  output: z.nullable(z.string()),
  /** As JSON. */
  value: z.unknown(),
  error: z.nullable(
    z.object({
      message: z.string(),
      /** From 1, like the column. */
      line: z.int(),
      column: z.int(),
      /** The line around the place. */
      excerpt: z.string(),
    }),
  ),
  /** When the result that it worked on began. */
  time,
  /** Whether all that a run shows its scripts was kept of it; otherwise its evidence alone. A run by hand keeps all. */
  complete: z.boolean(),
  /** Variables by name; lengths of time as text. */
  environment: z.record(z.string(), z.unknown()),
  /** Functions without arguments, with what they give. */
  functions: z.record(z.string(), z.unknown()),
})
export type Evaluation = z.infer<typeof evaluation>

/** A file of canaries and what is wrong with it. */
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

/** Ranges of time a chart or history can show, with their length in milliseconds. */
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
