import { catalogItem } from '@binnacle/contract/catalog'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { sendRequest } from '../../../application/requests/api.ts'
import { tables } from '../../../application/requests/data.ts'
import { chosen } from '../filter-text.ts'
import { callOf, type RelationshipValues } from './filters.ts'

/** Columns that the call answers. Others are in lists only, because there can be 5,000 rows. */
const relatedColumns = {
  id: true,
  name: true,
  type: true,
  config_class: true,
  agent_id: true,
  health: true,
  status: true,
  changes: true,
  tags: true,
  labels: true,
  analysis: true,
  cost_total_30d: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
} as const
const relatedConfig = z.extend(z.pick(catalogItem, relatedColumns), {
  related_ids: z.pipe(
    z.nullish(z.array(z.string())),
    z.transform((ids) => ids ?? []),
  ),
  distance: z.nullish(z.number()),
})
/** An item of the graph. Source: CAT-040. */
export type RelatedConfig = z.output<typeof relatedConfig>

const relatedRow = z.extend(relatedConfig, { is_cut: z.nullish(z.boolean()) })
const RELATED_COLUMNS = Object.keys(relatedRow.shape).join(',')

/** What surrounds an item. */
export interface RelatedItems {
  items: readonly RelatedConfig[]
  /** Whether there are more than the server was asked for. */
  isCut: boolean
}

/** The values of an item that a filter compares. */
const compared = [
  ['configTypes', ({ type }: RelatedConfig) => type],
  ['status', ({ status }: RelatedConfig) => status],
  ['health', ({ health }: RelatedConfig) => health],
] as const

/** The items that the filters by type, status and health let through. */
export function filterRelated(
  items: readonly RelatedConfig[],
  values: Pick<RelationshipValues, (typeof compared)[number][0]>,
): readonly RelatedConfig[] {
  const tests = compared.flatMap(([filter, valueOf]) => {
    const [included, excluded] = [new Set(chosen(values[filter], 1)), new Set(chosen(values[filter], -1))]
    if (included.size + excluded.size === 0) return []
    return [
      (item: RelatedConfig) => {
        const value = valueOf(item)
        if (value === null) return included.size === 0
        return (included.size === 0 || included.has(value)) && !excluded.has(value)
      },
    ]
  })
  return tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item)))
}

/** What an item leads to and what leads to it, itself included. */
export const relatedQuery = (
  id: string,
  values: Pick<RelationshipValues, 'incoming' | 'outgoing' | 'relation' | 'most'>,
  hideDeleted: boolean,
) => {
  const call = callOf(id, values, hideDeleted)
  return queryOptions({
    queryKey: ['configs', 'related', call],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<RelatedItems> => {
      const found = await tables
        .rpc('related_configs_recursive', call, { get: true })
        .select<string, unknown>(RELATED_COLUMNS)
        .abortSignal(signal)
        .throwOnError()
      const rows = z.array(relatedRow).parse(found.data)
      return { items: rows, isCut: rows.some(({ is_cut: isCut }) => isCut === true) }
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
