import type { AlertRow } from '@binnacle/contract/notifications'
import { Badge, buttonClass, EmptyState, LinkedText, PlainLink, Skeleton, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { BellRing, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageFrame } from '../../../application/resource/page-frame.tsx'
import { usePathParameter } from '../../../application/address/use-path-parameter.ts'
import { isAddress } from '../../../application/pages/addresses.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { useLastingFailure } from '../../../application/requests/queries.ts'
import { Pieces, SectionContent, shownOf, useSlot } from '../../../application/slots/slots.tsx'
import { ALERTS_PATH, resourceHref } from '../paths.ts'
import { AlertVerbs } from './alert-verbs.tsx'
import { Facts } from './facts.tsx'
import { Members } from './members.tsx'
import { type AlertDetail, alertQuery } from './queries.ts'
import { Timeline } from './timeline.tsx'
import { ToldList } from './told-list.tsx'
import { AlertStateLabel, Severity } from './words.tsx'

/** What the page of a resource is of. */
const resourceWords = {
  check: 'check',
  canary: 'health check',
  component: 'component',
  config: 'catalog item',
} as const

/** One alert: what is wrong, who knows of it, what happened, and what can be done. */
export function AlertPage(): ReactNode {
  const id = usePathParameter('id')
  const found = useQuery(alertQuery(id))
  const failure = useLastingFailure(found)
  const alert = found.data
  if (alert !== undefined && alert !== null) return <OpenAlert alert={alert} />
  return (
    <PageFrame size="medium" title="Alert">
      {alert === undefined &&
        (failure === null ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <LoadFailure error={failure} queries={[found]} />
        ))}
      {alert === null && (
        <EmptyState
          title="There is no such alert"
          icon={<BellRing strokeWidth={1.5} />}
          actions={<TextLink href={ALERTS_PATH}>All alerts</TextLink>}
        >
          It ended too long ago to be kept, or the address is not complete.
        </EmptyState>
      )}
    </PageFrame>
  )
}

function OpenAlert({ alert }: { alert: AlertDetail }): ReactNode {
  const sections = shownOf(useSlot('alert.sections').fills, alert)
  return (
    <PageFrame
      size="medium"
      name={alert.resource_name}
      title={alert.resource_name}
      badge={
        <>
          <AlertStateLabel alert={alert} />
          <Badge tone="outline">
            <Severity severity={alert.severity} />
          </Badge>
          <Pieces slot="alert.badges" subject={alert} />
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <AlertVerbs alert={alert} />
        <ResourceLink alert={alert} />
        <Pieces slot="alert.actions" subject={alert} />
      </div>
      {alert.reason !== null && alert.reason !== '' && (
        <p className="line-clamp-6 border-l-2 border-unhealthy-line pl-3 wrap-anywhere">
          <LinkedText text={alert.reason} />
        </p>
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <section aria-label="Facts" className="rounded-panel border border-line bg-surface px-4 py-2">
            <Facts alert={alert} />
          </section>
          <ToldList alert={alert} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Timeline alert={alert} />
          <Members alert={alert} />
          {sections.map((section) => (
            <section key={section.id} aria-label={section.label} className="flex flex-col gap-2">
              <h2 className="text-lead font-semibold">{section.label}</h2>
              <SectionContent section={section} subject={alert} />
            </section>
          ))}
        </div>
      </div>
    </PageFrame>
  )
}

/** Leads to the resource. */
function ResourceLink({ alert }: { alert: AlertRow }): ReactNode {
  const pages = usePages()
  const visitor = useVisitor()
  const { resource_kind: kind, resource_id: id, path } = alert
  const resource = reachable(isAddress(path) ? path : resourceHref(kind, id), pages, visitor)
  if (resource === undefined) return null
  return (
    <PlainLink href={resource} className={buttonClass({ size: 'small' })}>
      <ExternalLink aria-hidden="true" className="size-3" />
      {`Open the ${resourceWords[kind]}`}
    </PlainLink>
  )
}
