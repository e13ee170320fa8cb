import type { TopologyComponent } from '@binnacle/contract/topology'
import { Duration, HealthBadge, TextLink, UptimeValue } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useReach } from '../../../application/pages/use-reachable.ts'
import { checksQuery } from './queries.ts'
import { EntryList } from '../../../application/slots/entry-list.tsx'

/** The checks of a component, failing ones first. */
export function ChecksSection({ subject: component }: { subject: TopologyComponent }): ReactNode {
  const reach = useReach()
  return (
    <EntryList
      answer={useQuery(checksQuery(component.id))}
      label="Checks"
      empty="No check belongs to this component."
    >
      {({ id, name, state, status, uptime, latency }) => {
        const href = reach(`/health?checkId=${id}`)
        const health = state ?? status ?? 'unknown'
        return (
          <li key={id} className="flex min-w-0 items-center gap-2 py-1.5">
            <HealthBadge compact state={health} />
            <span className="min-w-0 flex-1 wrap-anywhere">
              {href === undefined ? name : <TextLink href={href}>{name}</TextLink>}
            </span>
            {uptime !== null && <UptimeValue {...uptime} className="text-small" />}
            {typeof latency?.rolling1h === 'number' && (
              <span className="text-small text-muted">
                <Duration milliseconds={latency.rolling1h} />
              </span>
            )}
          </li>
        )
      }}
    </EntryList>
  )
}
