import { isEditableSource } from '@binnacle/contract/core'
import type { DataColumn } from '@binnacle/ui'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { TableQuery } from '../requests/data.ts'
import { fromTable } from './from-table.ts'
import { defineResource, type Resource, type ResourceDefinition } from './resource.ts'
import type { ListField } from '../query/table-search.ts'
import { pathOf, type ResourceKind, topicsOf } from './kind.ts'
import { type OptionalField, selectionOf, kindColumns, type KindRow, sortColumnsOf } from './kind-columns.tsx'
import { kindFields } from './kind-fields.ts'

/** What an area adds to the list of its resource table. */
export interface KindList<Row extends KindRow> extends Pick<
  ResourceDefinition<Row, string>,
  'noteOf' | 'filters' | 'dialogs' | 'removal' | 'Header'
> {
  /** Plural as used in sentences: `health checks`. */
  things: string
  /** Explains what a row is and how to add one; shown while the list is empty. */
  about: string
  /** Parses a row: `kindRow`, extended by fields of the area. */
  row: z.ZodMiniType<Row>
  /** Optional fields that this table has. */
  fields: readonly OptionalField[]
  /** Further columns of the relation that the area shows. */
  select?: readonly string[]
  /** Columns of the area by which the server can sort. */
  sortable?: readonly string[]
  /** Text columns in which words are searched, besides the name. */
  words?: readonly string[]
  /** Fields of the query language, besides those that the optional fields bring. */
  query?: readonly ListField[]
  icon?: (row: Row) => ReactNode
  /** Columns of the area after the name. */
  first?: readonly DataColumn<Row>[]
  /** Columns of the area at the end; narrow screens drop them first. */
  last?: readonly DataColumn<Row>[]
  /** Applies the filters. */
  narrow?: (query: TableQuery, filters: Readonly<Record<string, string | undefined>>) => TableQuery
}

/** Defines the list of a resource table. It reads the relation `{table}_with_status`. */
export function defineKindList<Row extends KindRow>(
  area: ResourceKind,
  list: KindList<Row>,
): Resource<Row, string> {
  const { things, about, row, fields, select = [], words = [], query: own = [], sortable = [], narrow } = list
  const path = pathOf(area)
  const searched = ['name', ...words]
  return defineResource<Row, string>({
    path,
    title: area.title,
    icon: area.icon,
    topic: area.topics[0],
    follows: topicsOf(area),
    access: area.access,
    words: {
      things,
      search: `Search by ${listed(searched)}`,
      empty: { title: 'No resources found', text: about },
    },
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    columns: kindColumns({ ...list, hrefOf: ({ id }) => `${path}/${id}` }),
    sortColumns: sortColumnsOf(fields, sortable),
    ...fromTable({
      table: `${area.table}_with_status`,
      columns: selectionOf(fields, select),
      row,
      fields: kindFields(fields, own),
      words: searched,
      narrow(query, filters) {
        const present = query.is('deleted_at', null)
        return narrow === undefined ? present : narrow(present, filters)
      },
    }),
    isFixed: ({ source }) => !isEditableSource(source),
    opens: 'page',
    ...(area.add !== undefined && {
      add:
        area.add.href === undefined ? { label: 'Add', dialog: 'add' } : { label: 'Add', href: area.add.href },
    }),
    ...given(list),
  })
}

function given<Row extends KindRow>({ noteOf, filters, dialogs, removal, Header }: KindList<Row>) {
  return {
    ...(noteOf !== undefined && { noteOf }),
    ...(filters !== undefined && { filters }),
    ...(dialogs !== undefined && { dialogs }),
    ...(removal !== undefined && { removal }),
    ...(Header !== undefined && { Header }),
  }
}

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words).replace(/, or /, ' or ')
