import { Age, Badge, type DataColumn, NoValue, TruncatedText } from '@binnacle/ui'
import { TextCursorInput } from 'lucide-react'
import { lazily } from '../../../application/pages/lazily.ts'
import { defineResource } from '../../../application/resource/resource.ts'
import { FIELDS_PATH } from './paths.ts'
import {
  deleteField,
  FIELDS_TOPIC,
  type FieldRow,
  fieldRows,
  type FieldSortColumn,
  fieldSortColumns,
} from './queries.ts'
import { kindLabels } from './words.ts'

const AddField = lazily(async () => (await import('./field-dialog.tsx')).AddField)
const FieldDialog = lazily(async () => (await import('./field-dialog.tsx')).FieldDialog)

const columns: readonly DataColumn<FieldRow>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: 150,
    cell: ({ name }) => <code className="text-small">{name}</code>,
  },
  {
    id: 'kind',
    header: 'Kind',
    sortable: true,
    width: 90,
    cell: ({ kind }) => <Badge>{kindLabels[kind]}</Badge>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 200,
    grow: 1,
    rank: 3,
    cell: ({ description }) => (description === '' ? <NoValue /> : <TruncatedText text={description} />),
  },
  {
    id: 'types',
    header: 'Types',
    width: 160,
    grow: 1,
    rank: 4,
    cell: ({ types }) => (types.length === 0 ? 'All' : <TruncatedText text={types.join(', ')} />),
  },
  {
    id: 'items',
    header: 'Items',
    sortable: true,
    numeric: true,
    width: 76,
    rank: 1,
    cell: ({ items }) => items.toLocaleString('en'),
  },
  {
    id: 'updated_at',
    header: 'Updated At',
    sortable: true,
    numeric: true,
    width: 110,
    rank: 2,
    cell: ({ updated_at: time }) => <Age time={time} />,
  },
]

/** The fields that people added to catalog items. */
export const configFields = defineResource<FieldRow, FieldSortColumn>({
  path: FIELDS_PATH,
  title: 'Catalog Fields',
  icon: TextCursorInput,
  topic: FIELDS_TOPIC,
  // Each value of an item changes the counts of its field.
  follows: ['configs'],
  access: 'database',
  words: {
    things: 'catalog fields',
    search: 'Search by name or description',
    empty: {
      title: 'No catalog fields',
      text: 'A field is a value that people set on catalog items, such as a tier or a date of review. Scrapes keep it.',
    },
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  noteOf: ({ description }) => description,
  columns,
  sortColumns: fieldSortColumns,
  ...fieldRows,
  opens: { dialog: 'field' },
  add: { label: 'Add', dialog: 'add' },
  dialogs: [
    { name: 'add', writes: true, component: AddField },
    { name: 'field', ofRow: true, writes: false, component: FieldDialog },
  ],
  removal: {
    remove: ({ id }) => deleteField(id),
    nameOf: ({ name }) => name,
    label: 'Delete field',
    explain: ({ items }) =>
      items === 0
        ? 'No item has a value of it.'
        : `The values of ${items.toLocaleString('en')} ${items === 1 ? 'item' : 'items'} are deleted with it.`,
    topics: [FIELDS_TOPIC, 'configs'],
  },
})
