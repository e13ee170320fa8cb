import { type CatalogChange, catalogChanges } from '@binnacle/contract/catalog'
import { type ChosenTimeRange, endsNow, resolveTimeRange, timeZone } from '@binnacle/ui'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { type DataPage, tables } from '../../../application/requests/data.ts'
import { LOOKUP_FRESH } from '../../../application/requests/queries.ts'
import { changesBody, type ChangeValues } from './filters.ts'

const nullableText = z.nullish(z.string())
const count = z.pipe(
  z.nullish(z.number()),
  z.transform((found) => found ?? 1),
)

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'config_changes'

/** The ends of a range as the server reads them. */
function endsOf(range: ChosenTimeRange): { from: string; to: string } {
  if (range.type === 'relative' && endsNow(range)) return { from: range.range, to: 'now' }
  const now = Date.now()
  // The codec already validated a range from the address, and no other range can be invalid.
  const { from, to } = resolveTimeRange(range, now, timeZone()) ?? { from: now, to: now }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** What the page of a list of changes asks for besides its filters. */
export interface ChangesSetup {
  range: ChosenTimeRange
  /** The item on whose page it is; undefined on the page of all items. */
  configId: string | undefined
  hideDeleted: boolean
  showArchived: boolean
}

/** Loads a page of changes. */
async function loadChanges(
  values: ChangeValues,
  setup: ChangesSetup,
  signal: AbortSignal,
): Promise<DataPage<CatalogChange>> {
  const { range, ...rest } = setup
  const body = changesBody(values, { ...rest, ...endsOf(range) })
  const { changes, total } = await request('/api/catalog/changes', catalogChanges, {
    method: 'POST',
    body,
    signal,
  })
  return { rows: changes, total }
}

/** A page of changes. */
export const changesQuery = (values: ChangeValues, setup: ChangesSetup) => {
  const { range, ...rest } = setup
  return queryOptions({
    queryKey: [TOPIC, 'list', changesBody(values, { ...rest, from: '', to: '' }), range],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadChanges(values, setup, signal),
  })
}

const changeDetails = z.object({
  id: z.string(),
  config_id: z.string(),
  change_type: z.string(),
  severity: nullableText,
  summary: nullableText,
  source: nullableText,
  created_at: z.string(),
  first_observed: nullableText,
  count,
  created_by: nullableText,
  external_created_by: nullableText,
  external_change_id: nullableText,
  diff: nullableText,
  patches: z.unknown(),
  details: z.unknown(),
  config: z.nullish(
    z.object({ id: z.string(), name: z.string(), type: z.string(), config_class: nullableText }),
  ),
})
/** One change with what only its details show. */
export type ChangeDetails = z.output<typeof changeDetails>

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether the author of an occurrence is a person of the product, by the id. */
export const isPerson = (by: string): boolean => uuid.test(by)

/** One change; null if missing. Source: CHG-026. @param configId its item, if known */
export const changeQuery = (id: string, configId?: string) =>
  queryOptions({
    queryKey: [TOPIC, 'change', id],
    queryFn: async ({ signal }): Promise<ChangeDetails | null> => {
      if (!uuid.test(id)) return null
      const one = tables
        .from('config_changes')
        .select<string, unknown>(
          'id,config_id,change_type,severity,summary,source,created_at,first_observed,count,created_by,external_created_by,external_change_id,diff,details,patches,config:configs(id,name,type,config_class)',
        )
        .eq('id', id)
      const found = await (configId === undefined ? one : one.eq('config_id', configId))
        .abortSignal(signal)
        .throwOnError()
      return z.array(changeDetails).parse(found.data)[0] ?? null
    },
  })

const occurrence = z.object({
  number: z.number(),
  at: z.string(),
  summary: nullableText,
  by: nullableText,
  changed: z.nullish(
    z.array(z.object({ path: z.string(), before: z.optional(z.unknown()), after: z.optional(z.unknown()) })),
  ),
})
/** One time that a change of a group happened. */
export type Occurrence = z.output<typeof occurrence>

/** Occurrences of one answer. */
const OCCURRENCES = 200

/** Each time that a change of a group happened, the newest first, page by page. */
export const occurrencesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [TOPIC, 'occurrences', id],
    initialPageParam: Number.POSITIVE_INFINITY,
    // More may happen meanwhile, so a page begins below a number, not after a count.
    getNextPageParam: (last: readonly Occurrence[]) =>
      last.length < OCCURRENCES ? undefined : last.at(-1)?.number,
    queryFn: async ({ signal, pageParam: below }) => {
      const all = tables
        .from('config_change_occurrences')
        .select<string, unknown>('number,at,summary,by,changed')
        .eq('change_id', id)
      const older = Number.isFinite(below) ? all.lt('number', below) : all
      const found = await older
        .order('number', { ascending: false })
        .limit(OCCURRENCES)
        .abortSignal(signal)
        .throwOnError()
      return z.array(occurrence).parse(found.data)
    },
  })

/** Names of people by their ids. Source: CHG-029. */
export const peopleQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['people', 'authors', ids],
    enabled: ids.length > 0,
    staleTime: LOOKUP_FRESH,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const found = await tables
        .from('people')
        .select<string, unknown>('id,name')
        .in('id', ids)
        .abortSignal(signal)
        .throwOnError()
      const people = z.array(z.object({ id: z.string(), name: z.string() })).parse(found.data)
      return new Map(people.map(({ id, name }) => [id, name]))
    },
  })
