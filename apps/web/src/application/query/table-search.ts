import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  conditionFilter,
  type FilterSetup,
  MOST_OFFERS,
  offersAt,
  type OfferSource,
  type QueryProblem,
  sortColumn,
  type TableField,
} from '@binnacle/query'
import * as z from 'zod/mini'
import { type ListSearch, queryProblem, queryText, readSearch } from './list-search.ts'
import { type TableQuery, tables } from '../requests/data.ts'
import { RequestFailure } from '../requests/failure.ts'

/** A field of a list from the data service. */
export type ListField = TableField & {
  /** Every row has a value, so that its index answers both orders. */
  full?: true
  /** Where its values are found, for completion. Default: in the newest rows of the list. False where those have too many. */
  offers?: false | { table: string; column: string; only?: readonly [column: string, value: string] }
}

/** What a query requests of a list, as the data service reads it. */
export interface ListRequest {
  /** One condition, for `or`. Undefined for all rows. */
  filter: string | undefined
  /** What the query sorts by. Empty where it does not say. */
  order: readonly { column: string; ascending: boolean; full?: true }[]
  /** Most rows that the query wants. */
  limit: number | undefined
}

/** The query language of a list from the data service. */
export interface TableSearch extends ListSearch {
  /** Reads the text of the search box. @throws RequestFailure where it cannot be asked for */
  ask: (text: string, signal: AbortSignal) => Promise<ListRequest>
}

/** Where the texts of a column are kept once each, so that few are searched instead of all rows. */
export interface Lookup {
  table: string
  /** The column with the texts. */
  text: string
  /** The column with what the list has for each. */
  value: string
  /** The column of the list that has it, where it is not the one with the texts. */
  column?: string
}

/** Newest rows of a list whose values are suggested: grouping all rows would read the whole list for each letter. */
const LOOKED_AT = 2_000

const found = z.array(z.object({ value: z.unknown() }))
const texts = z.record(z.string(), z.unknown())

/** The pattern of `ilike` of what starts with a text, which has no star. */
function startingWith(prefix: string): string {
  return `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}*`
}

/** Each of some texts once that begins with a prefix in any case, in alphabetical order. */
function beginning(values: readonly string[], prefix: string): string[] {
  const wanted = prefix.toLowerCase()
  return [...new Set(values)]
    .filter((value) => value !== '' && value.toLowerCase().startsWith(wanted))
    .toSorted()
}

/** Most values that a search names one by one, and most characters of them in its address. */
const MOST_VALUES = 100
const MOST_CHARACTERS = 5_000
/** What quotes and a comma become in an address. */
const AROUND_A_VALUE = '%22%22%2C'.length

/**
 * The values whose text passes a test. A few are named one by one, which finds their rows at once, however rare they are.
 * Undefined for many: they have so many rows that the newest are soon found by looking at each.
 */
async function lookedUp(
  { table, text, value }: Lookup,
  test: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const found = await tables
    .from(table)
    .select<string, unknown>(`value:${value}`)
    .or(`${text}.${test}`)
    .limit(MOST_VALUES + 1)
    .abortSignal(signal)
    .throwOnError()
  const values = z
    .array(z.object({ value: z.string() }))
    .parse(found.data)
    .map((row) => row.value)
  const characters = values.reduce((sum, one) => sum + encodeURIComponent(one).length + AROUND_A_VALUE, 0)
  return values.length > MOST_VALUES || characters > MOST_CHARACTERS ? undefined : values
}

/**
 * Defines the query language of a list from a relation of the data service.
 * @param setup.words text columns in which words are searched
 * @param setup.narrow applies the fixed conditions of the list
 * @param setup.lookups by column, where its texts are looked up
 * @param setup.id column that grows with each row; default `id`
 */
