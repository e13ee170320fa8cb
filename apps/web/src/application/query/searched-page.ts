import { type DataPage, pageOrEnd, rangeOf } from '../requests/data.ts'
import type { Asked } from './table-search.ts'

/** A request of the data service that can be narrowed and put in order. */
interface Orderable<Query> {
  or: (filter: string) => Query
  order: (column: string, options: { ascending: boolean; nullsFirst: boolean }) => Query
}

/**
 * Applies what a query asks for.
 * @param usual applies the order that the list has where the query does not say one
 */
export function searched<Query extends Orderable<Query>>(
  query: Query,
  { filter, order }: Pick<Asked, 'filter' | 'order'>,
  usual: (query: Query) => Query,
): Query {
  const narrowed = filter === undefined ? query : query.or(filter)
  return order.length === 0
    ? usual(narrowed)
    : order.reduce(
        (sorted, { column, ascending }) => sorted.order(column, { ascending, nullsFirst: false }),
        narrowed,
      )
}

/**
 * Loads a page of what a query asks for. A limit of the query ends the last page.
 * @param load loads the rows of a range, and how many there are without a limit
 */
export function searchedPage<Row>(
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
  { limit = Infinity }: Pick<Asked, 'limit'>,
  load: (range: [first: number, last: number]) => Promise<DataPage<Row>>,
): Promise<DataPage<Row>> {
  return pageOrEnd(pageIndex, async (index) => {
    const range = rangeOf(index, pageSize)
    const { rows, total } = await load(range)
    return { rows: rows.slice(0, Math.max(0, limit - range[0])), total: Math.min(total, limit) }
  })
}
