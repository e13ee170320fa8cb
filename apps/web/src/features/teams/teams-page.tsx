import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { SettingsList } from '../../application/resource/resource-list.tsx'
import { teamColumns } from './columns.tsx'
import { teamFilters, teamSortColumns } from './filters.ts'
import { teamListQuery } from './queries.ts'

const AddTeam = lazy(async () => {
  const { AddTeam: component } = await import('./add-team.tsx')
  return { default: component }
})

/** The teams that incidents are handed to. */
export function TeamsPage(): ReactNode {
  const session = useSession()
  const { values, set, href } = useFilters(teamFilters)
  const { add, ...wanted } = values
  const list = useQuery(teamListQuery(wanted))
  const mayWrite = session.may('write', 'database')

  return (
    <>
      <SettingsList
        title="Teams"
        things="teams"
        searchPlaceholder="Search by name"
        list={list}
        values={values}
        set={set}
        sortColumns={teamSortColumns}
        columns={teamColumns}
        rowId={(team) => team.id}
        rowHref={(team) => `/settings/teams/${team.id}`}
        onClear={() => set({ query: '', pageIndex: 0 })}
        add={mayWrite ? { label: 'Add', href: href({ add: true }) } : undefined}
        empty={{
          title: 'No resources found',
          icon: <UsersRound strokeWidth={1.5} />,
          text: 'A team is a group of people who are called together, and how they are reached.',
        }}
      />
      <Suspense>{add && mayWrite && <AddTeam onClose={() => set({ add: false })} />}</Suspense>
    </>
  )
}