export function tableSearch(setup: {
  table: string
  fields: readonly ListField[]
  words: readonly string[]
  narrow?: (query: TableQuery) => TableQuery
  lookups?: Readonly<Record<string, Lookup>>
  id?: string
}): TableSearch {
  const { table, fields, words, narrow = (query) => query, lookups, id = 'id' } = setup

  function read(text: string, valuesOf?: FilterSetup['valuesOf']): Result<ListRequest, QueryProblem> {
    const search = readSearch<ListField>(text, fields)
    if (!search.ok) return search
    const { condition, sort, limit } = search.value
    const order = sort.map((key) => ({
      column: sortColumn(key),
      ascending: !key.isDescending,
      ...(key.field.full === true && { full: key.field.full }),
    }))
    if (condition === undefined) return succeed({ filter: undefined, order, limit })
    const filter = conditionFilter(condition, {
      words,
      now: new Date(),
      ...(valuesOf !== undefined && { valuesOf }),
    })
    return filter.ok
      ? succeed({ filter: filter.value, order, limit })
      : fail({ message: filter.failure, from: 0, to: text.length })
  }

  /** Values of a column in the newest rows, those that begin with a text where one is given. */
  async function valuesOf(column: string, prefix: string | undefined, signal: AbortSignal) {
    let query = narrow(tables.from(table).select<string, unknown>(`value:${column}`))
    if (prefix !== undefined) query = query.ilike(column, startingWith(prefix))
    const newest = await query
      .order(id, { ascending: false })
      .limit(LOOKED_AT)
      .abortSignal(signal)
      .throwOnError()
    return found.parse(newest.data).map(({ value }) => value)
  }

  async function namedValues(
    { table: names, column, only }: { table: string; column: string; only?: readonly [string, string] },
    prefix: string,
    signal: AbortSignal,
  ) {
    let query = tables
      .from(names)
      .select<string, unknown>(`value:${column}`)
      .ilike(column, startingWith(prefix))
    if (only !== undefined) query = query.eq(...only)
    const named = await query.order(column).limit(MOST_OFFERS).abortSignal(signal).throwOnError()
    return found.parse(named.data).map(({ value }) => value)
  }

  /** Reads a query with what its texts are found to mean. Where that makes it too long, it stays as it is. */
  async function readWithLookups(
    text: string,
    plain: Result<ListRequest, QueryProblem>,
    places: Readonly<Record<string, Lookup>>,
    signal: AbortSignal,
  ): Promise<Result<ListRequest, QueryProblem>> {
    const wanted = new Map<string, { lookup: Lookup; test: string }>()
    const keyOf = ({ table: kept, text: column, value }: Lookup, test: string) =>
      [kept, column, value, test].join(' ')
    read(text, (column, test) => {
      const lookup = places[column]
      if (lookup !== undefined) wanted.set(keyOf(lookup, test), { lookup, test })
      return undefined
    })
    if (wanted.size === 0) return plain
    const found = new Map(
      await Promise.all(
        Array.from(
          wanted,
          async ([key, { lookup, test }]) => [key, await lookedUp(lookup, test, signal)] as const,
        ),
      ),
    )
    const narrowed = read(text, (column, test) => {
      const lookup = places[column]
      const values = lookup === undefined ? undefined : found.get(keyOf(lookup, test))
      return values && { column: lookup?.column ?? column, values }
    })
    return narrowed.ok ? narrowed : plain
  }

  const sourceOf = (signal: AbortSignal): OfferSource<ListField> => ({
    async keys({ column }, prefix) {
      const maps = await valuesOf(column, undefined, signal)
      return beginning(
        maps.flatMap((map) => Object.keys(texts.safeParse(map).data ?? {})),
        prefix,
      )
    },
    async values(target, prefix) {
      const { field } = target
      const { offers } = field
      if (offers === false || (field.kind !== 'text' && field.kind !== 'map')) return []
      const isList = field.kind === 'text' && field.list === true
      const all =
        offers === undefined
          ? await valuesOf(sortColumn(target), isList ? undefined : prefix, signal)
          : await namedValues(offers, prefix, signal)
      const values = all.flatMap((value) =>
        typeof value !== 'string' ? [] : isList ? value.split(',') : [value],
      )
      return beginning(values, prefix).map((value) => ({ value, help: '' }))
    },
  })

  return {
    problemOf(text) {
      const found = read(text)
      return found.ok ? undefined : found.failure
    },
    offersAt: (text, at, signal) => offersAt(fields, sourceOf(signal), text, at),
    async ask(text, signal) {
      const query = queryText(text, (one) => queryProblem(one, fields))
      const plain = read(query)
      const listRequest = lookups === undefined ? plain : await readWithLookups(query, plain, lookups, signal)
      if (listRequest.ok) return listRequest.value
      throw new RequestFailure(listRequest.failure.message, {
        status: 400,
        problems: [{ path: 'query', message: listRequest.failure.message }],
      })
    },
  }
}
