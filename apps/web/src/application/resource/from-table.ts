import * as z from 'zod/mini'
import { searched, searchedPage } from '../query/searched-page.ts'
import type { ListSearch } from '../query/list-search.ts'
import { type ListField, tableSearch } from '../query/table-search.ts'
import { type DataPage, type TableQuery, tables } from '../requests/data.ts'
import type { RowRequest } from './resource.ts'

/** How the rows of a list are loaded and searched. */
export interface Rows<Row, Column extends string> {
  load: (wanted: RowRequest<Column>, signal: AbortSignal) => Promise<DataPage<Row>>
  search: ListSearch
}

/**
 * Loads the rows of a resource from a relation of the data service.
 * @param setup.columns the `select` of the data service
 * @param setup.row parses a row
 * @param setup.fields fields of its query language
 * @param setup.words text columns in which words are searched
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
  fields: readonly ListField[]
  words: readonly string[]
  orders?: Readonly<Partial<Record<Column, readonly string[]>>>
  id?: string
  unpaged?: true
  narrow?: (query: TableQuery, filters: RowRequest<Column>['filters']) => TableQuery
}): Rows<Row, Column> {
  const rows = z.array(setup.row)
  const { table, fields, words, id = 'id', narrow = (query) => query } = setup
  const search = tableSearch({ table, fields, words, id, narrow: (query) => narrow(query, {}) })
  return {
    search,
    async load(wanted, signal) {
      const listRequest = await search.ask(wanted.query, signal)
      const page = setup.unpaged === true ? { ...wanted, pageIndex: 0 } : wanted
      return searchedPage(page, listRequest, async (range) => {
        const all = tables.from(table).select<string, unknown>(setup.columns, { count: 'exact' })
        const ordered = searched(narrow(all, wanted.filters), listRequest, (query) =>
          (setup.orders?.[wanted.sortBy] ?? [wanted.sortBy]).reduce(
            (sorted, column) =>
              sorted.order(column, { ascending: wanted.sortOrder === 'asc', nullsFirst: false }),
            query,
          ),
        ).order(id)
        const found = await (setup.unpaged === true ? ordered : ordered.range(...range))
          .abortSignal(signal)
          .throwOnError()
        return { rows: rows.parse(found.data), total: found.count ?? 0 }
      })
    },
  }
}
