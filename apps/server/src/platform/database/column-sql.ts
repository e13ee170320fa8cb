import {
  type Column,
  columnFields,
  type ColumnTable,
  type FilterName,
  type SearchedName,
  type SortableName,
  sortableColumns,
  valueColumns,
  type ValueName,
} from '@binnacle/contract/core'
import type { Field, InSql, SqlField } from '@binnacle/query'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { DB } from './tables.ts'

/** Where the server finds a column, as far as it is not the column of the table. */
export interface ColumnSource {
  /** SQL of its value in an answer. */
  value?: Sql
  /** SQL that a list is sorted by. Default: its value. */
  order?: Sql
  /** Where queries find it. Default: its value. */
  search?: InSql
}

type NameOf<Columns extends ColumnTable> = ValueName<Columns> | SearchedName<Columns>

/** Where the server finds the columns of a list. Those that its table does not have must be named. */
export type ColumnSources<Columns extends ColumnTable, Table extends keyof DB> = {
  readonly [Name in Exclude<NameOf<Columns>, keyof DB[Table]>]: ColumnSource
} & {
  readonly [Name in NameOf<Columns> & keyof DB[Table]]?: ColumnSource
}

/** Where queries find the columns of a list. Those that its table does not have must be named. */
type SearchSources<Columns extends ColumnTable, Table extends keyof DB> = {
  readonly [Name in Exclude<SearchedName<Columns>, keyof DB[Table]>]: InSql
} & {
  readonly [Name in SearchedName<Columns> & keyof DB[Table]]?: InSql
}

/**
 * The fields of queries of a list, in SQL.
 * @param list.sources where those are found that are not plain columns of the table
 */
export function fieldsSql<Columns extends ColumnTable, Table extends keyof DB>(list: {
  columns: Columns
  table: Table
  alias: string
  sources: SearchSources<Columns, Table>
}): readonly SqlField[]
export function fieldsSql(list: FieldSetup): readonly SqlField[] {
  return fieldsOf(list)
}

interface FieldSetup {
  columns: ColumnTable
  alias: string
  sources: Readonly<Record<string, InSql | undefined>>
}

function fieldsOf({ columns, alias, sources }: FieldSetup): readonly SqlField[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    columnFields({ [name]: column }).map((field: Field) => ({
      ...field,
      ...(sources[name] ?? { sql: raw(`${alias}.${name}`) }),
    })),
  )
}

/** A list of the server: the SQL of its columns. */
export interface ListSql<Columns extends ColumnTable> {
  /** All columns of an answer, under their names. */
  select: Sql
  /** SQL that the list is sorted by, by column. */
  orders: Readonly<Record<SortableName<Columns>, Sql>>
  /** The fields of queries. */
  fields: readonly SqlField[]
  /** SQL of the value that a filter by values compares, by parameter. */
  filtered: Readonly<Record<FilterName<Columns>, Sql>>
}

/**
 * Finds the columns of a list in SQL.
 * @param list.columns what the contract says of them
 * @param list.alias the name of the table in statements
 * @param list.sources where those are found that are not plain columns of the table
 * @example
 * const teams = listSql({
 *   columns: teamColumns,
 *   table: 'core.teams',
 *   alias: 'teams',
 *   sources: { members: { value: sql`(select count(*) from core.team_members where team_id = teams.id)` } },
 * })
 */
export function listSql<Columns extends ColumnTable, Table extends keyof DB>(list: {
  columns: Columns
  table: Table
  alias: string
  sources: ColumnSources<Columns, Table>
}): ListSql<Columns>
export function listSql(list: {
  columns: ColumnTable
  alias: string
  sources: Readonly<Record<string, ColumnSource | undefined>>
}) {
  const { columns, alias, sources } = list
  const sourceOf = (name: string): ColumnSource => sources[name] ?? {}
  const valueOf = (name: string): Sql => sourceOf(name).value ?? raw(`${alias}.${name}`)
  const named = (facts: (column: Column) => string | undefined) =>
    Object.entries(columns).flatMap(([name, column]) => {
      const key = facts(column)
      return key === undefined ? [] : [[key, valueOf(name)]]
    })
  const search = ({ order, search: own }: ColumnSource, name: string): InSql =>
    own ?? { sql: valueOf(name), ...(order !== undefined && { order }) }
  const searches = Object.fromEntries(
    Object.keys(columns).map((name) => [name, search(sourceOf(name), name)]),
  )
  return {
    select: join(
      valueColumns(columns).map((name) => sql`${valueOf(name)} as ${raw(name)}`),
      ', ',
    ),
    orders: Object.fromEntries(
      sortableColumns(columns).map((name) => [name, sourceOf(name).order ?? valueOf(name)]),
    ),
    fields: fieldsOf({ columns, alias, sources: searches }),
    filtered: Object.fromEntries(named(({ filter }) => filter)),
  }
}
