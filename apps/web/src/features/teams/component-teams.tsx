import type { TopologyComponent } from '@binnacle/contract/topology'
import { TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReach } from '../../application/pages/use-reachable.ts'
import { teamsQuery } from './component-teams-query.ts'
import { EntryList } from '../../application/slots/entry-list.tsx'

/** The teams that a component belongs to. Source: TOP-036. */
export function ComponentTeams({ subject: component }: { subject: TopologyComponent }): ReactNode {
  const reach = useReach()
  return (
    <EntryList
      answer={useQuery(teamsQuery(component.id))}
      label="Teams"
      empty="This component belongs to no team."
    >
      {({ team_id: id, team }) => {
        const name = team?.name ?? id
        const href = reach(`/settings/teams/${id}`)
        return (
          <li key={id} className="flex min-w-0 items-center gap-1.5 py-1.5">
            <UsersRound aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">
              {href === undefined ? name : <TextLink href={href}>{name}</TextLink>}
            </span>
          </li>
        )
      }}
    </EntryList>
  )
}
