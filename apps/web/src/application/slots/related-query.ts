import * as z from 'zod/mini'
import { request } from '../requests/api.ts'
import type { RelatedQuery } from './types.ts'

const thing = z.object({ id: z.string(), name: z.string(), type: z.nullish(z.string()) })
const rows = z.array(
  z.object({
    links: z.array(z.object({ deleted_at: z.nullish(z.string()), found: z.nullable(thing) })),
  }),
)

/**
 * Returns the query of the things of one kind that a row belongs to.
 * @param of.table relation of the row, which is its live topic too
 * @param of.through relation of the links
 * @param of.to relation of the things, which is their live topic too
 * @param of.path where the page of a thing is
 */
export function relatedQuery(of: {
  table: string
  id: string
  through: string
  to: string
  path: `/${string}`
}): RelatedQuery {
  const { table, id, through, to, path } = of
  return {
    queryKey: [table, 'related', to, id],
    meta: { shows: [id], follows: [to] },
    async queryFn({ signal }) {
      const search = new URLSearchParams({
        id: `eq.${id}`,
        select: `links:${through}(deleted_at,found:${to}(id,name,type))`,
      })
      const [row] = await request(`/api/db/${table}?${search}`, rows, { signal })
      const found = (row?.links ?? []).flatMap(({ deleted_at: deleted, found: one }) =>
        one === null || typeof deleted === 'string'
          ? []
          : [{ id: one.id, name: one.name, type: one.type ?? undefined, path: `${path}/${one.id}` }],
      )
      // Several selectors may link a row with the same thing.
      return [...new Map(found.map((one) => [one.id, one])).values()]
    },
  }
}
