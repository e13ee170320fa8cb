import * as z from 'zod/mini'
import type { DataSchema } from '../schema/data-schema.ts'

/** The field of queries that a column gives. Its name is that of the column, if it has no other. */
export type ColumnField = {
  name?: string
  /** Other accepted spellings. */
  aliases?: readonly string[]
  /** One line of help. */
  help: string
} & (
  | { kind: 'text' | 'time' | 'number' }
  | { kind: 'choice'; values: readonly string[] }
  /** `keyed` where a comparison must name a key. */
  | { kind: 'map'; keyed?: true }
)

/** What both sides know of a column of a list. */
export interface Column {
  /** Schema of its value in an answer; left out where it is only searched or computed by the screen. */
  value?: z.ZodMiniType
  /** Heading in the list; left out where no column of the list shows it. */
  label?: string
  /** Whether the server sorts by it. */
  sortable?: true
  /** Whether it is aligned as numbers are. */
  numeric?: true
  /** Whether it is hidden until people choose it. */
  hidden?: true
  /** Whether an export has it. */
  csv?: true
  /** How queries search it. */
  field?: ColumnField
  /** The kind of its values among those that are counted as rows are stored, for filters and completion to offer. */
  facet?: string
  /** What people choose to count rows by its values. */
  grouping?: string
  /** The parameter of a filter that includes and excludes its values, such as `a,!b,pre*`. */
  filter?: string
}

/** The columns of a list, in the order of the list. */
export type ColumnTable = Readonly<Record<string, Column>>

type NameWith<Columns extends ColumnTable, Facts> = {
  [Name in keyof Columns]: Columns[Name] extends Facts ? Name : never
}[keyof Columns] &
  string

/** Names of the columns that answers contain. */
export type ValueName<Columns extends ColumnTable> = NameWith<Columns, { value: z.ZodMiniType }>
/** Names of the columns that a list shows. */
export type ShownName<Columns extends ColumnTable> = NameWith<Columns, { label: string }>
/** Names of the columns by which the server sorts. */
export type SortableName<Columns extends ColumnTable> = NameWith<Columns, { sortable: true }>
/** Names of the columns that queries search. */
export type SearchedName<Columns extends ColumnTable> = NameWith<Columns, { field: ColumnField }>
/** Names of the columns that an export has. */
export type ExportedName<Columns extends ColumnTable> = NameWith<Columns, { csv: true }>
/** Names of the columns by whose values people count rows. */
export type GroupedName<Columns extends ColumnTable> = NameWith<Columns, { grouping: string }>
type FilteredName<Columns extends ColumnTable> = NameWith<Columns, { filter: string }>

/** Parameters of the filters by values. */
export type FilterName<Columns extends ColumnTable> = {
  [Name in FilteredName<Columns>]: Columns[Name] extends { filter: infer Parameter extends string }
    ? Parameter
    : never
}[FilteredName<Columns>]

type FieldOf<Name, Own> = Own extends { name: string } ? Own : Own & { name: Name }

/** The fields of queries that columns give. */
export type FieldsOf<Columns extends ColumnTable> = {
  [Name in SearchedName<Columns>]: Columns[Name] extends { field: infer Own extends ColumnField }
    ? FieldOf<Name, Own>
    : never
}[SearchedName<Columns>]

/** The schemas of the values of a row by column. */
export type RowShape<Columns extends ColumnTable> = {
  [Name in ValueName<Columns>]: Columns[Name] extends { value: infer Value extends z.ZodMiniType }
    ? Value
    : never
}

/**
 * Describes the columns of a list once, for both sides. The server takes its answer, order, conditions and fields of queries
 * from it, the screen its rows, headings, sort choices and export.
 * @example
 * const teamColumns = defineColumns({
 *   id: { value: z.string() },
 *   name: { value: z.string(), label: 'Name', sortable: true, csv: true, field: { kind: 'text', help: 'Name of the team' } },
 *   created_at: { value: z.string(), label: 'Created', sortable: true, numeric: true },
 * })
 */
export function defineColumns<const Columns extends ColumnTable>(columns: Columns): Columns {
  return columns
}

type Views = DataSchema['Views']
/** A relation of the data service. */
export type ViewName = keyof Views
/** Names of the columns of a relation of the data service. */
export type ViewColumn<View extends ViewName> = Extract<keyof Views[View]['Row'], string>

/** A list that the screen reads from a relation of the data service. */
export interface ViewList<View extends ViewName = ViewName, Columns extends ColumnTable = ColumnTable> {
  view: View
  columns: Columns
}

/** Refuses columns that are read, sorted or filtered by and that the relation does not have. */
type OnlyOf<View extends ViewName, Columns extends ColumnTable> = {
  readonly [
    Name in Exclude<ValueName<Columns> | SortableName<Columns> | FilteredName<Columns>, ViewColumn<View>>
  ]: never
}

