import { DAY } from '@binnacle/contract/core'
import { catalogItem, fieldKinds, renameOffer } from '@binnacle/contract/catalog'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { tables } from '../../../application/requests/data.ts'
import { configName, tags } from '../rows.ts'

const nullableText = z.nullish(z.string())
const count = z.pipe(
  z.nullish(z.coerce.number()),
  z.transform((found) => found ?? 0),
)

const property = z.object({
  name: nullableText,
  label: nullableText,
  icon: nullableText,
  type: nullableText,
  text: z.nullish(z.union([z.string(), z.number(), z.boolean()])),
  value: z.nullish(z.union([z.string(), z.number(), z.boolean()])),
  unit: nullableText,
  links: z.nullish(z.array(z.object({ label: nullableText, text: nullableText, url: nullableText }))),
})
/** A property of an item, as its scraper says it. */
export type ConfigProperty = z.output<typeof property>

const itemField = z.object({
  name: z.string(),
  kind: z.enum(fieldKinds),
  description: z.string(),
  choices: z.array(z.string()),
  /** A person by their name. */
  value: z.nullable(z.union([z.string(), z.number()])),
  person_id: z.nullable(z.string()),
})
/** A field that an item can have, with its value. */
export type ItemField = z.output<typeof itemField>

/** One item with its document. Source: CAT-039. */
const configDetail = z.extend(z.omit(catalogItem, { fields: true, changes: true, analysis: true }), {
  config: z.unknown(),
  delete_reason: nullableText,
  notes: nullableText,
  own_tags: tags,
  archived_at: nullableText,
  ignored_at: nullableText,
  fields: z.array(itemField),
  renames: z.array(renameOffer),
  external_id: z.nullish(z.array(z.string())),
  /** Whether a person made it. */
  manual: z.boolean(),
  /** Changes with all that its form shows; null where a scraper found it. */
  revision: nullableText,
  parent_id: nullableText,
  properties: z.pipe(
    z.nullish(z.array(z.unknown())),
    z.transform((found) =>
      (found ?? []).flatMap((each) => {
        const parsed = property.safeParse(each)
        return parsed.success ? [parsed.data] : []
      }),
    ),
  ),
  config_scrapers: z.nullish(z.object({ id: z.string(), name: nullableText, due_at: nullableText })),
  summary: z.pipe(
    z.nullish(
      z.object({
        changes: count,
        analysis: count,
        relationships: count,
        playbook_runs: count,
        checks: count,
      }),
    ),
    z.transform((found) => found ?? undefined),
  ),
})
export type ConfigDetail = z.output<typeof configDetail>

// The first part of each query key is its live topic: a change of the topic reloads the query.

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** One item with its document and the counts of its tabs; null if missing. Source: CAT-050. */
export const configQuery = (id: string) =>
  queryOptions({
    queryKey: ['configs', 'detail', id],
    // Its tabs count changes and insights.
    meta: { shows: [id], follows: [`config_changes:${id}`, 'config_analysis'] },
    queryFn: async ({ signal }): Promise<ConfigDetail | null> => {
      if (!uuid.test(id)) return null
      const found = await tables
        .from('config_detail')
        .select<string, unknown>('*,config_scrapers(id,name,due_at)')
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return z.array(configDetail).parse(found.data)[0] ?? null
    },
  })

/** Days whose costs are drawn. */
const COST_DAYS = 30

/** What an item cost on each of the last days, in dollars, the oldest first. Days without costs are 0. */
export const costsQuery = (id: string) =>
  queryOptions({
    queryKey: ['configs', 'costs', id],
    meta: { shows: [id] },
    queryFn: async ({ signal }): Promise<readonly { day: string; dollars: number }[]> => {
      const found = await tables
        .from('config_costs')
        .select<string, unknown>('day,cost')
        .eq('config_id', id)
        .eq('currency', 'USD')
        .order('day', { ascending: false })
        .limit(COST_DAYS)
        .abortSignal(signal)
        .throwOnError()
      const rows = z.array(z.object({ day: z.string(), cost: z.coerce.number() })).parse(found.data)
      const known = new Map(rows.map(({ day, cost }) => [day.slice(0, 10), cost]))
      const last = rows[0]?.day.slice(0, 10)
      if (last === undefined) return []
      return Array.from({ length: COST_DAYS }, (_, place) => {
        const time = Date.parse(last) - (COST_DAYS - 1 - place) * DAY
        const day = new Date(time).toISOString().slice(0, 10)
        return { day, dollars: known.get(day) ?? 0 }
      })
    },
  })

/** The item that another one was joined with, by the id that this had; null if it was joined with none. */
export const joinedQuery = (id: string) =>
  queryOptions({
    queryKey: ['configs', 'joined', id],
    queryFn: async ({ signal }): Promise<string | null> => {
      if (!uuid.test(id)) return null
      const found = await tables
        .from('config_item_joins')
        .select<string, unknown>('config_id')
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return z.array(z.object({ config_id: z.string() })).parse(found.data)[0]?.config_id ?? null
    },
  })

/** Names of items by their ids. */
export const configNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['configs', 'names', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const found = await tables
        .from('configs')
        .select<string, unknown>('id,name,config_class,type')
        .in('id', ids)
        .abortSignal(signal)
        .throwOnError()
      return new Map(
        z
          .array(configName)
          .parse(found.data)
          .map((row) => [row.id, row]),
      )
    },
  })
