import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { severities } from '@binnacle/contract/health'
import { type CommonCheckSpec, retries, type RetrySpec } from '@binnacle/plugin-kit/checks'
import {
  field,
  inputJsonSchema,
  isRecord,
  labels,
  milliseconds,
  problemsOf,
  type SegmentedProblem,
  type SchemaNode,
  variables,
} from '@binnacle/plugin-kit/core'
import { createScriptChecker, type ScriptChecker, weightOf } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { createYamlReader, type YamlReader } from '@binnacle/scripting/yaml'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { CheckType, CheckTypes } from './check-types.ts'
import { dependencyProblems } from './dependencies.ts'
import { spreadEnvironment } from './environment.ts'
import { longestRun, retryPlan } from './retries.ts'
import { parseSchedule, type Schedule } from '../../../platform/specs/schedule.ts'
import { scriptProblems } from './scripts.ts'
import { parsePartly, type PartialSpec } from './partial.ts'
import { canonicalSpec, isSpecKey } from '../../../platform/specs/spellings.ts'

/** One parsed check of a canary. */
export interface ParsedCheck {
  type: CheckType
  spec: CommonCheckSpec
  /** The written spec, with the variables of the canary. */
  input: unknown
  /** Timeout of one attempt. */
  timeoutMilliseconds: number
  /** Longest duration of all attempts together. */
  longestMilliseconds: number
  /** Whether another check of the canary depends on it. */
  hasDependents: boolean
}

export interface ParsedSpec {
  /** The written spec in normal spelling. */
  input: Record<string, unknown>
  schedule: Schedule | undefined
  /** The schedule as text; null if the checks run only manually. */
  scheduleText: string | null
  icon: string | undefined
  severity: string | undefined
  owner: string | undefined
  retries: RetrySpec | undefined
  /** Whether the canary has a suite of all its checks. */
  hasSuite: boolean
  checks: readonly ParsedCheck[]
}

/** Schedules that forms offer. Source: specification, document 3, section 5, and decision 22. */
const offeredSchedules = [
  ...['30s', '1m', '5m', '15m', '30m', '2h', '4h', '6h', '8h'].map((interval) => `@every ${interval}`),
  '@hourly',
  '@daily',
  '@weekly',
]

/** Fields of a canary's spec besides its checks. */
const commonFields = {
  schedule: field(
    z
      .string()
      .max(1_024, { abort: true })
      .check((context) => {
        const schedule = parseSchedule(context.value)
        if (!schedule.ok)
          context.issues.push({ code: 'custom', message: schedule.failure, input: context.value })
      })
      .optional(),
    {
      title: 'Schedule',
      description: 'Such as @every 30s, @hourly or */5 * * * *.',
      widget: 'schedule',
      offered: offeredSchedules,
    },
  ),
  interval: field(z.number().int().min(1).max(31_536_000).optional(), {
    title: 'Interval',
    description: 'Seconds between runs. Use "schedule" instead.',
  }),
  replicas: field(z.number().int().min(0).optional(), {
    title: 'Replicas',
    description: '0 stops the schedule.',
  }),
  icon: field(z.string().max(100).optional(), { title: 'Icon' }),
  severity: field(z.enum(severities).optional(), { title: 'Severity' }),
  owner: field(z.string().max(253).optional(), { title: 'Owner' }),
  retries: field(retries.optional(), {
    title: 'Retries',
    description: 'For every check of the canary. A check can override it.',
  }),
  env: field(variables.optional(), {
    title: 'Variables',
    description:
      'Values for all checks: their scripts see them as env.NAME, templates and shell scripts by their names. A check can override each of them.',
  }),
  resultMode: field(z.enum(['junit']).optional(), {
    title: 'Result mode',
    description:
      'With "junit" the canary has one more check, a suite with the other checks as its tests; it passes while none of them fails.',
  }),
}

/** Keys of a canary that no check type may be named after. @public `npm run new check` reads it. */
export const reservedNames: readonly string[] = [
  ...Object.keys(commonFields),
  'apiVersion',
  'kind',
  'metadata',
  'spec',
  'status',
]

const name = z.string().trim().min(1).max(253)

/** Most checks a canary may have. */
const MOST_CHECKS = 1_000
/** Most values of a spec, where 16 characters of text count as one: about as many as fit into a file. */
const MOST_WEIGHT = 200_000

