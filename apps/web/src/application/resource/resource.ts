import type { Resource as Protected } from '@binnacle/contract/access'
import { type DataColumn, defineFilters, filterParameter, type FilterCodec } from '@binnacle/ui'
import type { ComponentType, ReactNode } from 'react'
import type { DataPage } from '../requests/data.ts'
import { listParameters, pageParameters, type SortColumns } from '../address/list.ts'
import type { Session } from '../session/session.ts'

/** Which rows of a resource are asked for. */
export interface RowRequest<Column extends string> {
  query: string
  sortBy: Column
  sortOrder: 'asc' | 'desc'
  /** counted from 0 */
  pageIndex: number
  pageSize: number
  /** Chosen values of its filters; undefined where one filters nothing. */
  filters: Readonly<Record<string, string | undefined>>
}

/** A filter for one of a few values. */
export interface ChoiceFilter {
  /** Its parameter of the address. */
  id: string
  label: string
  /** The label of each value. */
  choices: Readonly<Record<string, string>>
}

/** A dialog over the list that the address opens. */
export interface ResourceDialog {
  /** Its parameter of the address: the id of a row, or `true`. */
  name: string
  /** Whether it shows a row, whose id it gets. */
  ofRow?: true
  /** Whether it is for those who may write only. */
  writes: boolean
  /** Loaded when it is first shown. */
  component: ComponentType<{ id: string; onClose: () => void }>
}

/** How something is deleted, and what is said about it. */
export interface Removal<Thing> {
  remove: (thing: Thing) => Promise<unknown>
  nameOf: (thing: Thing) => string
  /** Text of the button. */
  label: string
  /** What deleting does. */
  explain: (thing: Thing) => string
  /** What is deleted along with it. */
  consequences?: (thing: Thing) => readonly string[]
  /** Default: the name, deleted successfully. */
  done?: string
  /** Live topics of lists that show it. */
  topics: readonly string[]
  /** Why this person cannot delete it; undefined where they can. */
  refusal?: (thing: Thing, session: Session) => string | undefined
}

/** A link that the list has for each row, or above the rows. */
export interface ResourceLink<Subject> {
  label: (subject: Subject) => string
  icon: ReactNode
  /** The dialog that it opens. */
  dialog: string
}

/** What an area says of its things; lists, pages, dialogs, links and palette entries are made from it. */
export interface ResourceDefinition<Row extends object, Column extends string> {
  /** Address of the list. */
  path: `/${string}`
  title: string
  icon: ComponentType<{ className?: string; strokeWidth?: number }>
  /** First part of the keys of its queries. */
  topic: string
  /** What those who change it may write. */
  access: Protected
  words: {
    /** What is listed, as within a sentence: `health checks`. */
    things: string
    search: string
    empty: { title: string; text: string }
  }
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Says which one it is, beside the name, where it is found. */
  noteOf?: (row: Row) => string
  columns: readonly DataColumn<Row>[]
  sortColumns: SortColumns<Column>
  filters?: readonly ChoiceFilter[]
  /** Whether all rows are shown at once. */
  unpaged?: true
  load: (wanted: RowRequest<Column>, signal: AbortSignal) => Promise<DataPage<Row>>
  /** Whether nothing can be done with a row here, as with what comes from a file. */
  isFixed?: (row: Row) => boolean
  /** Where a row opens: on a page beneath the list, or in a dialog. */
  opens: 'page' | { dialog: string }
  /** Leads to what creates one: a dialog, or another page. */
  add: { label: string; dialog: string } | { label: string; href: string }
  dialogs?: readonly ResourceDialog[]
  /** Links beside the one that adds a row, for those who may write. */
  links?: readonly ResourceLink<void>[]
  /** Links of a row between editing and deleting. */
  rowLinks?: readonly ResourceLink<Row>[]
  removal?: Removal<Row>
  /** What stands between the title and the search. */
  Header?: ComponentType
}

/** What the address says of the rows. */
export type ListCodec<Column extends string> = FilterCodec<{
  query: string
  sortBy: Column
  sortOrder: 'asc' | 'desc'
  pageIndex: number
  pageSize: number
}>

/** A defined resource. */
export interface Resource<Row extends object, Column extends string> extends ResourceDefinition<Row, Column> {
  listCodec: ListCodec<Column>
  filterCodec: FilterCodec<Record<string, string>>
}

/** Defines a resource. */
export function defineResource<Row extends object, Column extends string>(
  definition: ResourceDefinition<Row, Column>,
): Resource<Row, Column> {
  const { sortColumns, filters = [] } = definition
  return {
    ...definition,
    listCodec: defineFilters({ ...listParameters<Column>(sortColumns), ...pageParameters() }),
    filterCodec: defineFilters<Record<string, string>>(
      Object.fromEntries(
        filters.map(({ id, choices }) => [id, filterParameter<string>(Object.keys(choices))]),
      ),
    ),
  }
}

/** The address that opens a row. */
export function hrefOfRow<Row extends object, Column extends string>(
  { path, opens, idOf }: Resource<Row, Column>,
  row: Row,
): string {
  const id = encodeURIComponent(idOf(row))
  return opens === 'page' ? `${path}/${id}` : `${path}?${opens.dialog}=${id}`
}
