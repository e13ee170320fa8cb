import { TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReach } from '../use-reachable.ts'
import { teamsQuery } from './queries.ts'
import { SectionList } from './section-list.tsx'
import type { SectionProps } from './sections.tsx'

/** The teams that a component belongs to. Source: TOP-036. */
export function TeamsSection({ component }: SectionProps): ReactNode {
  const reach = useReach()
  return (
    <SectionList
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
    </SectionList>
  )
}
