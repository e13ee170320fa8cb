import { setImmediate } from 'node:timers/promises'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  formatPath,
  inputJsonSchema,
  isRecord,
  milliseconds,
  plainName,
  problemsOf,
  withoutKeys,
  type SchemaNode,
  type SegmentedProblem,
} from '@binnacle/plugin-kit/core'
import { commonScraperSpec, type CommonScraperSpec } from '@binnacle/plugin-kit/scrapers'
import { createScriptChecker, type ScriptChecker, weightOf } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { createYamlReader } from '@binnacle/scripting/yaml'
import { z } from 'zod'
import type { SpecParser } from '../../../platform/specs/read-spec.ts'
import { canonicalSpec, canonicalValue, isSpecKey } from '../../../platform/specs/spellings.ts'
import type { TypeAges } from '../store/leave-out.ts'
import { reservedNames, scraperFields } from './fields.ts'
import { DEFAULT_SCHEDULE } from './schedule.ts'
import type { ScraperType, ScraperTypes } from './scraper-types.ts'
import { scriptProblems, scriptsOf } from './scripts.ts'

/** One entry of a scraper: where it looks, and what is said of what it finds. */
export interface ParsedEntry {
  type: ScraperType
  /** Such as `http[0]`. */
  place: string
  /** Fields of its type as written, with opened secrets. */
  written: Readonly<Record<string, unknown>>
  /** The same as the type reads them. */
  spec: unknown
  common: CommonScraperSpec
}

/** A parsed spec of a scraper. */
export interface ParsedScraper {
  /** The written spec in normal spelling. */
  input: Record<string, unknown>
  schedule: string
  logLevel: 'trace' | 'debug' | 'info'
  full: boolean
  /** Time for each entry; that of its type if undefined. */
  timeoutMilliseconds: number | undefined
  /** How long items are kept, for the types of which the spec says so. */
  ages: readonly TypeAges[]
  entries: readonly ParsedEntry[]
}

/** Parses and validates specs of scrapers. */
export interface ScraperParser extends SpecParser<ParsedScraper> {
  types: ScraperTypes
}

/** Longest text of a spec. */
export const LARGEST_SPEC = 1_048_576
/** Most entries of a scraper. */
const MOST_ENTRIES = 200
/** Most values of a spec, where 16 characters of text count as one: about as many as fit into a file. */
const MOST_WEIGHT = 200_000
/** Most problems in an answer. */
const MOST_PROBLEMS = 100

const topFields = withoutKeys(z.strictObject(scraperFields), {
  crdsync:
    'a source that is scraped never makes scrapers, checks or playbooks of Binnacle; save these as themselves, in the interface or over the API',
})

/** The schema of a whole spec, for forms and editors. */
function schemaOf(types: ScraperTypes): SchemaNode {
  const top = inputJsonSchema(topFields)
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
  const own = top['properties']
  return { ...top, properties: { ...(isRecord(own) ? own : {}), ...Object.fromEntries(lists) } }
}

function within(prefix: readonly PropertyKey[], problems: readonly SegmentedProblem[]): SegmentedProblem[] {
  return problems.map(({ segments, ...problem }) => {
    const whole = [...prefix, ...segments]
    return { ...problem, segments: whole, path: formatPath(whole) }
  })
}

const problem = (segments: PropertyKey[], message: string): SegmentedProblem => ({
  segments,
  path: formatPath(segments),
  message,
})

/** Parses one entry: the fields of its type, and those that all have. */
function parseEntry(
  type: ScraperType,
  index: number,
  written: unknown,
): Result<ParsedEntry, SegmentedProblem[]> {
  const key = type.definition.type
  const prefix = [key, index]
  if (!isRecord(written)) return fail([problem(prefix, 'expected object')])
  const isShared = (name: string) => name in commonScraperSpec.shape && !type.own.has(name)
  const part = (keep: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(written).filter(([name]) => keep(name)))
  const own = part((name) => !isShared(name))
  const spec = type.definition.schema.safeParse(own)
  const common = commonScraperSpec.safeParse(part(isShared))
  const problems = [spec, common].flatMap((parsed) =>
    parsed.success ? [] : problemsOf(parsed.error, type.jsonSchema),
  )
  for (const name of type.demands)
    if (written[name] === undefined) problems.push(problem([name], 'This field is required'))
  if (problems.length > 0) return fail(within(prefix, problems))
  if (!spec.success || !common.success) return fail(within(prefix, problems))
  return succeed({ type, place: formatPath(prefix), written: own, spec: spec.data, common: common.data })
}

