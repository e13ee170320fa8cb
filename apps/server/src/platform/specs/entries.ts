import { setImmediate } from 'node:timers/promises'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord, wrongKind } from '@binnacle/contract/schema'
import {
  formatPath,
  inputJsonSchema,
  problemsOf,
  type SchemaNode,
  type SegmentedProblem,
} from '@binnacle/plugin-kit/core'
import { weightOf } from '@binnacle/scripting'
import type { z } from 'zod'
import { canonicalSpec, canonicalValue } from './spellings.ts'
import type { SpecType } from './types.ts'

/** A type whose entries specs list by its name. */
export interface EntryType extends SpecType {
  definition: SpecType['definition'] & { title: string; description: string; icon: string; example: unknown }
  /** Whether people can use it. The product keeps the others for itself. */
  isOffered: boolean
}

/** One kind of specs that list entries by type, and have fields of their own. */
export interface EntryKind<Type extends EntryType, Top, Entry> {
  types: ReadonlyMap<string, Type>
  /** Fields of a spec besides its entries. */
  topFields: z.ZodType<Top>
  /** What people call one of them and several, such as `scraper` and `scrapers`. */
  noun: string
  plural: string
  /** What is said of a spec without entries, before the types are listed. */
  nothing: string
  /** Most entries of a type. */
  mostEntries: number
  /** Most values of a spec, where 16 characters of text count as one. */
  mostWeight: number
  /** Parses one entry. @returns it, or its problems; paths start at the entry */
  parseEntry: (
    type: Type,
    written: Readonly<Record<string, unknown>>,
    place: string,
  ) => Result<Entry, SegmentedProblem[]>
}

/** An entry with its place in the spec. */
export interface PlacedEntry<Entry> {
  entry: Entry
  /** Such as `http` and 0. */
  prefix: readonly [string, number]
}

/** Most problems in an answer. */
export const MOST_PROBLEMS = 100

/** A problem at a place. */
export function problemAt(segments: PropertyKey[], message: string): SegmentedProblem {
  return { segments, path: formatPath(segments), message }
}

function within(prefix: readonly PropertyKey[], problems: readonly SegmentedProblem[]): SegmentedProblem[] {
  return problems.map(({ segments, ...problem }) => {
    const whole = [...prefix, ...segments]
    return { ...problem, segments: whole, path: formatPath(whole) }
  })
}

/** The schema of a whole spec, for forms and editors. */
function schemaOf<Type extends EntryType>({
  types,
  topFields,
  mostEntries,
}: Pick<EntryKind<Type, unknown, unknown>, 'types' | 'topFields' | 'mostEntries'>): SchemaNode {
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
              maxItems: mostEntries,
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

/** Parses specs of one kind. */
export interface EntriesParser<Top, Entry> {
  /** Schema of a spec, for forms and editors. */
  jsonSchema: SchemaNode
  /** Converts a written spec to the stored spelling. */
  canonical: (written: unknown) => unknown
  /**
   * Parses a spec.
   * @param isOwn whether it may have types that the product keeps for itself
   * @returns its parts, or all its problems; paths start at the spec
   */
  parse: (
    written: unknown,
    isOwn: boolean,
  ) => Promise<
    Result<
      { input: Record<string, unknown>; top: Top; entries: readonly PlacedEntry<Entry>[] },
      SegmentedProblem[]
    >
  >
}

/** Makes what parses the specs of a kind. */
export function createEntriesParser<Type extends EntryType, Top, Entry>(
  kind: EntryKind<Type, Top, Entry>,
): EntriesParser<Top, Entry> {
  const { types, topFields, noun, plural, nothing, mostEntries, mostWeight } = kind
  const jsonSchema = schemaOf(kind)
  const canonical = (written: unknown) => canonicalSpec(types, canonicalValue(jsonSchema, written))

  function parseList(
    type: Type,
    key: string,
    list: unknown,
  ): { entries: PlacedEntry<Entry>[]; problems: SegmentedProblem[] } {
    const entries: PlacedEntry<Entry>[] = []
    const problems: SegmentedProblem[] = []
    if (!Array.isArray(list)) problems.push(problemAt([key], wrongKind('array')))
    else if (list.length > mostEntries)
      problems.push(problemAt([key], `too many entries for one ${noun}; the most is ${mostEntries}`))
    else
      for (const [index, item] of list.entries()) {
        const prefix = [key, index] as const
        const parsed = isRecord(item)
          ? kind.parseEntry(type, item, formatPath(prefix))
          : fail([problemAt([], wrongKind('object'))])
        if (parsed.ok) entries.push({ entry: parsed.value, prefix })
        else problems.push(...within(prefix, parsed.failure))
      }
    return { entries, problems }
  }

  return {
    jsonSchema,
    canonical,
    async parse(written, isOwn) {
      if (weightOf(written, mostWeight) > mostWeight)
        return fail([problemAt([], `the spec is too large; split it into several ${plural}`)])
      const input = canonical(written)
      if (!isRecord(input)) return fail([problemAt([], `a ${noun} is a map of keys`)])
      const typeOf = (key: string) => {
        const type = types.get(key)
        return isOwn || type?.isOffered === true ? type : undefined
      }
      const rest = Object.entries(input).filter(([key]) => typeOf(key) === undefined)
      const top = topFields.safeParse(Object.fromEntries(rest))
      const problems = top.success ? [] : problemsOf(top.error, jsonSchema)
      const entries: PlacedEntry<Entry>[] = []
      for (const [key, list] of Object.entries(input)) {
        const type = typeOf(key)
        if (type === undefined) continue
        const parsed = parseList(type, key, list)
        entries.push(...parsed.entries)
        problems.push(...parsed.problems)
        // Other requests get a turn between the lists.
        await setImmediate()
      }
      const offered = [...types].flatMap(([key, { isOffered }]) => (isOffered ? [key] : []))
      if (problems.length === 0 && entries.length === 0)
        problems.push(problemAt([], `${nothing} (types: ${offered.join(', ')})`))
      return problems.length > 0 || !top.success
        ? fail(problems.slice(0, MOST_PROBLEMS))
        : succeed({ input, top: top.data, entries })
    },
  }
}
