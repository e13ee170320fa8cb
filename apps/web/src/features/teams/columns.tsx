import { isEditableSource } from '@binnacle/contract'
import { Age, type DataColumn, NoValue, TruncatedText } from '@binnacle/ui'
import type { ListedTeam } from './queries.ts'
import { TeamIcon } from './team-icons.tsx'

/** The columns of the list of teams. Those of jobs stay hidden until teams have some. */
export const teamColumns: readonly DataColumn<ListedTeam>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: (team) => (
      <span className="flex min-w-0 items-center gap-2">
        <TeamIcon name={team.icon} />
        <TruncatedText text={team.name} />
      </span>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    sortable: true,
    width: 140,
    cell: (team) => (isEditableSource(team.source) ? 'UI' : team.source),
  },
  { id: 'job_status', header: 'Job Status', hidden: true, cell: (team) => team.job_status ?? <NoValue /> },
  {
    id: 'last_runtime',
    header: 'Last Run',
    numeric: true,
    hidden: true,
    cell: (team) => <Age time={team.last_runtime} />,
  },
  {
    id: 'job_last_failed',
    header: 'Last Failed',
    numeric: true,
    hidden: true,
    cell: (team) => <Age time={team.job_last_failed} />,
  },
  {
    id: 'created_at',
    header: 'Created',
    sortable: true,
    numeric: true,
    width: 96,
    cell: (team) => <Age time={team.created_at} />,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    sortable: true,
    numeric: true,
    width: 96,
    cell: (team) => <Age time={team.updated_at} />,
  },
  {
    id: 'created_by',
    header: 'Created By',
    width: 180,
    narrow: 'drop',
    cell: (team) => team.created_by?.name ?? <NoValue />,
  },
]
