import type { ComponentProperty } from '@binnacle/contract/topology'
import { Age, classNames, ExternalLink } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { formatProperty, isShown } from './format-property.ts'
import { usageOf } from './usage.ts'

/** Properties after which a list shows more on demand. Source: TOP-018, decision 27. */
export const mostProperties = { card: 5, panel: 6 } as const

/** What a property is called. */
export const propertyLabel = ({ label, name }: ComponentProperty): string => label ?? name

const fill = {
  healthy: 'bg-healthy-fill',
  warning: 'bg-warning-fill',
  unhealthy: 'bg-unhealthy-fill hatched',
  unknown: 'bg-unknown-fill',
} as const

/** A share of a maximum as a bar of 48 pixels. Source: decision 13. */
export function UsageBar({ percent, className }: { percent: number; className?: string }): ReactNode {
  const { tone, width } = usageOf(percent)
  return (
    <span
      role="img"
      aria-label={`${Math.round(percent)}% used`}
      data-tone={tone}
      className={classNames(
        'inline-block h-1.5 w-12 shrink-0 overflow-hidden rounded-full bg-press forced-color-adjust-none',
        className,
      )}
    >
      <span className={classNames('block h-full rounded-full', fill[tone])} style={{ width: `${width}%` }} />
    </span>
  )
}

/** The value of a property. */
export function PropertyValue({ property }: { property: ComponentProperty }): ReactNode {
  const shown = formatProperty(property)
  if (shown.kind === 'age') return <Age time={shown.time} />
  if (shown.kind === 'links')
    return (
      <span className="flex flex-wrap gap-x-2">
        {shown.links.map(({ url, label }) => (
          <ExternalLink key={url} href={url}>
            {label}
          </ExternalLink>
        ))}
      </span>
    )
  if (shown.kind === 'usage')
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2" title={shown.title}>
        <span className="numeric">{shown.text}</span>
        <UsageBar percent={shown.percent} />
      </span>
    )
  return shown.href === undefined ? (
    <span className="numeric" title={property.tooltip}>
      {shown.text}
    </span>
  ) : (
    <ExternalLink href={shown.href} title={shown.title}>
      {shown.text}
    </ExternalLink>
  )
}

/** Properties as a list, the first ones at once. */
export function PropertyList(props: {
  properties: readonly ComponentProperty[]
  most: number
  className?: string
}): ReactNode {
  const [all, setAll] = useState(false)
  const shown = ordered(
    props.properties.filter((property) => isShown(property) && property.headline !== true),
  )
  const visible = all ? shown : shown.slice(0, props.most)
  if (shown.length === 0) return null
  return (
    <div className={props.className}>
      <dl aria-label="Properties" className="flex flex-col gap-0.5">
        {visible.map((property) => (
          <div key={property.name} className="flex min-w-0 flex-wrap gap-x-1.5 text-small">
            <dt className="shrink-0 text-muted">{propertyLabel(property)}:</dt>
            <dd className="min-w-0 wrap-anywhere">
              <PropertyValue property={property} />
            </dd>
          </div>
        ))}
      </dl>
      <MoreButton
        all={all}
        hidden={shown.length - visible.length}
        most={props.most}
        total={shown.length}
        onChange={setAll}
      />
    </div>
  )
}

/** A button that shows the rest of a list, or only its beginning again. */
export function MoreButton(props: {
  all: boolean
  hidden: number
  most: number
  total: number
  onChange: (all: boolean) => void
}): ReactNode {
  if (props.total <= props.most) return null
  return (
    <button
      type="button"
      aria-expanded={props.all}
      onClick={() => props.onChange(!props.all)}
      className="rounded-small text-small text-secondary underline decoration-current/35 underline-offset-[3px] hover:text-primary"
    >
      {props.all ? 'show less' : `show ${props.hidden} more`}
    </button>
  )
}

/** Properties in the order that their spec gives, the others as they come. */
function ordered(properties: readonly ComponentProperty[]): readonly ComponentProperty[] {
  return properties.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** The headline properties of a component, each a value over its name. */
export function Headlines({ properties }: { properties: readonly ComponentProperty[] }): ReactNode {
  const shown = properties.filter((property) => property.headline === true && isShown(property))
  if (shown.length === 0) return null
  return (
    <ul aria-label="Headline properties" className="flex flex-wrap gap-x-4 gap-y-1">
      {ordered(shown).map((property) => (
        <li key={property.name} className="flex min-w-0 flex-col">
          <span className="font-medium">
            <PropertyValue property={property} />
          </span>
          <span className="truncate text-caption text-muted">{propertyLabel(property)}</span>
        </li>
      ))}
    </ul>
  )
}
