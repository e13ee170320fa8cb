import { Age, Badge, type DataColumn, HealthCounts, NoValue, TruncatedText } from '@binnacle/ui'
import { actionsColumn } from '../../application/resource/row-actions.tsx'
import type { ListedCanary } from './queries.ts'
import { describeSource } from './source.ts'

const columns: readonly DataColumn<ListedCanary>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: 140,
    cell: (canary) => <TruncatedText text={canary.name} />,
  },
  {
    id: 'unhealthy',
    header: 'Checks',
    sortable: true,
    width: 112,
    narrow: 'keep',
    cell: ({ healthy, unhealthy, unknown }) => <HealthCounts counts={{ healthy, unhealthy, unknown }} />,
  },
  {
    id: 'namespace',
    header: 'Namespace',
    sortable: true,
    width: 104,
    cell: (canary) => <Badge>{canary.namespace}</Badge>,
  },
  {
    id: 'source',
    header: 'Source',
    sortable: true,
    width: 130,
    cell: (canary) => <TruncatedText text={describeSource(canary.source).label} />,
  },
  {
    id: 'schedule',
    header: 'Schedule',
    sortable: true,
    width: 112,
    cell: (canary) => (canary.schedule === null ? <NoValue /> : <TruncatedText text={canary.schedule} />),
  },
  {
    id: 'created_at',
    header: 'Created',
    sortable: true,
    numeric: true,
    width: 92,
    narrow: 'drop',
    cell: (canary) => <Age time={canary.created_at} />,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    sortable: true,
    numeric: true,
    width: 92,
    narrow: 'drop',
    cell: (canary) => <Age time={canary.updated_at} />,
  },
  {
    id: 'last_runtime',
    header: 'Last Run',
    sortable: true,
    numeric: true,
    width: 96,
    narrow: 'drop',
    cell: (canary) => <Age time={canary.last_runtime} />,
  },
  {
    id: 'check_types',
    header: 'Types',
    width: 104,
    narrow: 'drop',
    cell: (canary) => (
      <span className="text-secondary">
        <TruncatedText text={canary.check_types.join(', ')} />
      </span>
    ),
  },
]

/**
 * The columns of the list of health checks.
 * @param onRemove undefined for those who may not delete
 */
export function canaryColumns(
  onRemove: ((canary: ListedCanary) => void) | undefined,
): readonly DataColumn<ListedCanary>[] {
  if (onRemove === undefined) return columns
  const actions = actionsColumn<ListedCanary>({
    nameOf: ({ name }) => name,
    onDelete: onRemove,
    fixed: ({ source }) => describeSource(source).reason !== undefined,
  })
  return [...columns, actions]
}
