import * as z from 'zod/mini'
import { anyContains, type DataPage, pageOrEnd, rangeOf, type TableQuery, tables } from '../requests/data.ts'
import type { RowRequest } from './resource.ts'

/**
 * Loads the rows of a resource from a relation of the data service.
 * @param setup.columns the `select` of the data service
 * @param setup.row parses a row
 * @param setup.search text columns to search in
 * @param setup.orders columns of the relation to sort by, per column of the list; default: the column itself. The id
 * orders equal rows
 * @param setup.id column that identifies a row; default `id`
 * @param setup.unpaged whether to load all rows at once
 * @param setup.narrow applies fixed conditions and the filters
 */
export function fromTable<Row, Column extends string>(setup: {
  table: string
  columns: string
  row: z.ZodMiniType<Row>
  search: readonly string[]
  orders?: Readonly<Partial<Record<Column, readonly string[]>>>
  id?: string
  unpaged?: true
  narrow?: (query: TableQuery, filters: RowRequest<Column>['filters']) => TableQuery
}): (wanted: RowRequest<Column>, signal: AbortSignal) => Promise<DataPage<Row>> {
  const rows = z.array(setup.row)
  const { id = 'id' } = setup
  return (wanted, signal) =>
    pageOrEnd(wanted.pageIndex, async (pageIndex) => {
      let query: TableQuery = tables
        .from(setup.table)
        .select<string, unknown>(setup.columns, { count: 'exact' })
      if (setup.narrow !== undefined) query = setup.narrow(query, wanted.filters)
      if (wanted.query.trim() !== '') query = query.or(anyContains(setup.search, wanted.query))
      for (const column of setup.orders?.[wanted.sortBy] ?? [wanted.sortBy])
        query = query.order(column, { ascending: wanted.sortOrder === 'asc', nullsFirst: false })
      query = query.order(id)
      if (setup.unpaged !== true) query = query.range(...rangeOf(pageIndex, wanted.pageSize))
      const found = await query.abortSignal(signal).throwOnError()
      return { rows: rows.parse(found.data), total: found.count ?? 0 }
    })
}
