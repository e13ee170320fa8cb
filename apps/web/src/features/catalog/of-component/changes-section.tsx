import type { TopologyComponent } from '@binnacle/contract/topology'
import { Age, Badge, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfigIcon } from '../../../application/pages/config-icon.tsx'
import { useReach } from '../../../application/pages/use-reachable.ts'
import { changesQuery } from './queries.ts'
import { EntryList } from '../../../application/slots/entry-list.tsx'

/** The newest changes of the catalog items of a component. */
export function ChangesSection({ subject: component }: { subject: TopologyComponent }): ReactNode {
  const reach = useReach()
  return (
    <EntryList
      answer={useQuery(changesQuery(component.id))}
      label="Changes"
      empty="Its catalog items have not changed."
    >
      {({ id, config_id: config, name, type, change_type: kind, summary, created_at: created }) => {
        const href = typeof config === 'string' ? reach(`/catalog/${config}/changes?change=${id}`) : undefined
        return (
          <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5 py-1.5">
            <span className="flex min-w-0 items-baseline gap-x-1.5">
              <ConfigIcon type={type ?? ''} className="size-3.5 shrink-0 self-center text-muted" />
              <span className="min-w-0 wrap-anywhere">
                {href === undefined ? name : <TextLink href={href}>{name}</TextLink>}
              </span>
            </span>
            <Badge>{kind}</Badge>
            <span className="ml-auto text-small text-muted">
              <Age time={created ?? null} />
            </span>
            {typeof summary === 'string' && summary !== '' && (
              <span
                className="line-clamp-2 basis-full text-small text-secondary wrap-anywhere"
                title={summary}
              >
                {summary}
              </span>
            )}
          </li>
        )
      }}
    </EntryList>
  )
}
