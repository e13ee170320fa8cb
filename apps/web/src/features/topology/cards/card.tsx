import { formatCount } from '@binnacle/contract/text'
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { ComponentHealth, TopologyComponent } from '@binnacle/contract/topology'
import { Age, Badge, classNames, HealthBadge, PlainLink, Tooltip } from '@binnacle/ui'
import { EyeOff, Server, ShieldAlert } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import { AlertMark } from '../../notifications/index.ts'
import { arriveAt } from '../arrival.ts'
import { ComponentIcon } from '../component-icon.tsx'
import type { LinkTo } from '../link-to.ts'
import { HeatStrip } from './heat-strip.tsx'
import { Labels } from './labels.tsx'
import { Headlines, mostProperties, PropertyList } from './property-list.tsx'
import { SummaryList } from './summary-list.tsx'
import { nameOf } from './summary-lines.ts'
import { Why } from './why.tsx'

const edge: Readonly<Record<ComponentHealth, string>> = {
  unhealthy: 'border-t-unhealthy-fill',
  warning: 'border-t-warning-fill',
  unknown: 'border-t-line-strong',
  healthy: 'border-t-line',
}

/** Card width in CSS pixels from which properties and summary stand side by side. */
const TWO_COLUMNS = 356

export interface CardProps {
  component: TopologyComponent
  width: number
  linkTo: LinkTo
  /** Names of agents by id. */
  agents: ReadonlyMap<string, string>
  /** The time at which the strip ends, in milliseconds since 1970. */
  end: number
  /** What can be done with the component. */
  menu?: ReactNode
}

/** A component as a card: how it is, why, and what is below it. Source: TOP-001. */
export const ComponentCard = memo(function ComponentCard(props: CardProps): ReactNode {
  const { component, linkTo, agents } = props
  const { health, at_risk: atRisk, cause, strip } = component
  const id = useId()
  const agent = component.agent_id === LOCAL_AGENT_ID ? undefined : agents.get(component.agent_id)
  return (
    <article
      aria-labelledby={id}
      data-health={health}
      data-at-risk={atRisk}
      className={classNames(
        'flex min-w-0 flex-col gap-2 rounded-panel border border-t-8 border-line bg-surface px-3 pt-2 pb-3',
        edge[health],
        // A healthy component that may fail next must not look like one that failed.
        atRisk && 'border-dashed border-warning-line [border-top-style:solid]',
      )}
    >
      <div className="flex min-w-0 items-start gap-2">
        <ComponentIcon
          icon={component.icon}
          type={component.type}
          className="mt-0.5 size-4.5 shrink-0 text-secondary"
        />
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-lead font-semibold">
            <PlainLink
              href={linkTo(component.id)}
              data-card=""
              onClick={(event) => {
                // A press of Enter has no clicks.
                if (event.detail === 0) arriveAt('first')
              }}
              tabIndex={-1}
              title={component.tooltip ?? undefined}
              className="rounded-small wrap-anywhere hover:underline"
            >
              {nameOf(component)}
            </PlainLink>
          </h2>
          {component.status_reason !== null && component.status_reason !== '' && (
            <p
              className="line-clamp-2 text-small text-secondary wrap-anywhere"
              title={component.status_reason}
            >
              {component.status_reason}
            </p>
          )}
        </div>
        {props.menu}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="inline-flex items-center gap-1.5">
          <HealthBadge state={health} />
          {component.health_since !== null && health !== 'healthy' && (
            <span className="text-small text-secondary">
              for <Age time={component.health_since} />
            </span>
          )}
        </span>
        {component.status !== '' && component.status.toLowerCase() !== health && (
          <span className="min-w-0 text-small text-secondary wrap-anywhere">{component.status}</span>
        )}
        <AlertMark as="mark" kind="component" id={component.id} healthy={health === 'healthy'} />
        {atRisk && <AtRisk />}
        {component.hidden && (
          <Badge tone="outline">
            <EyeOff aria-hidden="true" className="size-3" />
            Hidden
          </Badge>
        )}
        {agent !== undefined && (
          <Badge tone="outline">
            <Server aria-hidden="true" className="size-3" />
            {agent}
          </Badge>
        )}
        <Labels labels={labelsOf(component)} />
      </div>
      {cause !== null && health !== 'healthy' && !isSaidAbove(component) && (
        <Why cause={cause} linkTo={linkTo} short />
      )}
      <Headlines properties={component.properties} />
      <div
        className={classNames('grid min-w-0 gap-x-4 gap-y-2', props.width >= TWO_COLUMNS && 'sm:grid-cols-2')}
      >
        <PropertyList properties={component.properties} most={mostProperties.card} className="min-w-0" />
        <SummaryList component={component} linkTo={linkTo} />
      </div>
      {strip !== undefined && strip !== '' && (
        <div className="mt-auto pt-0.5">
          <HeatStrip strip={strip} end={props.end} />
        </div>
      )}
    </article>
  )
})

/** Whether a component is its own cause, which its health and its reason on the card say already. */
function isSaidAbove({ id, cause, status_reason: reason }: TopologyComponent): boolean {
  return cause?.kind === 'component' && cause.id === id && (cause.message ?? reason) === reason
}

/** Labels of a component; its namespace is one of them. Source: TOP-032. */
export function labelsOf({ labels, namespace }: TopologyComponent): Readonly<Record<string, string>> {
  return namespace === null || namespace === '' || 'namespace' in labels ? labels : { namespace, ...labels }
}

/** Says that a component is healthy itself but may not stay so. @param props.count says it of so many */
export function AtRisk({ count }: { count?: number }): ReactNode {
  return (
    <Tooltip
      content={
        count === undefined
          ? 'Healthy itself, but something that it depends on is unhealthy. It is not counted as unhealthy.'
          : 'Healthy themselves, but something that they depend on is unhealthy. They are not counted as unhealthy.'
      }
    >
      <span
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the hint explains it
        tabIndex={0}
        className="inline-flex h-5.5 items-center gap-1 rounded-full border border-dashed border-warning-line px-2 text-small font-medium text-warning"
      >
        <ShieldAlert aria-hidden="true" className="size-3.5" />
        {count === undefined ? 'At risk' : `${formatCount(count)} at risk`}
      </span>
    </Tooltip>
  )
}
