import { setImmediate } from 'node:timers/promises'
import { fail, REQUIRED, type Result, succeed } from '@binnacle/contract/core'
import {
  milliseconds,
  plainName,
  problemsOf,
  withoutKeys,
  type SegmentedProblem,
} from '@binnacle/plugin-kit/core'
import { commonScraperSpec, type CommonScraperSpec } from '@binnacle/plugin-kit/scrapers'
import { createScriptChecker, type ScriptChecker } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { createYamlReader } from '@binnacle/scripting/yaml'
import { z } from 'zod'
import {
  createEntriesParser,
  MOST_PROBLEMS,
  type PlacedEntry,
  problemAt,
} from '../../../platform/specs/entries.ts'
import type { SpecParser } from '../../../platform/specs/read-spec.ts'
import { isSpecKey } from '../../../platform/specs/spellings.ts'
import type { TypeAges } from '../store/decide/expired-items.ts'
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

const topFields = withoutKeys(z.strictObject(scraperFields), {
  crdsync:
    'a source that is scraped never makes scrapers, checks or playbooks of Binnacle; save these as themselves, in the interface or over the API',
})

/** Parses one entry: the fields of its type, and those that all have. */
function parseEntry(
  type: ScraperType,
  written: Readonly<Record<string, unknown>>,
  place: string,
): Result<ParsedEntry, SegmentedProblem[]> {
  const isShared = (name: string) => name in commonScraperSpec.shape && !type.own.has(name)
  const part = (keep: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(written).filter(([name]) => keep(name)))
  const own = part((name) => !isShared(name))
  const spec = type.definition.schema.safeParse(own)
  const common = commonScraperSpec.safeParse(part(isShared))
  const problems = [spec, common].flatMap((parsed) =>
    parsed.success ? [] : problemsOf(parsed.error, type.jsonSchema),
  )
  for (const name of type.demands) if (written[name] === undefined) problems.push(problemAt([name], REQUIRED))
  return problems.length > 0 || !spec.success || !common.success
    ? fail(problems)
    : succeed({ type, place, written: own, spec: spec.data, common: common.data })
}

async function scriptProblemsOf(
  checkScript: ScriptChecker,
  entries: readonly PlacedEntry<ParsedEntry>[],
): Promise<SegmentedProblem[]> {
  const problems: SegmentedProblem[] = []
  for (const { prefix, entry } of entries) {
    const { type, spec, common } = entry
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
  const {
    jsonSchema,
    canonical,
    parse: parseEntries,
  } = createEntriesParser({
    types,
    topFields,
    noun: 'scraper',
    plural: 'scrapers',
    nothing: 'there is nothing to scrape; add a list such as file or http',
    mostEntries: MOST_ENTRIES,
    mostWeight: MOST_WEIGHT,
    parseEntry,
  })

  async function parse(written: unknown, isOwn = false): Promise<Result<ParsedScraper, SegmentedProblem[]>> {
    const parsed = await parseEntries(written, isOwn)
    if (!parsed.ok) return parsed
    const { input, top, entries } = parsed.value
    const inScripts = await scriptProblemsOf(checkScript, entries)
    if (inScripts.length > 0) return fail(inScripts)
    const { schedule = DEFAULT_SCHEDULE, logLevel = 'info', full = false, timeout, retention } = top
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
      entries: entries.map(({ entry }) => entry),
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
