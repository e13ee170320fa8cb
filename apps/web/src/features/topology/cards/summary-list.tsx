import { healths } from '@binnacle/contract/core'
import { isUrgent } from '@binnacle/contract/health'
import { formatCount } from '@binnacle/contract/text'
import type { TopologyComponent } from '@binnacle/contract/topology'
import { classNames, HealthShape, healthAppearance, PlainLink } from '@binnacle/ui'
import { HeartPulse, Lightbulb, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ComponentIcon } from '../component-icon.tsx'
import type { LinkTo } from '../link-to.ts'
import { useReach } from '../../../application/pages/use-reachable.ts'
import { MoreButton } from './property-list.tsx'
import { type Chip, MOST_LINES, nameOf, type SummaryLine, summaryLines } from './summary-lines.ts'

const pictures = { insights: Lightbulb, checks: HeartPulse, incidents: TriangleAlert } as const

/** What is below a component: its insights, checks, incidents and components, with counts that lead to them. */
export function SummaryList(props: { component: TopologyComponent; linkTo: LinkTo }): ReactNode {
  const [all, setAll] = useState(false)
  const lines = summaryLines(props.component, props.linkTo)
  const { more = 0 } = props.component
  const visible = all ? lines : lines.slice(0, MOST_LINES)
  if (lines.length === 0) return null
  return (
    <div className="min-w-0">
      <ul aria-label="Summary" className="flex flex-col gap-0.5">
        {visible.map((line) => (
          <Line key={line.id} line={line} linkTo={props.linkTo} />
        ))}
      </ul>
      <MoreButton
        all={all}
        hidden={lines.length + more - visible.length}
        most={MOST_LINES}
        total={lines.length + more}
        onChange={setAll}
      />
      {all && more > 0 && (
        <PlainLink href={props.linkTo(props.component.id)} className="text-small text-link hover:underline">
          {`${more.toLocaleString('en')} more in ${nameOf(props.component)}`}
        </PlainLink>
      )}
    </div>
  )
}

function Line({ line, linkTo }: { line: SummaryLine; linkTo: LinkTo }): ReactNode {
  const { kind, label, component, chips } = line
  const Picture = kind === 'component' ? undefined : pictures[kind]
  return (
    <li className="flex min-w-0 items-center gap-1.5 text-small">
      {Picture === undefined ? (
        <ComponentIcon
          icon={component?.icon ?? null}
          type={component?.type ?? null}
          className="size-3.5 shrink-0 text-muted"
        />
      ) : (
        <Picture aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
      )}
      {component === undefined ? (
        <span className="min-w-0 flex-1 truncate text-secondary" title={label}>
          {label}
        </span>
      ) : (
        <PlainLink
          href={linkTo(component.id)}
          title={label}
          className="min-w-0 flex-1 truncate rounded-small hover:underline"
        >
          {label}
        </PlainLink>
      )}
      {component !== undefined && chips.length === 0 ? (
        <OwnHealth health={component.health} />
      ) : (
        <Chips chips={chips} />
      )}
    </li>
  )
}

/** Health of a component with nothing below it that could be counted. */
function OwnHealth({ health }: { health: TopologyComponent['health'] }): ReactNode {
  const { shape, tone, word } = healthAppearance(health)
  return (
    <span title={word} className="shrink-0">
      <HealthShape shape={shape} tone={tone} size={12} />
      <span className="sr-only"> {health}</span>
    </span>
  )
}

/** Tone of a severity. */
function toneOf(state: string): string {
  if (isUrgent(state)) return 'text-unhealthy'
  if (state === 'warning') return 'text-warning'
  return state === 'info' ? 'text-muted' : 'text-secondary'
}

const healthWords: ReadonlySet<string> = new Set(healths)

/** Numbers that lead to what they count, as far as the person may open it. */
function Chips({ chips }: { chips: readonly Chip[] }): ReactNode {
  const reach = useReach()
  return (
    <span className="flex shrink-0 items-center gap-2">
      {chips.map(({ state, count, href, title }) => {
        const { shape, tone } = healthAppearance(state)
        const isHealth = healthWords.has(state)
        const content = (
          <>
            {isHealth ? (
              <HealthShape shape={shape} tone={tone} size={12} />
            ) : (
              <span aria-hidden="true">{state.charAt(0).toUpperCase()}</span>
            )}
            <span className="numeric">{formatCount(count)}</span>
            <span className="sr-only"> {state}</span>
          </>
        )
        const look = classNames('inline-flex items-center gap-1', !isHealth && toneOf(state))
        const target = reach(href)
        return target === undefined ? (
          <span key={state} title={title} className={look}>
            {content}
          </span>
        ) : (
          <PlainLink
            key={state}
            href={target}
            title={title}
            className={classNames(look, 'rounded-small hover:underline')}
          >
            {content}
          </PlainLink>
        )
      })}
    </span>
  )
}
