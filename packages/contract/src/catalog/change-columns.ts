import * as z from 'zod/mini'
import { columnFields, defineColumns, type FieldsOf, rowSchema, sortableColumns } from '../core/columns.ts'
import { severities } from '../health/severity.ts'
import { textMap } from './columns.ts'

const text = z.string()
const maybeText = z.nullable(text)

/** The columns of lists of changes, with those of their items. Source: CHG-008, CHG-019, CHG-023. */
export const changeColumns = defineColumns({
  id: { value: text },
  config_id: { value: text },
  /** When it happened last. */
  created_at: {
    value: text,
    label: 'Last Seen',
    sortable: true,
    field: { kind: 'time', name: 'time', aliases: ['created'], help: 'When it happened last' },
  },
  first_observed: { value: text },
  /** Number of its occurrences. */
  count: {
    value: z.number(),
    sortable: true,
    field: { kind: 'number', help: 'Number of its occurrences' },
  },
  /** Of the item. */
  name: {
    value: text,
    label: 'Catalog',
    sortable: true,
    field: { kind: 'text', name: 'item', aliases: ['name', 'config'], help: 'Name of the item' },
  },
  /** Of the item. */
  type: {
    value: text,
    filter: 'config_type',
    field: { kind: 'text', name: 'item_type', aliases: ['config_type'], help: 'Type of the item' },
  },
  config_class: { value: text },
  namespace: { field: { kind: 'text', help: 'Namespace of the item' } },
  change_type: {
    value: text,
    label: 'Type',
    sortable: true,
    filter: 'type',
    field: { kind: 'text', name: 'type', help: 'Type of the change, such as diff' },
  },
  severity: {
    value: maybeText,
    filter: 'severity',
    field: { kind: 'choice', help: 'Its severity', values: severities },
  },
  summary: {
    value: maybeText,
    label: 'Summary',
    sortable: true,
    filter: 'summary',
    field: { kind: 'text', help: 'What changed; * matches any characters' },
  },
  source: {
    value: maybeText,
    sortable: true,
    filter: 'source',
    field: { kind: 'text', help: 'Its source' },
  },
  tags: {
    value: textMap,
    label: 'Tags',
    field: { kind: 'map', aliases: ['tag'], help: 'A tag of the item' },
  },
  /** A person. */
  created_by: {
    value: maybeText,
    label: 'Created By',
    filter: 'created_by',
    field: {
      kind: 'text',
      name: 'by',
      aliases: ['created_by', 'author'],
      help: 'Name of the person or program that made it',
    },
  },
  /** The name of somebody in another system. */
  external_created_by: { value: maybeText, filter: 'external_created_by' },
  /** When the item was deleted. */
  deleted_at: { value: maybeText },
  agent_id: { value: text },
})

/** Columns that changes can be sorted by. */
export const changeSortColumns = sortableColumns(changeColumns)
export type ChangeSortColumn = (typeof changeSortColumns)[number]

/** The fields of queries for changes. */
export const changeFields: readonly FieldsOf<typeof changeColumns>[] = columnFields(changeColumns)

/** A change of a list. */
export const catalogChange = rowSchema(changeColumns)
export type CatalogChange = z.output<typeof catalogChange>
