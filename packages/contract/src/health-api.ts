import { z } from 'zod'
import { checkStates, severities } from './health.ts'

/** Counts that uptime is computed from. Runs whose state is unknown are in neither. */
export const uptime = z.object({ passed: z.number().int(), failed: z.number().int() })

/**
 * Latency of a check in milliseconds; null where nothing ran in the window.
 * Percentiles come from a histogram and are at most 5 % off.
 */
export const latency = z.object({
  rolling1h: z.number().nullable(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p97: z.number().nullable(),
  p99: z.number().nullable(),
})

const time = z.iso.datetime({ offset: true })

/** A check with what a list shows of it. Names on the wire are those that clients of such platforms already read. */
export const checkSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.string(),
  icon: z.string().nullable(),
  endpoint: z.string().nullable(),
  namespace: z.string(),
  labels: z.record(z.string(), z.string()),
  severity: z.enum(severities).nullable(),
  agent_id: z.uuid(),
  canary_id: z.uuid(),
  canary_name: z.string(),
  canary_namespace: z.string(),
  /** What the last run said; null until the first run. */
  status: z.enum(['healthy', 'unhealthy']).nullable(),
  /** The same with 'unknown' for checks that could not run or have not run yet. */
  state: z.enum(checkStates),
  message: z.string().nullable(),
  uptime,
  latency,
  last_runtime: time.nullable(),
  next_runtime: time.nullable(),
  last_transition_time: time.nullable(),
  created_at: time,
  deleted_at: time.nullable(),
})
export type CheckSummary = z.infer<typeof checkSummary>

export const checkGroupings = ['canary_name', 'none'] as const
export const checkSortColumns = [
  'status',
  'name',
  'type',
  'uptime',
  'latency',
  'last_transition_time',
  'created_at',
] as const
export type CheckSortColumn = (typeof checkSortColumns)[number]

/** A page of the check list is at most this long. */
export const MAX_PAGE_SIZE = 1_000

/** What the health page asks for. Every field has a default, so an address without parameters is the plain page. */
export const checkListQuery = z.object({
  query: z.string().max(500).default(''),
  status: z.enum(checkStates).optional(),
  groupBy: z.enum(checkGroupings).default('canary_name'),
  collapsed: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((id) => z.uuid().safeParse(id).success)),
  sortBy: z.enum(checkSortColumns).default('status'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  pageIndex: z.coerce.number().int().min(0).default(0),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(50),
})
export type CheckListQuery = z.output<typeof checkListQuery>

export const stateCounts = z.object({
  healthy: z.number().int(),
  unhealthy: z.number().int(),
  unknown: z.number().int(),
})

/** A heading of the grouped list with the totals of all its members, on this page or not. */
export const checkGroup = z.object({
  key: z.uuid(),
  name: z.string(),
  namespace: z.string(),
  /** The type all members share, or 'multiple'. */
  type: z.string(),
  counts: stateCounts,
  uptime,
  last_transition_time: time.nullable(),
  created_at: time,
  collapsed: z.boolean(),
})
export type CheckGroup = z.infer<typeof checkGroup>

export const checkList = z.object({
  rows: z.array(checkSummary),
  /** Headings of the groups on this page, in the order of their rows; empty when not grouped. */
  groups: z.array(checkGroup),
  /** Lines over all pages: checks, with each collapsed group as one. */
  total: z.number().int(),
  /** Checks that match the search, whatever their health. */
  counts: stateCounts,
})
export type CheckList = z.infer<typeof checkList>

/** A canary as its editor reads it. Secrets in the spec are masked. */
export const canary = z.object({
  id: z.uuid(),
  name: z.string(),
  namespace: z.string(),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
  source: z.string(),
  spec: z.record(z.string(), z.unknown()),
  agent_id: z.uuid(),
  created_by: z.uuid().nullable(),
  created_at: time,
  updated_at: time,
})
export type Canary = z.infer<typeof canary>

export const checkDetail = checkSummary.extend({
  spec: z.record(z.string(), z.unknown()),
  canary,
  agent: z.object({ id: z.uuid(), name: z.string() }),
  /** Whether a run is under way now. */
  running: z.boolean(),
  /** Why the check is not scheduled, if it isn't. */
  schedule: z.string().nullable(),
})
export type CheckDetail = z.infer<typeof checkDetail>

/** One stored result. */
export const checkStatus = z.object({
  time,
  status: z.boolean().nullable(),
  state: z.enum(checkStates),
  duration: z.number(),
  message: z.string().nullable(),
  error: z.string().nullable(),
  details: z.unknown(),
})
export type CheckStatus = z.infer<typeof checkStatus>

export const checkStatusList = z.object({
  rows: z.array(checkStatus),
  /** Exact up to a limit; then `exact` is false and there are more. */
  total: z.number().int(),
  exact: z.boolean(),
})
export type CheckStatusList = z.infer<typeof checkStatusList>

/** A point of the chart: a bucket of time with what ran in it. */
export const graphPoint = z.object({
  time,
  /** Whether all that ran passed. */
  status: z.boolean(),
  /** Mean, in milliseconds. */
  duration: z.number(),
  passed: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
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
  message: z.string().nullable(),
  error: z.string().nullable(),
  duration: z.number(),
  details: z.unknown(),
  labels: z.record(z.string(), z.string()),
  total: z.number().int(),
  success: z.number().int(),
  failed: z.number().int(),
  errors: z.array(z.string()),
})
export type CheckRun = z.infer<typeof checkRun>

/** A file of canaries and what is wrong with it. */
export const canaryFile = z.object({
  path: z.string(),
  problems: z.array(
    z.object({
      path: z.string(),
      message: z.string(),
      line: z.number().int().optional(),
      column: z.number().int().optional(),
    }),
  ),
  canaries: z.number().int(),
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
