import {
  type ColumnTable,
  columnFields,
  type FilterName,
  type SearchedName,
  valueColumns,
  type ViewColumn,
  type ViewList,
  type ViewName,
} from '@binnacle/contract/core'
import type { Field } from '@binnacle/query'
import type { TriStateFilter } from '@binnacle/ui'
import type { ListField } from '../query/table-search.ts'

/** Facts of a field that only the data service needs. */
type OwnFacts<One> = One extends unknown ? Omit<One, keyof Field | 'values' | 'keyed'> : never
type FieldSource = Partial<OwnFacts<ListField>>

/** What the data service needs to know of fields, by column. Those that the relation does not have must be named. */
type FieldSources<View extends ViewName, Columns extends ColumnTable> = {
  readonly [Name in Exclude<SearchedName<Columns>, ViewColumn<View>>]: FieldSource & { column: string }
} & {
  readonly [Name in SearchedName<Columns> & ViewColumn<View>]?: FieldSource
}

/** The fields of queries of a list, in the order of its columns. */
export function viewFields<View extends ViewName, Columns extends ColumnTable>(
  list: ViewList<View, Columns>,
  sources: FieldSources<View, Columns>,
): readonly ListField[]
export function viewFields(
  { columns }: ViewList,
  sources: Readonly<Record<string, FieldSource | undefined>>,
): readonly ListField[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    columnFields({ [name]: column }).map((field: Field) => ({ ...field, column: name, ...sources[name] })),
  )
}

/** The columns of a list as the data service is asked for them. */
export function selectText(columns: ColumnTable): string {
  return valueColumns(columns).join(',')
}

/** What a filter asks for: a value, some values, or values with signs. Undefined filters nothing. */
type ViewFilter = string | readonly string[] | TriStateFilter | undefined

/** A request of the data service that can be narrowed by values. */
interface Narrowable<Query> {
  eq: (column: string, value: string) => Query
  in: (column: string, values: readonly string[]) => Query
  notIn: (column: string, values: readonly string[]) => Query
}

function narrowedBy<Query extends Narrowable<Query>>(
  query: Query,
  column: string,
  filter: ViewFilter,
): Query {
  if (filter === undefined) return query
  if (typeof filter === 'string') return query.eq(column, filter)
  if (!('size' in filter)) return query.in(column, filter)
  const chosen = (state: 1 | -1) => [...filter].flatMap(([value, own]) => (own === state ? [value] : []))
  const included = chosen(1)
  const excluded = chosen(-1)
  const narrowed = included.length === 0 ? query : query.in(column, included)
  return excluded.length === 0 ? narrowed : narrowed.notIn(column, excluded)
}

/** Narrows a request to rows with what the filters of a list ask for. */
export function filtered<Query extends Narrowable<Query>, Columns extends ColumnTable>(
  query: Query,
  columns: Columns,
  filters: Readonly<Record<FilterName<Columns>, ViewFilter>>,
): Query
export function filtered<Query extends Narrowable<Query>>(
  query: Query,
  columns: ColumnTable,
  filters: Readonly<Record<string, ViewFilter>>,
): Query {
  return Object.entries(columns).reduce(
    (narrowed, [name, { filter }]) =>
      filter === undefined ? narrowed : narrowedBy(narrowed, name, filters[filter]),
    query,
  )
}
