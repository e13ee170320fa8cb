import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import {
  formatPath,
  inputJsonSchema,
  labels,
  plainName,
  problemsOf,
  type SchemaNode,
  type SegmentedProblem,
} from '@binnacle/plugin-kit/core'
import { type CommonLogSpec, commonLogSpec } from '@binnacle/plugin-kit/logs'
import { createScriptChecker, weightOf } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { createYamlReader } from '@binnacle/scripting/yaml'
import { z } from 'zod'
import type { SpecParser } from '../../../platform/specs/read-spec.ts'
import { canonicalSpec, canonicalValue, isSpecKey } from '../../../platform/specs/spellings.ts'
import { type DropRule, logBackendFields, reservedNames, type ScrubRule } from './fields.ts'
import type { LogType, LogTypes } from './log-types.ts'

/** One place where lines are read. */
export interface ParsedLogEntry {
  type: LogType
  /** Such as `loki[0]`. */
  place: string
  /** Fields of its type as written, with opened secrets. */
  written: Readonly<Record<string, unknown>>
  spec: unknown
  common: CommonLogSpec
}

/** What is left out and replaced before lines are shown. */
export interface LineRules {
  scrub: readonly ScrubRule[]
  drop: readonly DropRule[]
}

/** A parsed spec of a log backend. */
export interface ParsedLogBackend {
  /** The written spec in normal spelling. */
  input: Record<string, unknown>
  rules: LineRules
  entries: readonly ParsedLogEntry[]
}

/** Parses and validates specs of log backends. */
export interface LogBackendParser extends SpecParser<ParsedLogBackend> {
  types: LogTypes
}

/** Longest text of a spec. */
export const LARGEST_SPEC = 262_144
const MOST_ENTRIES = 50
const MOST_WEIGHT = 50_000
const MOST_PROBLEMS = 100

const topFields = z.strictObject(logBackendFields)

function schemaOf(types: LogTypes): SchemaNode {
  const top = inputJsonSchema(topFields)
  const own = top['properties']
  const lists = [...types].flatMap(([type, { definition, jsonSchema, isOffered }]) =>
    isOffered
      ? [
          [
            type,
            {
              type: 'array',
              items: jsonSchema,
              maxItems: MOST_ENTRIES,
              title: definition.title,
              description: definition.description,
              icon: definition.icon,
              editor: 'form',
              examples: [[definition.example]],
            },
          ],
        ]
      : [],
  )
  return { ...top, properties: { ...(isRecord(own) ? own : {}), ...Object.fromEntries(lists) } }
}

const problem = (segments: PropertyKey[], message: string): SegmentedProblem => ({
  segments,
  path: formatPath(segments),
  message,
})

function parseEntry(
  type: LogType,
  index: number,
  written: unknown,
): Result<ParsedLogEntry, SegmentedProblem[]> {
  const prefix = [type.definition.type, index]
  if (!isRecord(written)) return fail([problem(prefix, 'expected object')])
  const part = (isCommon: boolean) =>
    Object.fromEntries(Object.entries(written).filter(([name]) => name in commonLogSpec.shape === isCommon))
  const own = part(false)
  const spec = type.definition.schema.safeParse(own)
  const common = commonLogSpec.safeParse(part(true))
  if (spec.success && common.success)
    return succeed({ type, place: formatPath(prefix), written: own, spec: spec.data, common: common.data })
  return fail(
    [spec, common]
      .flatMap((parsed) => (parsed.success ? [] : problemsOf(parsed.error, type.jsonSchema)))
      .map(({ segments, ...rest }) => {
        const whole = [...prefix, ...segments]
        return { ...rest, segments: whole, path: formatPath(whole) }
      }),
  )
}

/** The condition of a drop rule for each line of a list, so that one run decides for all of them. */
export function conditionOfLines(when: string): string {
  return `lines.map(line, (${when}\n) == true)`
}

/**
 * Makes the parser for the types of log backends of the product.
 * @param tasks pool in which long texts and scripts are parsed
 */
export function createLogBackendParser(types: LogTypes, tasks: TaskPool): LogBackendParser {
  const checkScript = createScriptChecker(tasks)
  const jsonSchema = schemaOf(types)
  const canonical = (written: unknown) => canonicalSpec(types, canonicalValue(jsonSchema, written))

  async function conditionProblems(drop: readonly DropRule[]): Promise<SegmentedProblem[]> {
    const problems: SegmentedProblem[] = []
    for (const [index, { when }] of drop.entries()) {
      if (when === undefined) continue
      const checked = await checkScript({ language: 'cel', source: when })
      const messages = checked.ok
        ? checked.value.errors.map(
            ({ line, column, message }) => `${message} (line ${line}, column ${column})`,
          )
        : [`the script cannot be checked: ${checked.failure.message}`]
      problems.push(...messages.map((message) => problem(['drop', index, 'when'], message)))
    }
    return problems
  }

  async function parse(
    written: unknown,
    isOwn = false,
  ): Promise<Result<ParsedLogBackend, SegmentedProblem[]>> {
    if (weightOf(written, MOST_WEIGHT) > MOST_WEIGHT)
      return fail([problem([], 'the spec is too large; split it into several log backends')])
    const input = canonical(written)
    if (!isRecord(input)) return fail([problem([], 'a log backend is a map of keys')])
    const isType = (key: string) => (isOwn ? types.has(key) : types.get(key)?.isOffered === true)
    const top = topFields.safeParse(Object.fromEntries(Object.entries(input).filter(([key]) => !isType(key))))
    const problems = top.success ? [] : problemsOf(top.error, jsonSchema)
    const entries: ParsedLogEntry[] = []
    for (const [key, list] of Object.entries(input)) {
      const type = types.get(key)
      if (type === undefined || !isType(key)) continue
      if (!Array.isArray(list)) problems.push(problem([key], 'expected array'))
      else if (list.length > MOST_ENTRIES)
        problems.push(problem([key], `too many entries for one log backend; the most is ${MOST_ENTRIES}`))
      else
        for (const [index, item] of list.entries()) {
          const entry = parseEntry(type, index, item)
          if (entry.ok) entries.push(entry.value)
          else problems.push(...entry.failure)
        }
    }
    const offered = [...types].flatMap(([key, { isOffered }]) => (isOffered ? [key] : []))
    if (problems.length === 0 && entries.length === 0)
      problems.push(
        problem(
          [],
          `there is nothing to read; add a list such as file or loki (types: ${offered.join(', ')})`,
        ),
      )
    if (problems.length > 0 || !top.success) return fail(problems.slice(0, MOST_PROBLEMS))
    const { scrub = [], drop = [] } = top.data
    const inScripts = await conditionProblems(drop)
    return inScripts.length > 0
      ? fail(inScripts.slice(0, MOST_PROBLEMS))
      : succeed({ input, rules: { scrub, drop }, entries })
  }

  return {
    types,
    yaml: createYamlReader(tasks),
    jsonSchema,
    isSpecKey: (key) => isSpecKey(types, reservedNames, key),
    canonical,
    parse,
  }
}

/** Metadata of a log backend. */
export const logBackendMetadata = z.object({
  name: plainName,
  labels: labels.optional(),
})
export type LogBackendMetadata = z.output<typeof logBackendMetadata>
