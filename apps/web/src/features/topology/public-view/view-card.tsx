import { formatCount } from '@binnacle/contract/text'
import type { ComponentHealth, PublicComponent } from '@binnacle/contract/topology'
import { classNames, formatAge, HealthBadge, HealthShape, healthAppearance, useNow } from '@binnacle/ui'
import { type ReactNode, useId } from 'react'
import { formatProperty } from '../cards/format-property.ts'
import { mostProperties, UsageBar } from '../cards/property-list.tsx'
import { ComponentIcon } from '../component-icon.tsx'

const edge: Readonly<Record<ComponentHealth, string>> = {
  unhealthy: 'border-t-unhealthy-fill',
  warning: 'border-t-warning-fill',
  unknown: 'border-t-line-strong',
  healthy: 'border-t-line',
}

/** Most components that a card names. */
const MOST_NAMED = 8

/** Components with keys for a list. Names may repeat, and ids stay on the server. */
export function keyed(
  components: readonly PublicComponent[],
): readonly { key: string; component: PublicComponent }[] {
  const seen = new Map<string, number>()
  return components.map((component) => {
    const before = seen.get(component.name) ?? 0
    seen.set(component.name, before + 1)
    return { key: `${component.name} ${before}`, component }
  })
}

function For({ since }: { since: string | null }): ReactNode {
  const now = useNow('second')
  return since === null ? null : (
    <time dateTime={since} className="text-small text-secondary numeric">
      for {formatAge(Math.max(0, now - Date.parse(since)))}
    </time>
  )
}

/** Why a component is not healthy, where messages are shown. */
export function Reason({ component }: { component: PublicComponent }): ReactNode {
  const { health, cause, message } = component
  if (health === 'healthy') return null
  if (cause === null || cause === undefined)
    return message === null || message === undefined ? null : (
      <p className="text-small text-secondary wrap-anywhere">{message}</p>
    )
  return (
    <section
      aria-label="Why"
      className={classNames(
        'min-w-0 rounded-control border px-2 py-1.5 text-small wrap-anywhere',
        health === 'warning'
          ? 'border-warning-line bg-warning-subtle'
          : 'border-unhealthy-line bg-unhealthy-subtle',
      )}
    >
      <p>
        {[...cause.way, ''].join(' › ')}
        <span className="font-medium">{cause.name}</span> <For since={cause.since} />
      </p>
      {cause.message !== null && <p className="line-clamp-3">{cause.message}</p>}
    </section>
  )
}

function Value({ property }: { property: NonNullable<PublicComponent['properties']>[number] }): ReactNode {
  const now = useNow('minute')
  const shown = formatProperty(property)
  if (shown.kind === 'age') return <>{formatAge(Math.max(0, now - Date.parse(shown.time)))}</>
  if (shown.kind === 'usage')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2" title={shown.title}>
        {shown.text}
        <UsageBar percent={shown.percent} />
      </span>
    )
  // Addresses are shown as text: a wall opens none.
  return shown.kind === 'text' ? shown.text : null
}

/** Properties of a component, where they are shown. */
export function Properties({ component }: { component: PublicComponent }): ReactNode {
  const { properties = [] } = component
  if (properties.length === 0) return null
  const ordered = properties.toSorted(
    (one, other) =>
      Number(other.headline === true) - Number(one.headline === true) ||
      (one.order ?? 0) - (other.order ?? 0),
  )
  return (
    <dl aria-label="Properties" className="flex flex-col gap-0.5">
      {ordered.slice(0, mostProperties.card).map((property) => (
        <div key={property.name} className="flex min-w-0 flex-wrap gap-x-1.5 text-small">
          <dt className="shrink-0 text-muted">{property.label ?? property.name}:</dt>
          <dd className="min-w-0 numeric wrap-anywhere">
            <Value property={property} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A component of a public view as a card, with what is below it. */
export function ViewCard({ component }: { component: PublicComponent }): ReactNode {
  const { name, health, since, status, components, left_out: leftOut, at_risk: atRisk } = component
  const id = useId()
  const more = leftOut + Math.max(0, components.length - MOST_NAMED)
  return (
    <article
      aria-labelledby={id}
      data-health={health}
      className={classNames(
        'flex h-full min-w-0 flex-col gap-2 rounded-panel border border-t-8 border-line bg-surface px-3 pt-2 pb-3',
        edge[health],
      )}
    >
      <div className="flex min-w-0 items-start gap-2">
        {component.type !== undefined && (
          <ComponentIcon
            icon={component.icon ?? null}
            type={component.type}
            className="mt-0.5 size-4.5 shrink-0 text-secondary"
          />
        )}
        <h2 id={id} className="min-w-0 flex-1 text-lead font-semibold wrap-anywhere">
          {name}
        </h2>
      </div>
      <p className="flex flex-wrap items-center gap-x-2">
        <HealthBadge state={health} />
        {health !== 'healthy' && <For since={since} />}
        {status !== undefined && status !== '' && status.toLowerCase() !== health && (
          <span className="text-small text-secondary wrap-anywhere">{status}</span>
        )}
        {atRisk && <span className="text-small font-medium text-warning">At risk</span>}
      </p>
      <Reason component={component} />
      <Properties component={component} />
      {components.length > 0 && (
        <ul aria-label={`Components of ${name}`} className="flex flex-col gap-0.5 text-small">
          {keyed(components.slice(0, MOST_NAMED)).map(({ key, component: below }) => {
            const { shape, tone, word } = healthAppearance(below.health)
            return (
              <li key={key} className="flex min-w-0 items-center gap-1.5">
                <HealthShape shape={shape} tone={tone} size={13} />
                <span className="min-w-0 truncate" title={below.name}>
                  {below.name}
                </span>
                <span className="sr-only">, {word.toLowerCase()}</span>
              </li>
            )
          })}
          {more > 0 && <li className="text-secondary">{formatCount(more)} more</li>}
        </ul>
      )}
    </article>
  )
}
