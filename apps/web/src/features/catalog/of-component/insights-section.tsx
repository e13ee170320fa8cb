import type { TopologyComponent } from '@binnacle/contract/topology'
import { Age, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import { insightText } from '../../../application/pages/insight-text.ts'
import { useReach } from '../../../application/pages/use-reachable.ts'
import { insightsQuery } from './queries.ts'
import { EntryList } from '../../../application/slots/entry-list.tsx'

/** The newest insights about the catalog items of a component. */
export function InsightsSection({ subject: component }: { subject: TopologyComponent }): ReactNode {
  const reach = useReach()
  const all = reach(`/catalog/insights?component=${component.id}`)
  return (
    <div className="flex flex-col gap-1">
      <EntryList
        answer={useQuery(insightsQuery(component.id))}
        label="Insights"
        empty="There are no insights about its catalog items."
      >
        {({ analysis_id: id, name, analysis_type: type, severity, first_observed: since, ...texts }) => {
          const href = reach(`/catalog/insights?component=${component.id}&insight=${id}`)
          const kind = (type ?? 'insight').replaceAll('_', ' ')
          const text = insightText(texts) ?? kind
          return (
            <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-1.5 py-1.5">
              <Lightbulb aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
              <span className="line-clamp-2 min-w-0 wrap-anywhere">
                {href === undefined ? text : <TextLink href={href}>{text}</TextLink>}
              </span>
              <span className="min-w-0 text-secondary wrap-anywhere">{name}</span>
              <span className="ml-auto flex gap-2 text-small text-muted">
                {[text === kind ? null : kind, severity].filter((word) => word !== null).join(', ')}
                <Age time={since ?? null} />
              </span>
            </li>
          )
        }}
      </EntryList>
      {all !== undefined && (
        <p className="text-small">
          <TextLink href={all}>All insights</TextLink>
        </p>
      )}
    </div>
  )
}
