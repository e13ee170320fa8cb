import * as z from 'zod/mini'
import {
  columnFields,
  defineColumns,
  type FieldsOf,
  filterNames,
  rowSchema,
  sortableColumns,
} from '../core/columns.ts'
import { healths } from '../core/health.ts'

const text = z.string()
const maybeText = z.nullable(text)
const cost = z.nullable(z.number())

/** Texts by name, such as tags; other values become texts. */
export const textMap = z.pipe(
  z.record(text, z.unknown()),
  z.transform((values): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  ),
)

/** Who takes care of an item. */
export const itemOwner = z.object({ kind: z.enum(['team', 'person']), id: z.string(), name: z.string() })
export type ItemOwner = z.output<typeof itemOwner>

/** The columns of catalog items. People add fields to items, which queries read as `field.NAME`. Source: CAT-014. */
export const itemColumns = defineColumns({
  id: { value: text, csv: true },
  name: {
    value: text,
    label: 'Name',
    grouping: 'Name',
    sortable: true,
    csv: true,
    field: { kind: 'text', help: 'Name of the item' },
  },
  type: {
    value: text,
    label: 'Type',
    grouping: 'Type',
    facet: 'type',
    sortable: true,
    csv: true,
    filter: 'configType',
    field: { kind: 'text', help: 'Type of the item, such as Kubernetes::Pod; * matches any characters' },
  },
  config_class: {
    value: text,
    grouping: 'Provider',
    facet: 'class',
    csv: true,
    field: {
      kind: 'text',
      name: 'class',
      aliases: ['config_class'],
      help: 'Kind of item, the same for all providers, such as Pod',
    },
  },
  namespace: { value: maybeText, field: { kind: 'text', help: 'Namespace of the item' } },
  health: {
    value: maybeText,
    sortable: true,
    csv: true,
    filter: 'health',
    field: { kind: 'choice', help: 'Health of the item', values: healths },
  },
  status: {
    value: maybeText,
    label: 'Status',
    sortable: true,
    csv: true,
    filter: 'status',
    facet: 'status',
    field: { kind: 'text', help: 'Status that the source reports, such as Running' },
  },
  labels: {
    value: textMap,
    facet: 'label',
    csv: true,
    field: { kind: 'map', aliases: ['label'], help: 'A label of the item' },
  },
  changes: { value: z.number(), label: 'Changes', sortable: true, numeric: true, csv: true },
  tags: {
    value: textMap,
    label: 'Tags',
    facet: 'tag',
    csv: true,
    field: { kind: 'map', aliases: ['tag'], help: 'A tag of the item' },
  },
  owner: {
    value: z.nullable(itemOwner),
    label: 'Owner',
    hidden: true,
    csv: true,
    field: { kind: 'text', help: 'Name of the team or person that owns it' },
  },
  description: { value: maybeText, field: { kind: 'text', help: 'Description of the item' } },
  source: { field: { kind: 'text', help: 'Source that it was read from' } },
  analysis: { value: z.record(text, z.number()), label: 'Analysis', grouping: 'Analysis', csv: true },
  agent_id: { value: text },
  scraper_id: { value: maybeText },
  icon: { value: maybeText },
  ready: { value: z.nullable(z.boolean()) },
  cost_per_minute: { value: cost },
  cost_total_1d: { value: cost, csv: true },
  cost_total_7d: { value: cost, csv: true },
  cost_total_30d: { value: cost, label: 'Cost', sortable: true, numeric: true, csv: true },
  created_at: {
    value: text,
    label: 'Created',
    sortable: true,
    numeric: true,
    csv: true,
    field: { kind: 'time', name: 'created', help: 'When it was created' },
  },
  updated_at: {
    value: text,
    label: 'Updated',
    sortable: true,
    numeric: true,
    csv: true,
    field: {
      kind: 'time',
      name: 'updated',
      aliases: ['changed'],
      help: 'When its document changed last',
    },
  },
  deleted_at: {
    value: maybeText,
    label: 'Deleted At',
    sortable: true,
    numeric: true,
    csv: true,
    field: { kind: 'time', name: 'deleted', help: 'When it was deleted' },
  },
  /** The last time of the three. */
  changed: { label: 'Changed', grouping: 'Changed', numeric: true, hidden: true },
  last_scraped_time: { value: maybeText },
  /** Values of fields that people added, by their names; people by their names. */
  fields: { value: z.record(text, z.union([text, z.number()])) },
})

/** Columns that items can be sorted by. */
export const itemSortColumns = sortableColumns(itemColumns)
export type ItemSortColumn = (typeof itemSortColumns)[number]

/** Parameters of the filters by values. */
export const itemFilters = filterNames(itemColumns)

/** The fields of queries for catalog items. People add others, whose names begin with `ADDED_PREFIX`. */
export const itemFields: readonly FieldsOf<typeof itemColumns>[] = columnFields(itemColumns)

/** What names of fields that people added begin with in queries. */
export const ADDED_PREFIX = 'field.'

/** An item of a list. */
export const catalogItem = rowSchema(itemColumns)
export type CatalogItem = z.output<typeof catalogItem>
