import { EmptyState, PageHeader, Skeleton, Tabs } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../application/load-failure.tsx'
import { useFilters } from '../../application/use-filters.ts'
import { usePathEnd } from '../../application/use-path-end.ts'
import { teamPageFilters } from './filters.ts'
import { type Team, teamQuery } from './queries.ts'
import { TeamIcon } from './team-icons.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamSpec } from './team-spec.tsx'

const breadcrumb = [{ label: 'Settings' }, { label: 'Teams', href: '/settings/teams' }]

/** One team: what it is, and who is in it. */
export function TeamPage(): ReactNode {
  const id = usePathEnd()
  const team = useQuery(teamQuery(id))
  return (
    <div className="mx-auto flex min-h-full max-w-screen-lg flex-col gap-3 p-3 sm:p-4 lg:p-5">
      {team.data === undefined || team.data === null ? (
        <>
          <PageHeader title="Team" breadcrumb={breadcrumb} />
          {team.isPending && <Skeleton className="h-96 w-full" />}
          {team.data === null && (
            <EmptyState title="No resources found" icon={<UsersRound strokeWidth={1.5} />}>
              There is no team with this id. It may have been deleted.
            </EmptyState>
          )}
          {team.error !== null && <LoadFailure error={team.error} asked={[team]} />}
        </>
      ) : (
        <LoadedTeam key={team.data.id} team={team.data} />
      )}
    </div>
  )
}

function LoadedTeam({ team }: { team: Team }): ReactNode {
  const { values, set, href } = useFilters(teamPageFilters)
  const tabs = [
    { id: 'spec', label: 'Spec', href: href({ tab: 'spec' }) },
    { id: 'manageTeam', label: 'Members', href: href({ tab: 'manageTeam' }) },
  ] as const
  return (
    <>
      <title>{`${team.name} - Binnacle`}</title>
      <PageHeader
        breadcrumb={breadcrumb}
        title={
          <span className="flex items-center gap-2">
            <TeamIcon name={team.icon} />
            {team.name}
          </span>
        }
      />
      <Tabs
        label="Team"
        tabs={tabs}
        value={values.tab}
        panelClassName="pt-4"
        onChange={(tab) => set({ tab })}
      >
        {values.tab === 'spec' ? <TeamSpec team={team} /> : <TeamMembers team={team} />}
      </Tabs>
    </>
  )
}