function duplicateNames(checks: readonly { name: string }[]): number[] {
  const seen = new Set<string>()
  return checks.flatMap((check, index) => {
    const known = seen.has(check.name)
    seen.add(check.name)
    return known ? [index] : []
  })
}

const nameShape = z.object({ name: z.string().trim() })

/** Refuses two checks with the same type and name, because they would share a row. */
function refuseDuplicates(context: z.core.ParsePayload): void {
  const checks = z.array(nameShape).safeParse(context.value)
  for (const index of checks.success ? duplicateNames(checks.data) : [])
    context.issues.push({
      code: 'custom',
      message: `another check of this type is named "${checks.data?.[index]?.name}" already`,
      input: context.value,
      path: [index, 'name'],
    })
}

/** The schema of a canary's spec, made from the check types. */
function canarySpecSchema(types: CheckTypes): z.ZodType<Record<string, unknown>> {
  const lists = Object.fromEntries(
    [...types].map(([type, { definition }]) => [
      type,
      z
        .array(definition.schema)
        .max(MOST_CHECKS)
        .check(refuseDuplicates)
        .optional()
        .meta({
          title: definition.title,
          description: definition.description,
          icon: definition.icon,
          ...(definition.category === undefined ? {} : { category: definition.category }),
          ...(definition.place === undefined ? {} : { place: definition.place }),
          editor: definition.editor ?? 'form',
          ...(definition.receives === undefined ? {} : { receives: true }),
          examples: [[definition.example]],
        }),
    ]),
  )
  return z.strictObject({ ...commonFields, ...lists })
}

const specShape = z.object({
  schedule: z.string().optional(),
  interval: z.number().optional(),
  replicas: z.number().optional(),
  icon: z.string().optional(),
  severity: z.string().optional(),
  owner: z.string().optional(),
  retries: retries.optional(),
  resultMode: z.string().optional(),
})

function scheduleOf(spec: z.infer<typeof specShape>): string | null {
  if (spec.replicas === 0) return null
  if (spec.schedule !== undefined) return spec.schedule
  return spec.interval === undefined ? null : `@every ${spec.interval}s`
}

interface PlacedCheck extends ParsedCheck {
  /** Path of the check in the spec. */
  place: readonly PropertyKey[]
}

/** Timeout of one attempt of a check in milliseconds. */
export function timeoutOf({ definition }: CheckType, spec: CommonCheckSpec): number {
  if (spec.timeout !== undefined) return milliseconds(spec.timeout)
  return definition.timeoutFor?.(spec) ?? definition.timeoutMilliseconds
}

/** Milliseconds of parsing scripts before other requests get a turn. */
const TURN = 10
/** Most problems in an answer. */
const MOST_PROBLEMS = 100

/** Problems that the schema cannot find: scripts, and dependencies between checks. */
async function problemsAmong(
  checks: readonly PlacedCheck[],
  checkScript: ScriptChecker,
): Promise<SegmentedProblem[]> {
  const problems: SegmentedProblem[] = []
  let turn = performance.now()
  for (const { place, spec, type } of checks) {
    problems.push(...(await scriptProblems(checkScript, place, spec, type.definition)))
    if (problems.length >= MOST_PROBLEMS) break
    if (performance.now() - turn > TURN) {
      await setImmediate()
      turn = performance.now()
    }
  }
  return [
    ...problems,
    ...dependencyProblems(
      checks.map(({ place, spec }) => ({ place, name: spec.name, dependsOn: spec.dependsOn ?? [] })),
    ),
  ].slice(0, MOST_PROBLEMS)
}

/** Refuses too many checks before the schema validates each of them. */
function tooLong(types: CheckTypes, spec: Record<string, unknown>): SegmentedProblem[] {
  return [...types.keys()].flatMap((type) => {
    const list = spec[type]
    const message = `too many checks for one canary; the most is ${MOST_CHECKS}`
    return Array.isArray(list) && list.length > MOST_CHECKS ? [{ path: type, message, segments: [type] }] : []
  })
}

/** Parses and validates canaries. */
export interface CanaryParser {
  /** Reads and writes specs as text. */
  yaml: YamlReader
  /** Schema of a spec, for editors and documentation. */
  jsonSchema: SchemaNode
  /** Differs between releases that may parse one text differently. */
  release: string
  /** @returns the spec, or all its problems; paths start at the spec */
  parseSpec(this: void, input: unknown): Promise<Result<ParsedSpec, SegmentedProblem[]>>
  /** Parses a spec and leaves out invalid checks. @returns the rest, and all problems */
  parsePartly(input: unknown): Promise<PartialSpec<ParsedSpec>>
  /** Whether a spec may have a key, in any spelling. */
  isSpecKey(this: void, key: string): boolean
}

