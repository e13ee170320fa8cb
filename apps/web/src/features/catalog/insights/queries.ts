import { insightList, insightRow } from '@binnacle/contract/catalog'
import { ALL } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { filtered, selectText, viewFields } from '../../../application/columns/view-list.ts'
import { searched, searchedPage } from '../../../application/query/searched-page.ts'
import { type TableSearch, tableSearch } from '../../../application/query/table-search.ts'
import { type DataPage, tables } from '../../../application/requests/data.ts'
import { configName, type ConfigName } from '../rows.ts'
import type { InsightValues } from './filters.ts'

const nullableText = z.nullish(z.string())

/** An insight in a list, with its item. Source: INS-005. */
export interface Insight extends z.output<typeof insightRow> {
  config: ConfigName | undefined
}

const columns = selectText(insightList.columns)

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
    const all = tables.from(insightList.view).select<string, unknown>(columns, { count: 'exact' })
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

const fields = viewFields(insightList, {
  analyzer: { offers: { table: 'config_analysis_analyzers', column: 'analyzer' } },
  summary: { offers: false },
  message: { offers: false },
  source: { offers: false },
  config_name: { offers: false },
  config_type: { offers: { table: 'config_types', column: 'type' } },
})
const words = ['summary', 'message', 'analyzer']

/** The query language of insights of one component, whose items are not known with them. */
const componentInsights = tableSearch({
  table: insightList.view,
  words,
  fields: fields.filter(({ column }) => column !== 'config_name' && column !== 'config_type'),
})
/** The query language of all other lists of insights. */
const itemInsights = tableSearch({ table: insightList.view, words: [...words, 'config_name'], fields })

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
        const { configId, component, type, severity, status, analyzer, configType } = wanted
        const all = allOf(wanted)
        const query = filtered(
          configId === undefined ? all : all.eq('config_id', configId),
          insightList.columns,
          {
            type: type === ALL ? undefined : type,
            severity: severity === ALL ? undefined : severity.split(','),
            status: status === ALL ? undefined : status,
            analyzer,
            configType: component === undefined ? configType : undefined,
          },
        )
        const ascending = wanted.sortOrder === 'asc'
        const found = await searched(query, listRequest, (all) => all.order(wanted.sortBy, { ascending }))
          .order('id', { ascending })
          .range(...range)
          .abortSignal(signal)
          .throwOnError()
        const rows = z.array(insightRow).parse(found.data)
        const names = await namesOf([...new Set(rows.map((row) => row.config_id))], signal)
        return {
          rows: rows.map((row) => ({ ...row, config: names.get(row.config_id) })),
          total: found.count ?? 0,
        }
      })
    },
  })

const insightDetails = z.extend(insightRow, {
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
