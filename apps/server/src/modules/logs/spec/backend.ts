import { fail, type Result, succeed } from '@binnacle/contract/core'
import { labels, plainName, problemsOf, type SegmentedProblem } from '@binnacle/plugin-kit/core'
import { type CommonLogSpec, commonLogSpec } from '@binnacle/plugin-kit/logs'
import { createScriptChecker } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { createYamlReader } from '@binnacle/scripting/yaml'
import { z } from 'zod'
import { createEntriesParser, MOST_PROBLEMS, problemAt } from '../../../platform/specs/entries.ts'
import type { SpecParser } from '../../../platform/specs/read-spec.ts'
import { isSpecKey } from '../../../platform/specs/spellings.ts'
import {
  type DropRule,
  logBackendFields,
  reservedNames,
  type ScrubRule,
  type WrittenReaders,
} from './fields.ts'
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
  /** Who reads its lines, as it is written; undefined where it does not say. */
  readers: WrittenReaders | undefined
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

const topFields = z.strictObject(logBackendFields)

function parseEntry(
  type: LogType,
  written: Readonly<Record<string, unknown>>,
  place: string,
): Result<ParsedLogEntry, SegmentedProblem[]> {
  const part = (isCommon: boolean) =>
    Object.fromEntries(Object.entries(written).filter(([name]) => name in commonLogSpec.shape === isCommon))
  const own = part(false)
  const spec = type.definition.schema.safeParse(own)
  const common = commonLogSpec.safeParse(part(true))
  return spec.success && common.success
    ? succeed({ type, place, written: own, spec: spec.data, common: common.data })
    : fail(
        [spec, common].flatMap((parsed) => (parsed.success ? [] : problemsOf(parsed.error, type.jsonSchema))),
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
  const {
    jsonSchema,
    canonical,
    parse: parseEntries,
  } = createEntriesParser({
    types,
    topFields,
    noun: 'log backend',
    plural: 'log backends',
    nothing: 'there is nothing to read; add a list such as file or loki',
    mostEntries: MOST_ENTRIES,
    mostWeight: MOST_WEIGHT,
    parseEntry,
  })

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
      problems.push(...messages.map((message) => problemAt(['drop', index, 'when'], message)))
    }
    return problems
  }

  async function parse(
    written: unknown,
    isOwn = false,
  ): Promise<Result<ParsedLogBackend, SegmentedProblem[]>> {
    const parsed = await parseEntries(written, isOwn)
    if (!parsed.ok) return parsed
    const { input, top, entries } = parsed.value
    const { scrub = [], drop = [], readers } = top
    const inScripts = await conditionProblems(drop)
    return inScripts.length > 0
      ? fail(inScripts.slice(0, MOST_PROBLEMS))
      : succeed({ input, rules: { scrub, drop }, readers, entries: entries.map(({ entry }) => entry) })
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