async function scriptProblemsOf(
  checkScript: ScriptChecker,
  entries: readonly (ParsedEntry & { prefix: PropertyKey[] })[],
): Promise<SegmentedProblem[]> {
  const problems: SegmentedProblem[] = []
  for (const { prefix, type, spec, common } of entries) {
    const own = (type.definition.scripts?.(spec) ?? []).map(({ path, ...script }) => ({ path, script }))
    problems.push(...(await scriptProblems(checkScript, prefix, [...own, ...scriptsOf(common)])))
    if (problems.length >= MOST_PROBLEMS) break
    await setImmediate()
  }
  return problems.slice(0, MOST_PROBLEMS)
}

/**
 * Makes the parser for the scraper types of the product.
 * @param tasks pool in which long texts and scripts are parsed
 */
export function createScraperParser(types: ScraperTypes, tasks: TaskPool): ScraperParser {
  const checkScript = createScriptChecker(tasks)
  const jsonSchema = schemaOf(types)
  const canonical = (written: unknown) => canonicalSpec(types, canonicalValue(jsonSchema, written))

  async function parse(written: unknown, isOwn = false): Promise<Result<ParsedScraper, SegmentedProblem[]>> {
    if (weightOf(written, MOST_WEIGHT) > MOST_WEIGHT)
      return fail([problem([], 'the spec is too large; split it into several scrapers')])
    const input = canonical(written)
    if (!isRecord(input)) return fail([problem([], 'a scraper is a map of keys')])
    const isType = (key: string) => (isOwn ? types.has(key) : types.get(key)?.isOffered === true)
    const top = topFields.safeParse(Object.fromEntries(Object.entries(input).filter(([key]) => !isType(key))))
    const problems = top.success ? [] : problemsOf(top.error, jsonSchema)
    const entries: (ParsedEntry & { prefix: PropertyKey[] })[] = []
    for (const [key, list] of Object.entries(input)) {
      const type = types.get(key)
      if (type === undefined || !isType(key)) continue
      if (!Array.isArray(list)) problems.push(problem([key], 'expected array'))
      else if (list.length > MOST_ENTRIES)
        problems.push(problem([key], `too many entries for one scraper; the most is ${MOST_ENTRIES}`))
      else
        for (const [index, item] of list.entries()) {
          const entry = parseEntry(type, index, item)
          if (entry.ok) entries.push({ ...entry.value, prefix: [key, index] })
          else problems.push(...entry.failure)
        }
      await setImmediate()
    }
    const offered = [...types].flatMap(([key, { isOffered }]) => (isOffered ? [key] : []))
    if (problems.length === 0 && entries.length === 0)
      problems.push(
        problem(
          [],
          `there is nothing to scrape; add a list such as file or http (types: ${offered.join(', ')})`,
        ),
      )
    if (problems.length > 0 || !top.success) return fail(problems.slice(0, MOST_PROBLEMS))
    const inScripts = await scriptProblemsOf(checkScript, entries)
    if (inScripts.length > 0) return fail(inScripts)
    const { schedule = DEFAULT_SCHEDULE, logLevel = 'info', full = false, timeout, retention } = top.data
    const length = (text: string | undefined) => (text === undefined ? undefined : milliseconds(text))
    return succeed({
      input,
      schedule,
      logLevel,
      full,
      timeoutMilliseconds: length(timeout),
      ages: (retention?.types ?? []).map(({ name, createdAge, updatedAge }) => ({
        type: name,
        created: length(createdAge),
        updated: length(updatedAge),
      })),
      entries: entries.map(({ prefix: _prefix, ...entry }) => entry),
    })
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

/** Metadata of a scraper. */
export const scraperMetadata = z.object({
  name: plainName,
  namespace: plainName.default('default'),
  description: z.string().max(2_000).optional(),
})
export type ScraperMetadata = z.output<typeof scraperMetadata>
