import type { TopologyComponent, TopologyPreview } from '@binnacle/contract/topology'
import { Button, HealthBadge } from '@binnacle/ui'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { nameOf } from '../cards/summary-lines.ts'
import { ComponentIcon } from '../component-icon.tsx'

/** Components of a level that are listed at once; the others follow on demand. */
const FIRST = 50
/** Levels that are open at first. */
const OPEN_LEVELS = 3

/** The tree that a spec makes. */
export function PreviewTree({ components }: { components: TopologyPreview['components'] }): ReactNode {
  return (
    <ul aria-label="Components" className="flex flex-col">
      <Level components={components} depth={0} />
    </ul>
  )
}

function Level(props: { components: readonly TopologyComponent[]; depth: number }): ReactNode {
  const [all, setAll] = useState(false)
  const shown = all ? props.components : props.components.slice(0, FIRST)
  return (
    <>
      {shown.map((component) => (
        <Entry key={component.id} component={component} depth={props.depth} />
      ))}
      {shown.length < props.components.length && (
        <li className="py-1">
          <Button size="small" onClick={() => setAll(true)}>
            {`Show ${(props.components.length - shown.length).toLocaleString('en')} more`}
          </Button>
        </li>
      )}
    </>
  )
}

function Entry({ component, depth }: { component: TopologyComponent; depth: number }): ReactNode {
  const [open, setOpen] = useState(depth < OPEN_LEVELS)
  const { components, icon, type, health, properties } = component
  const line = (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <ComponentIcon icon={icon} type={type} className="size-3.5 shrink-0 text-muted" />
      <span className="font-medium wrap-anywhere">{nameOf(component)}</span>
      {type !== null && <span className="text-secondary">{type}</span>}
      <HealthBadge state={health} />
      {properties.length > 0 && (
        <span className="text-small text-muted">
          {properties.length === 1 ? '1 property' : `${properties.length} properties`}
        </span>
      )}
    </span>
  )
  if (components.length === 0) return <li className="py-1 pl-5">{line}</li>
  return (
    <li className="py-1">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/branch">
        <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-small">
          <ChevronRight
            aria-hidden="true"
            className={open ? 'size-3.5 shrink-0 rotate-90 text-muted' : 'size-3.5 shrink-0 text-muted'}
          />
          {line}
          <span className="text-small text-muted numeric">{components.length.toLocaleString('en')}</span>
        </summary>
        {open && (
          <ul className="ml-1.5 border-l border-line pl-3">
            <Level components={components} depth={depth + 1} />
          </ul>
        )}
      </details>
    </li>
  )
}