/**
 * Describes the columns of a list that the screen reads from a relation of the data service. Columns with a value, an order or
 * a filter must be columns of the relation.
 * @example
 * const teamList = defineViewList('teams', { id: { value: z.string() }, name: { value: z.string(), label: 'Name' } })
 */
export function defineViewList<View extends ViewName, const Columns extends ColumnTable>(
  view: View,
  columns: Columns & OnlyOf<View, Columns>,
): ViewList<View, Columns> {
  return { view, columns }
}

/** The schema of a row with these columns. */
export function rowSchema<Columns extends ColumnTable>(columns: Columns): z.ZodMiniObject<RowShape<Columns>>
export function rowSchema(columns: ColumnTable): z.ZodMiniObject {
  return z.object(
    Object.fromEntries(
      Object.entries(columns).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
  )
}

/** Names of the columns that have a fact. */
function namesWith(columns: ColumnTable, fact: keyof Column): readonly string[] {
  return Object.entries(columns).flatMap(([name, column]) => (column[fact] === undefined ? [] : [name]))
}

/** Names of the columns that answers contain. */
export function valueColumns<Columns extends ColumnTable>(columns: Columns): readonly ValueName<Columns>[]
export function valueColumns(columns: ColumnTable): readonly string[] {
  return namesWith(columns, 'value')
}

/** Names of the columns that a list shows. */
export function shownColumns<Columns extends ColumnTable>(columns: Columns): readonly ShownName<Columns>[]
export function shownColumns(columns: ColumnTable): readonly string[] {
  return namesWith(columns, 'label')
}

/** Names of the columns by which the server sorts. */
export function sortableColumns<Columns extends ColumnTable>(
  columns: Columns,
): readonly SortableName<Columns>[]
export function sortableColumns(columns: ColumnTable): readonly string[] {
  return namesWith(columns, 'sortable')
}

/** The same with the one first that a list is sorted by at first. */
export function sortableFrom<Columns extends ColumnTable>(
  columns: Columns,
  first: SortableName<Columns>,
): readonly [SortableName<Columns>, ...SortableName<Columns>[]] {
  return [first, ...sortableColumns(columns).filter((name) => name !== first)]
}

/** Names of the columns that an export has. */
export function exportedColumns<Columns extends ColumnTable>(
  columns: Columns,
): readonly ExportedName<Columns>[]
export function exportedColumns(columns: ColumnTable): readonly string[] {
  return namesWith(columns, 'csv')
}

/** The columns whose values are counted as rows are stored, by kind; of maps each key by itself. */
export function facetColumns(
  columns: ColumnTable,
): readonly { name: string; facet: string; field: string; isMap: boolean }[] {
  return Object.entries(columns).flatMap(([name, { facet, field }]) =>
    facet === undefined ? [] : [{ name, facet, field: field?.name ?? name, isMap: field?.kind === 'map' }],
  )
}

/** The columns by whose values people count rows, as choices. */
export function groupingChoices<Columns extends ColumnTable>(
  columns: Columns,
): readonly { value: GroupedName<Columns>; label: string }[]
export function groupingChoices(columns: ColumnTable): readonly { value: string; label: string }[] {
  return Object.entries(columns).flatMap(([value, { grouping: label }]) =>
    label === undefined ? [] : [{ value, label }],
  )
}

/** The fields of queries, in the order of the columns. */
export function columnFields<Columns extends ColumnTable>(columns: Columns): readonly FieldsOf<Columns>[]
export function columnFields(columns: ColumnTable): readonly (ColumnField & { name: string })[] {
  return Object.entries(columns).flatMap(([name, { field }]) =>
    field === undefined ? [] : [{ name, ...field }],
  )
}

/** Parameters of the filters by values. */
export function filterNames<Columns extends ColumnTable>(columns: Columns): readonly FilterName<Columns>[]
export function filterNames(columns: ColumnTable): readonly string[] {
  return Object.values(columns).flatMap(({ filter }) => filter ?? [])
}

/** The values of the filters by values among those of an address. */
export function filterValues<
  Columns extends ColumnTable,
  Values extends Record<FilterName<Columns>, unknown>,
>(columns: Columns, values: Values): Pick<Values, FilterName<Columns>>
export function filterValues(
  columns: ColumnTable,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(filterNames(columns).map((name) => [name, values[name]]))
}

/** Parameters of requests, one for each filter by values. */
export function filterShape<Columns extends ColumnTable, Schema extends z.ZodMiniType>(
  columns: Columns,
  schema: Schema,
): Readonly<Record<FilterName<Columns>, Schema>>
export function filterShape(
  columns: ColumnTable,
  schema: z.ZodMiniType,
): Readonly<Record<string, z.ZodMiniType>> {
  return Object.fromEntries(filterNames(columns).map((name) => [name, schema]))
}
