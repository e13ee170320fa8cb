import { Age, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { KindIcon } from '../history/columns.tsx'
import { alertHref } from '../paths.ts'
import { Part } from './part.tsx'
import { type AlertDetail, membersQuery } from './queries.ts'

/** What recipients see together with an alert, because a rule groups it. */
export function Members({ alert }: { alert: AlertDetail }): ReactNode {
  const members = useQuery(membersQuery(alert))
  return (
    <Part title="Told together with" answer={members} nothing="It is told by itself">
      {(member) => (
        <li key={`${member.id} ${member.resource_id}`} className="flex flex-col gap-0.5 px-3 py-2">
          <span className="flex min-w-0 items-center gap-1.5">
            <KindIcon kind={member.resource_kind} />
            <span className="min-w-0 wrap-anywhere">
              {member.alert_id === null ? (
                member.resource_name
              ) : (
                <TextLink href={alertHref(member.alert_id)}>{member.resource_name}</TextLink>
              )}
            </span>
            <span className="ml-auto shrink-0 text-secondary">
              <Age time={member.since} />
            </span>
          </span>
          {member.reason !== null && (
            <span className="line-clamp-2 text-secondary wrap-anywhere">{member.reason}</span>
          )}
          {member.rule_name !== null && <span className="text-small text-muted">{member.rule_name}</span>}
        </li>
      )}
    </Part>
  )
}
