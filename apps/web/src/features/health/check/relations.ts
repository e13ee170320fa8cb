import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'

const named = z.object({ id: z.string(), name: z.string(), type: z.nullish(z.string()) })
const relations = z.object({
  components: z.array(z.object({ deleted_at: z.nullish(z.string()), components: z.nullable(named) })),
  configs: z.array(z.object({ deleted_at: z.nullish(z.string()), configs: z.nullable(named) })),
})

/** Something that a check belongs to. */
export interface Relation {
  kind: 'component' | 'config'
  id: string
  name: string
  type: string | undefined
}

/** The components and catalog items that a check belongs to. Source: CHK-005. */
export const checkRelationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['checks', 'relations', id],
    meta: { shows: [id], follows: ['configs'] },
    queryFn: async ({ signal }): Promise<readonly Relation[]> => {
      const search = new URLSearchParams({
        id: `eq.${id}`,
        select:
          'components:check_component_relationships(deleted_at,components(id,name,type)),configs:check_config_relationships(deleted_at,configs(id,name,type))',
      })
      const [row] = await request(`/api/db/checks?${search}`, z.array(relations), { signal })
      const related = [
        ...(row?.components ?? []).map(({ components, ...rest }) => ({
          ...rest,
          kind: 'component' as const,
          found: components,
        })),
        ...(row?.configs ?? []).map(({ configs, ...rest }) => ({
          ...rest,
          kind: 'config' as const,
          found: configs,
        })),
      ].flatMap(({ kind, found: thing, deleted_at: deleted }): Relation[] =>
        thing === null || (deleted !== null && deleted !== undefined)
          ? []
          : [{ kind, id: thing.id, name: thing.name, type: thing.type ?? undefined }],
      )
      // Several selectors may link a check with the same thing.
      return [...new Map(related.map((relation) => [`${relation.kind}:${relation.id}`, relation])).values()]
    },
  })
