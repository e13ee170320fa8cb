import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { sendRequest } from '../../../application/requests/api.ts'
import { tables } from '../../../application/requests/data.ts'
import { chosen } from '../filter-text.ts'
import { configRow } from '../rows.ts'
import { callOf, type RelationshipValues } from './filters.ts'

const relatedConfig = z.extend(configRow, {
  related_ids: z.pipe(
    z.nullish(z.array(z.string())),
    z.transform((ids) => ids ?? []),
  ),
  distance: z.nullish(z.number()),
})
/** An item of the graph. Source: CAT-040. */
export type RelatedConfig = z.output<typeof relatedConfig>

/** Items that the server answers at most. */
export const MOST_RELATED = 1_000

/** What an item leads to and what leads to it, itself included. */
export const relatedQuery = (
  id: string,
  values: Pick<
    RelationshipValues,
    'incoming' | 'outgoing' | 'relation' | 'configTypes' | 'status' | 'health'
  >,
  hideDeleted: boolean,
) => {
  const call = callOf(id, values, hideDeleted)
  const { configTypes, status, health } = values
  return queryOptions({
    // TanStack Query treats all maps as equal, so keys contain lists.
    queryKey: ['configs', 'related', call, [...configTypes], [...status], [...health]],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      let query = tables.rpc('related_configs_recursive', call, { get: true }).select<string, unknown>('*')
      for (const [column, filter] of [
        ['type', configTypes],
        ['status', status],
        ['health', health],
      ] as const) {
        const [included, excluded] = [chosen(filter, 1), chosen(filter, -1)]
        if (included.length > 0) query = query.in(column, included)
        if (excluded.length > 0) query = query.notIn(column, excluded)
      }
      const found = await query.abortSignal(signal).throwOnError()
      return z.array(relatedConfig).parse(found.data)
    },
  })
}

const componentLink = z.object({
  component_id: z.string(),
  config_id: z.string(),
  selector_id: z.nullable(z.string()),
  component: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
/** A component that an item belongs to. Source: REL-018. */
export type ComponentLink = z.output<typeof componentLink>

/** The selector of links that people made. Source: REL-018, REL-019. */
export const MANUAL = 'manual'

const linksKey = (id: string) => ['configs', 'components', id] as const

/** The components that an item belongs to. Source: REL-021. */
export const componentLinksQuery = (id: string) =>
  queryOptions({
    queryKey: linksKey(id),
    queryFn: async ({ signal }) => {
      const found = await tables
        .from('config_component_relationships')
        .select<string, unknown>('component_id,config_id,selector_id,component:component_id(id,name)')
        .eq('config_id', id)
        .is('deleted_at', null)
        .abortSignal(signal)
        .throwOnError()
      return z.array(componentLink).parse(found.data)
    },
  })

/** Deletes the link that a person made between an item and a component. Source: REL-027. */
export async function deleteComponentLink(link: ComponentLink): Promise<void> {
  const search = new URLSearchParams({
    component_id: `eq.${link.component_id}`,
    config_id: `eq.${link.config_id}`,
    selector_id: `eq.${MANUAL}`,
  })
  await sendRequest(`/api/db/config_component_relationships?${search}`, { method: 'DELETE' }, undefined)
}
