import { defineViewList, rowSchema } from '@binnacle/contract/core'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { selectText } from '../../../application/columns/view-list.ts'
import { sendRequest } from '../../../application/requests/api.ts'
import { rowsOf, tables } from '../../../application/requests/data.ts'

const nullableText = z.nullish(z.string())

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'components'

const link = z.object({
  config_id: z.string(),
  selector_id: nullableText,
  deleted_at: nullableText,
  configs: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      health: nullableText,
      deleted_at: nullableText,
    }),
  ),
})
/** A catalog item of a component. */
export type ConfigLink = z.output<typeof link>

/** Catalog items of a component, by name. Source: TOP-015. */
export const configLinksQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'configs', id],
    meta: { shows: [id], follows: ['configs'] },
    queryFn: async ({ signal }): Promise<readonly ConfigLink[]> => {
      const rows = await rowsOf(
        tables
          .from('config_component_relationships')
          .select<string, unknown>('config_id,selector_id,deleted_at,configs(id,name,type,health,deleted_at)')
          .eq('component_id', id),
        link,
        signal,
      )
      return rows
        .filter(({ configs }) => configs !== null)
        .toSorted((a, b) => (a.configs?.name ?? '').localeCompare(b.configs?.name ?? '', 'en'))
    },
  })

/** Whether a link or its item is deleted. */
export const isDeleted = ({ deleted_at: deleted, configs }: ConfigLink): boolean =>
  typeof deleted === 'string' || typeof configs?.deleted_at === 'string'

/** The selector of links that people made. */
export const MANUAL = 'manual'
const LINKS = '/api/db/config_component_relationships'

/** Links a component to a catalog item. Source: TOP-022. */
export async function linkConfig(component: string, config: string): Promise<void> {
  await sendRequest(
    LINKS,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ component_id: component, config_id: config, selector_id: MANUAL }),
    },
    undefined,
  )
}

/** Removes the link that a person made. */
export async function unlinkConfig(component: string, config: string): Promise<void> {
  const search = new URLSearchParams({
    component_id: `eq.${component}`,
    config_id: `eq.${config}`,
    selector_id: `eq.${MANUAL}`,
  })
  await sendRequest(`${LINKS}?${search}`, { method: 'DELETE' }, undefined)
}

/** Entries that a section loads at most. */
const MOST_ENTRIES = 50

const changeList = defineViewList('changes_by_component', {
  id: { value: z.string() },
  config_id: { value: nullableText },
  name: { value: nullableText },
  type: { value: nullableText },
  change_type: { value: nullableText },
  severity: { value: nullableText },
  summary: { value: nullableText },
  created_at: { value: nullableText },
})

/** The newest changes of the items of a component. Source: TOP-051. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['config_changes', 'of component', id],
    queryFn: ({ signal }) =>
      rowsOf(
        tables
          .from(changeList.view)
          .select<string, unknown>(selectText(changeList.columns))
          .eq('component_id', id)
          .order('created_at', { ascending: false })
          .limit(MOST_ENTRIES),
        rowSchema(changeList.columns),
        signal,
      ),
  })

const insightList = defineViewList('analysis_by_component', {
  analysis_id: { value: z.string() },
  config_id: { value: nullableText },
  name: { value: nullableText },
  type: { value: nullableText },
  analysis_type: { value: nullableText },
  summary: { value: nullableText },
  message: { value: nullableText },
  severity: { value: nullableText },
  first_observed: { value: nullableText },
})

/** The newest insights about the items of a component. Source: TOP-051. */
export const insightsQuery = (id: string) =>
  queryOptions({
    queryKey: ['config_analysis', 'of component', id],
    queryFn: ({ signal }) =>
      rowsOf(
        tables
          .from(insightList.view)
          .select<string, unknown>(selectText(insightList.columns))
          .eq('component_id', id)
          .order('first_observed', { ascending: false })
          .limit(MOST_ENTRIES),
        rowSchema(insightList.columns),
        signal,
      ),
  })

const foundConfig = z.object({ id: z.string(), name: z.string(), type: z.string() })

/** Catalog items that the search of the link dialog returns at most. Source: TOP-024. */
const MOST_FOUND = 50

/** Catalog items whose name contains a text. */
export const configSearchQuery = (pattern: string | undefined) =>
  queryOptions({
    queryKey: ['configs', 'to link', pattern ?? ''],
    queryFn: ({ signal }) => {
      const query = tables.from('configs').select<string, unknown>('id,name,type').is('deleted_at', null)
      const found = pattern === undefined ? query : query.or(pattern)
      return rowsOf(found.order('name').limit(MOST_FOUND), foundConfig, signal)
    },
  })
