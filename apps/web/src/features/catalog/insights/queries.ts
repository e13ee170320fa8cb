import { ALL } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { severities } from '@binnacle/contract/health'
import { searched, searchedPage } from '../../../application/query/searched-page.ts'
import { type ListField, type TableSearch, tableSearch } from '../../../application/query/table-search.ts'
import { type DataPage, tables } from '../../../application/requests/data.ts'
import { configName, type ConfigName } from '../rows.ts'
import { analysisTypes, insightStatuses, type InsightValues } from './filters.ts'

const nullableText = z.nullish(z.string())

const insight = z.object({
  id: z.string(),
  config_id: z.string(),
  analysis_type: z.string(),
  analyzer: z.string(),
  severity: nullableText,
  status: nullableText,
  summary: nullableText,
  message: nullableText,
  first_observed: nullableText,
  last_observed: nullableText,
})
/** An insight in a list, with its item. Source: INS-005. */
export interface Insight extends z.output<typeof insight> {
  config: ConfigName | undefined
}

const columns =
  'id,config_id,analysis_type,analyzer,severity,status,summary,message,first_observed,last_observed'

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'config_analysis'

/** Which insights are asked for. */
export type InsightRequest = Omit<InsightValues, 'insight' | 'archived'> & {
  configId: string | undefined
  showArchived: boolean
}

/** Of a component, the insights of its items; else all. */
function allOf({ component, configId, showArchived }: InsightRequest) {
  if (component === undefined) {
    const all = tables.from('config_analysis_items').select<string, unknown>(columns, { count: 'exact' })
    // The page of an archived item shows its own.
    return showArchived || configId !== undefined ? all : all.is('archived_at', null)
  }
  return tables
    .rpc(
      'lookup_analysis_by_component',
      { id: component, ...(showArchived && { with_archived: true }) },
      { get: true, count: 'exact' },
    )
    .select<string, unknown>(columns)
}

const ownFields: readonly ListField[] = [
  {
    kind: 'choice',
    name: 'type',
    help: 'Type of the insight, such as security',
    column: 'analysis_type',
    values: analysisTypes,
  },
  { kind: 'choice', name: 'severity', help: 'Its severity', column: 'severity', values: severities },
  {
    kind: 'choice',
    name: 'status',
    help: 'Its status',
    column: 'status',
    values: insightStatuses,
  },
  {
    kind: 'text',
    name: 'analyzer',
    help: 'Who found it',
    column: 'analyzer',
    offers: { table: 'config_analysis_analyzers', column: 'analyzer' },
  },
  {
    kind: 'text',
    name: 'summary',
    help: 'Its summary; * matches any characters',
    column: 'summary',
    offers: false,
  },
  {
    kind: 'text',
    name: 'message',
    help: 'Its explanation; * matches any characters',
    column: 'message',
    offers: false,
  },
  { kind: 'text', name: 'source', help: 'Its source', column: 'source', offers: false },
  {
    kind: 'time',
    name: 'first',
    aliases: ['first_observed'],
    help: 'When it was found first',
    column: 'first_observed',
  },
  {
    kind: 'time',
    name: 'last',
    aliases: ['last_observed'],
    help: 'When it was found last',
    column: 'last_observed',
  },
]
const words = ['summary', 'message', 'analyzer']

/** The query language of insights of one component, whose items are not known with them. */
const componentInsights = tableSearch({ table: 'config_analysis_items', words, fields: ownFields })
/** The query language of all other lists of insights. */
const itemInsights = tableSearch({
  table: 'config_analysis_items',
  words: [...words, 'config_name'],
  fields: [
    ...ownFields,
    {
      kind: 'text',
      name: 'item',
      aliases: ['config'],
      help: 'Name of the item',
      column: 'config_name',
      offers: false,
    },
    {
      kind: 'text',
      name: 'item_type',
      aliases: ['config_type'],
      help: 'Type of the item',
      column: 'config_type',
      offers: { table: 'config_types', column: 'type' },
    },
  ],
})

/** The query language of a list of insights. */
export function searchOf({ component }: Pick<InsightRequest, 'component'>): TableSearch {
  return component === undefined ? itemInsights : componentInsights
}

async function namesOf(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ConfigName>> {
  if (ids.length === 0) return new Map()
  const found = await tables
    .from('configs')
    .select<string, unknown>('id,name,type,config_class')
    .in('id', ids)
    .abortSignal(signal)
    .throwOnError()
  return new Map(
    z
      .array(configName)
      .parse(found.data)
      .map((row) => [row.id, row]),
  )
}

/** A page of insights. Source: INS-007, INS-008. */
export const insightsQuery = (wanted: InsightRequest) =>
  queryOptions({
    queryKey: [TOPIC, 'list', wanted],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<DataPage<Insight>> {
      const listRequest = await searchOf(wanted).ask(wanted.query, signal)
      return searchedPage(wanted, listRequest, async (range) => {
        let query = allOf(wanted)
        if (wanted.configId !== undefined) query = query.eq('config_id', wanted.configId)
        if (wanted.type !== ALL) query = query.eq('analysis_type', wanted.type)
        if (wanted.severity !== ALL) query = query.in('severity', wanted.severity.split(','))
        if (wanted.status !== ALL) query = query.eq('status', wanted.status)
        if (wanted.analyzer !== undefined) query = query.eq('analyzer', wanted.analyzer)
        if (wanted.configType !== undefined && wanted.component === undefined)
          query = query.eq('config_type', wanted.configType)
        const ascending = wanted.sortOrder === 'asc'
        const found = await searched(query, listRequest, (all) => all.order(wanted.sortBy, { ascending }))
          .order('id', { ascending })
          .range(...range)
          .abortSignal(signal)
          .throwOnError()
        const rows = z.array(insight).parse(found.data)
        const names = await namesOf([...new Set(rows.map((row) => row.config_id))], signal)
        return {
          rows: rows.map((row) => ({ ...row, config: names.get(row.config_id) })),
          total: found.count ?? 0,
        }
      })
    },
  })

const insightDetails = z.extend(insight, {
  source: nullableText,
  analysis: z.unknown(),
  config: z.nullish(configName),
})
/** One insight with everything its analyzer says. */
export type InsightDetails = z.output<typeof insightDetails>

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** One insight; null if missing. Source: INS-009. */
export const insightQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'insight', id],
    meta: { shows: [id] },
    queryFn: async ({ signal }): Promise<InsightDetails | null> => {
      if (!uuid.test(id)) return null
      const found = await tables
        .from('config_analysis')
        .select<string, unknown>(`${columns},source,analysis,config:configs(id,name,config_class,type)`)
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return z.array(insightDetails).parse(found.data)[0] ?? null
    },
  })
