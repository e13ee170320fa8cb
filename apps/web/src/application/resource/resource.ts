import type { Resource as Protected } from '@binnacle/contract/access'
import {
  ALL,
  type DataColumn,
  defineFilters,
  filterParameter,
  type FilterCodec,
  type Href,
  textParameter,
} from '@binnacle/ui'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ListSearch } from '../query/list-search.ts'
import type { DataPage } from '../requests/data.ts'
import { type FixedPath, isAddress } from '../pages/addresses.ts'
import { listParameters, pageParameters, type SortColumns } from '../address/list.ts'
import type { Session } from '../session/session.ts'

/** Request for a page of rows of a resource. */
export interface RowRequest<Column extends string> {
  query: string
  sortBy: Column
  sortOrder: 'asc' | 'desc'
  /** counted from 0 */
  pageIndex: number
  pageSize: number
  /** Chosen value by filter id; undefined for a filter that is off. */
  filters: Readonly<Record<string, string | undefined>>
}

/** A filter that matches one of a few values. */
interface ChoiceFilter {
  /** Name of its URL parameter. */
  id: string
  label: string
  /** The label of each value. Missing where the resource loads them. */
  choices?: Choices
}

/** The label of each value of a filter. */
type Choices = Readonly<Record<string, string>>

/** A dialog over the list, opened by a URL parameter. */
interface ResourceDialog {
  /** Name of its URL parameter. The parameter's value is the id of a row, or `true`. */
  name: string
  /** Whether it shows one row, whose id is the value of the parameter. Otherwise only `true` opens it. */
  ofRow?: true
  /** Whether it requires the right to write. */
  writes: boolean
  /** URL parameters that only the dialog uses. They go when it closes. */
  parameters?: readonly string[]
  /** Its code loads when it first opens. */
  component: ComponentType<{ id: string; onClose: () => void }>
}

/** How a row is deleted, with the texts of the question. */
export interface Removal<Thing> {
  remove: (thing: Thing) => Promise<unknown>
  nameOf: (thing: Thing) => string
  /** Text of the button. */
  label: string
  /** Returns the effect of deleting, in a sentence. */
  explain: (thing: Thing) => string
  /** Returns what is deleted together with it, one line each. */
  consequences?: (thing: Thing) => readonly string[]
  /** Text of the toast. Default: the name, then "deleted successfully". */
  done?: string
  /** Live topics of lists that show it. */
  topics: readonly string[]
  /** Returns why this person cannot delete it, or undefined to allow. */
  refusal?: (thing: Thing, session: Session) => string | undefined
}

/** An icon of a link. */
export type LinkIcon = ComponentType<{ 'aria-hidden': 'true'; className: string }>

/** A link of each row, or above the rows. */
interface ResourceLink<Subject> {
  label: (subject: Subject) => string
  icon: LinkIcon
  /** Name of the dialog to open. */
  dialog: string
}

/** Description of a resource. Its list, pages, dialogs, links and palette entries are generated from it. */
export interface ResourceDefinition<Row extends object, Column extends string> {
  /** Address of the list. */
  path: FixedPath
  title: string
  icon: ComponentType<{ className?: string; strokeWidth?: number }>
  /** Live topic; the first part of its query keys. */
  topic: string
  /** Further live topics that reload its list, because its rows count or embed what they announce. */
  follows?: readonly string[]
  /** Resource of the role table that guards it: read to open pages, write to change rows. */
  access: Protected
  words: {
    /** Plural as used in sentences: `health checks`. */
    things: string
    search: string
    empty: { title: string; text: string }
  }
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Text beside the name in search results, to tell rows with the same name apart. */
  noteOf?: (row: Row) => string
  columns: readonly DataColumn<Row>[]
  sortColumns: SortColumns<Column>
  /** The default direction. Default: ascending. */
  sortOrder?: 'asc' | 'desc'
  filters?: readonly ChoiceFilter[]
  /** Loads the choices, by filter, that only the server knows. */
  loadChoices?: (queries: QueryClient) => Promise<Readonly<Record<string, Choices>>>
  /** Whether the list shows all rows without pages. */
  unpaged?: true
  load: (wanted: RowRequest<Column>, signal: AbortSignal) => Promise<DataPage<Row>>
  /** The query language of its search box. */
  search: ListSearch
  /** Whether a toast says, too, that the rows could not be loaded. Source: CON-064. */
  toastsFailure?: true
  /** Whether a row is read-only, as rows from a file are. */
  isFixed?: (row: Row) => boolean
  /** Where a row opens: on its own page, or in a dialog. */
  opens: 'page' | { dialog: string }
  /** Button that creates a row, in a dialog or on another page; omit it if people create none. */
  add?: { label: string; dialog: string } | { label: string; href: Href }
  dialogs?: readonly ResourceDialog[]
  /** Links beside the button that adds a row, for people who may write. */
  links?: readonly ResourceLink<void>[]
  /** Links of a row, between editing and deleting. */
  rowLinks?: readonly ResourceLink<Row>[]
  removal?: Removal<Row>
  /** Rendered between the title and the search. */
  Header?: ComponentType
}

/** Codec of the URL parameters that select rows. */
type ListCodec<Column extends string> = FilterCodec<{
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
  const { sortColumns, sortOrder, filters = [] } = definition
  return {
    ...definition,
    listCodec: defineFilters({ ...listParameters<Column>(sortColumns, sortOrder), ...pageParameters() }),
    filterCodec: defineFilters<Record<string, string>>(
      Object.fromEntries(
        filters.map(({ id, choices }) => [
          id,
          choices === undefined ? textParameter(ALL) : filterParameter<string>(Object.keys(choices)),
        ]),
      ),
    ),
  }
}

/** Returns the address that opens a row. */
export function hrefOfRow<Row extends object, Column extends string>(
  { path, opens, idOf }: Resource<Row, Column>,
  row: Row,
): Href {
  const id = encodeURIComponent(idOf(row))
  const address = opens === 'page' ? `${path}/${id}` : `${path}?${opens.dialog}=${id}`
  return isAddress(address) ? address : path
}
