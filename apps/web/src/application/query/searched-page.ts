import { type DataPage, pageOrEnd, rangeOf } from '../requests/data.ts'
import type { ListRequest } from './table-search.ts'

interface Direction {
  ascending: boolean
  nullsFirst?: boolean
}

/** How rows are put in order by a column, those without a value last. An index in the usual order does not answer that. */
export function orderOf({ ascending, full = false }: { ascending: boolean; full?: boolean }): Direction {
  return full ? { ascending } : { ascending, nullsFirst: false }
}

/** A request of the data service that can be narrowed and put in order. */
interface Orderable<Query> {
  or: (filter: string) => Query
  order: (column: string, options: Direction) => Query
}

/**
 * Applies what a query asks for.
 * @param usual applies the order that the list has where the query does not say one
 */
export function searched<Query extends Orderable<Query>>(
  query: Query,
  { filter, order }: Pick<ListRequest, 'filter' | 'order'>,
  usual: (query: Query) => Query,
): Query {
  const narrowed = filter === undefined ? query : query.or(filter)
  return order.length === 0
    ? usual(narrowed)
    : order.reduce((sorted, { column, ...direction }) => sorted.order(column, orderOf(direction)), narrowed)
}

/**
 * Loads a page of what a query asks for. A limit of the query ends the last page.
 * @param load loads the rows of a range, and how many there are without a limit
 */
export function searchedPage<Row>(
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
  { limit = Infinity }: Pick<ListRequest, 'limit'>,
  load: (range: [first: number, last: number]) => Promise<DataPage<Row>>,
): Promise<DataPage<Row>> {
  return pageOrEnd(pageIndex, async (index) => {
    const range = rangeOf(index, pageSize)
    const { rows, total } = await load(range)
    return { rows: rows.slice(0, Math.max(0, limit - range[0])), total: Math.min(total, limit) }
  })
}
