import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
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
export const MOST_ENTRIES = 50

const change = z.object({
  id: z.string(),
  config_id: nullableText,
  name: nullableText,
  type: nullableText,
  change_type: nullableText,
  severity: nullableText,
  summary: nullableText,
  created_at: nullableText,
})

/** The newest changes of the items of a component. Source: TOP-051. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['config_changes', 'of component', id],
    queryFn: ({ signal }) =>
      rowsOf(
        tables
          .from('changes_by_component')
          .select<string, unknown>('id,config_id,name,type,change_type,severity,summary,created_at')
          .eq('component_id', id)
          .order('created_at', { ascending: false })
          .limit(MOST_ENTRIES),
        change,
        signal,
      ),
  })

const insight = z.object({
  analysis_id: z.string(),
  config_id: nullableText,
  name: nullableText,
  type: nullableText,
  analysis_type: nullableText,
  summary: nullableText,
  message: nullableText,
  severity: nullableText,
  first_observed: nullableText,
})

/** The newest insights about the items of a component. Source: TOP-051. */
export const insightsQuery = (id: string) =>
  queryOptions({
    queryKey: ['config_analysis', 'of component', id],
    queryFn: ({ signal }) =>
      rowsOf(
        tables
          .from('analysis_by_component')
          .select<string, unknown>(
            'analysis_id,config_id,name,type,analysis_type,summary,message,severity,first_observed',
          )
          .eq('component_id', id)
          .order('first_observed', { ascending: false })
          .limit(MOST_ENTRIES),
        insight,
        signal,
      ),
  })

const foundConfig = z.object({ id: z.string(), name: z.string(), type: z.string() })

/** Catalog items that the search of the link dialog returns at most. Source: TOP-024. */
export const MOST_FOUND = 50

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