/**
 * Makes the parser for the check types of the product.
 * @param tasks pool in which long texts and scripts are parsed
 */
export function createCanaryParser(types: CheckTypes, tasks: TaskPool): CanaryParser {
  const checkScript = createScriptChecker(tasks)
  const schema = canarySpecSchema(types)
  const jsonSchema = inputJsonSchema(schema)

  function checksOf(
    input: Record<string, unknown>,
    parsed: Record<string, unknown>,
    common: z.infer<typeof specShape>,
  ): PlacedCheck[] {
    const placed = [...types].flatMap(([key, type]) => {
      const list = parsed[key]
      const written = input[key]
      if (!Array.isArray(list) || !Array.isArray(written)) return []
      return list.map((spec: CommonCheckSpec, index) => ({
        place: [key, index],
        type,
        spec,
        input: written[index],
        timeoutMilliseconds: timeoutOf(type, spec),
      }))
    })
    const wanted = new Set(placed.flatMap(({ spec }) => spec.dependsOn ?? []))
    return placed.map((check) => ({
      ...check,
      longestMilliseconds: longestRun(
        check.timeoutMilliseconds,
        retryPlan(common.retries, check.spec.retries),
      ),
      hasDependents: wanted.has(check.spec.name),
    }))
  }

  const parser: CanaryParser = {
    yaml: createYamlReader(tasks),
    jsonSchema,
    release: createHash('sha256').update(JSON.stringify(jsonSchema)).digest('hex'),
    isSpecKey: (key) => isSpecKey(types, reservedNames, key),
    parsePartly: async (written) => {
      // Refuse a spec that is too large before visiting all of it.
      if (weightOf(written, MOST_WEIGHT) > MOST_WEIGHT)
        return parsePartly(written, () => false, parser.parseSpec)
      return parsePartly(canonicalSpec(types, written), (key) => types.has(key), parser.parseSpec)
    },
    async parseSpec(written) {
      if (weightOf(written, MOST_WEIGHT) > MOST_WEIGHT)
        return fail([
          { path: '', message: 'the spec is too large; split it into several canaries', segments: [] },
        ])
      const input = canonicalSpec(types, written)
      const expanded = isRecord(input) ? spreadEnvironment(input, types.keys()) : input
      const long = isRecord(expanded) ? tooLong(types, expanded) : []
      if (long.length > 0) return fail(long)
      const parsed = schema.safeParse(expanded)
      // The schema takes the longest, so other requests get a turn after it.
      await setImmediate()
      if (!parsed.success) return fail(problemsOf(parsed.error, jsonSchema))
      if (!isRecord(input) || !isRecord(expanded)) return fail([])
      const common = specShape.parse(parsed.data)
      const checks = checksOf(expanded, parsed.data, common)
      const complaint =
        checks.length === 0
          ? `there is no check; add a list such as http or tcp (types: ${[...types.keys()].join(', ')})`
          : checks.length > MOST_CHECKS
            ? `${checks.length} checks are too many for one canary; the most is ${MOST_CHECKS}`
            : undefined
      if (complaint !== undefined) return fail([{ path: '', message: complaint, segments: [] }])
      const problems = await problemsAmong(checks, checkScript)
      if (problems.length > 0) return fail(problems)
      const scheduleText = scheduleOf(common)
      const schedule = scheduleText === null ? undefined : parseSchedule(scheduleText)
      return succeed({
        input,
        scheduleText,
        schedule: schedule?.ok === true ? schedule.value : undefined,
        icon: common.icon,
        severity: common.severity,
        owner: common.owner,
        retries: common.retries,
        hasSuite: common.resultMode === 'junit',
        checks: checks.map(({ place: _place, ...check }) => check),
      })
    },
  }
  return parser
}

/** Metadata of a canary. */
export const canaryMetadata = z.object({
  name,
  namespace: name.default('default'),
  labels: labels.default({}),
  // Files often omit the quotes, as in `trace: true`.
  annotations: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .default({}),
})
export type CanaryMetadata = z.output<typeof canaryMetadata>
