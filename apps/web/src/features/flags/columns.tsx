import type { Property } from '@binnacle/contract/health'
import { Age, Badge, type DataColumn, NoValue, TruncatedText } from '@binnacle/ui'
import { isLocal, sourceOfFlag } from './flags.ts'

/** The columns of the list of feature flags. */
export const flagColumns: readonly DataColumn<Property>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: (flag) => <code className="text-small">{flag.name}</code>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 190,
    grow: 1,
    cell: (flag) => (flag.description === '' ? <NoValue /> : <TruncatedText text={flag.description} />),
  },
  {
    id: 'value',
    header: 'Value',
    sortable: true,
    width: 150,
    grow: 1,
    cell: (flag) => (
      <code className="block min-w-0 text-small">
        <TruncatedText text={flag.value} />
      </code>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    sortable: true,
    width: 84,
    cell: (flag) => <Badge tone={isLocal(flag) ? 'outline' : 'neutral'}>{sourceOfFlag(flag)}</Badge>,
  },
  {
    id: 'created_by',
    header: 'Created By',
    width: 130,
    narrow: 'drop',
    cell: (flag) => flag.created_by?.name ?? <NoValue />,
  },
  {
    id: 'created_at',
    header: 'Created At',
    sortable: true,
    numeric: true,
    width: 112,
    narrow: 'drop',
    cell: (flag) => <Age time={flag.created_at} />,
  },
  {
    id: 'updated_at',
    header: 'Updated At',
    sortable: true,
    numeric: true,
    width: 114,
    narrow: 'drop',
    cell: (flag) => <Age time={flag.updated_at} />,
  },
]
