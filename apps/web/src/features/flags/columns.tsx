import type { Property } from '@binnacle/contract/health'
import { Badge, type DataColumn, NoValue, TruncatedText } from '@binnacle/ui'
import { ageColumn, codeColumn, createdByColumn } from '../../application/resource/columns.tsx'
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
  codeColumn({ id: 'value', header: 'Value', sortable: true, width: 150, grow: 1 }),
  {
    id: 'source',
    header: 'Source',
    sortable: true,
    width: 84,
    cell: (flag) => <Badge tone={isLocal(flag) ? 'outline' : 'neutral'}>{sourceOfFlag(flag)}</Badge>,
  },
  createdByColumn({ narrow: 'drop' }),
  ageColumn({ id: 'created_at', header: 'Created At', sortable: true, width: 112, narrow: 'drop' }),
  ageColumn({ id: 'updated_at', header: 'Updated At', sortable: true, width: 114, narrow: 'drop' }),
]
