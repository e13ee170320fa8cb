import { formatCost, formatCount, sortTags } from '@binnacle/contract/text'
import {
  classNames,
  HealthBadge,
  HealthShape,
  healthAppearance,
  type HealthTone,
  type Href,
  IconButton,
  NoValue,
  PlainLink,
  Tooltip,
} from '@binnacle/ui'
import { ListFilter, ListX } from 'lucide-react'
import type { ReactNode } from 'react'
import { pairText } from './filter-text.ts'
import { orderOfHealth } from './health.ts'

/** Includes (1) or excludes (-1) a value in a filter. */
export type FilterBy = (value: string, state: 1 | -1) => void

/** A value of a cell with buttons that filter by it, shown on hover and by keyboard. Source: CHG-010. */
export function Filterable(props: {
  what: string
  onFilter: (state: 1 | -1) => void
  children: ReactNode
}): ReactNode {
  return (
    <span className="group/filter relative flex min-w-0 items-center">
      <span className="min-w-0 flex-1 truncate">{props.children}</span>
      {/* Touch screens cannot hover, so they use the filters above the list. */}
      <span
        data-above-row=""
        className="absolute! right-0 flex rounded-control bg-raised opacity-0 group-hover/filter:opacity-100 focus-within:opacity-100 pointer-coarse:hidden"
      >
        <IconButton
          label={`Include ${props.what}`}
          size="small"
          icon={<ListFilter className="size-3.5" />}
          onClick={() => props.onFilter(1)}
        />
        <IconButton
          label={`Exclude ${props.what}`}
          size="small"
          icon={<ListX className="size-3.5" />}
          onClick={() => props.onFilter(-1)}
        />
      </span>
    </span>
  )
}

/** The first tags of an item, the others on hover. A press filters by a tag. */
export function Tags(props: {
  tags: Readonly<Record<string, string>>
  onFilter?: FilterBy
  most?: number
}): ReactNode {
  const all = sortTags(props.tags)
  const shown = all.slice(0, props.most ?? 1)
  const rest = all.slice(shown.length)
  if (all.length === 0) return <NoValue />
  return (
    <span className="flex min-w-0 items-center gap-1">
      {shown.map(([key, value]) => (
        <Tag
          key={key}
          name={key}
          value={value}
          {...(props.onFilter !== undefined && { onFilter: props.onFilter })}
        />
      ))}
      {rest.length > 0 && (
        <Tooltip
          content={rest.map(([key, value]) => (
            <span key={key} className="block">{`${key}: ${value}`}</span>
          ))}
        >
          <span data-above-row="" className="shrink-0 text-small text-muted">
            {`+${rest.length} more`}
          </span>
        </Tooltip>
      )}
    </span>
  )
}

function Tag({ name, value, onFilter }: { name: string; value: string; onFilter?: FilterBy }): ReactNode {
  const text = (
    <>
      <span className="text-secondary">{name}: </span>
      {value}
    </>
  )
  const look = 'min-w-0 max-w-full truncate rounded-small bg-press px-1.5 text-caption leading-4.5'
  if (onFilter === undefined)
    return (
      <span className={look} title={`${name}: ${value}`}>
        {text}
      </span>
    )
  return (
    <button
      type="button"
      title={`Filter by ${name}: ${value}`}
      className={classNames(look, 'hover:text-accent-text focus-inset')}
      onClick={() => onFilter(pairText(name, value), 1)}
    >
      {text}
    </button>
  )
}

/** Changes from which their number is a warning. Source: CHG-016. */
const MANY_CHANGES = 500

/** How many changes there were. */
export function ChangeCount({ count, href }: { count: number; href: Href | undefined }): ReactNode {
  if (count === 0) return <NoValue />
  const look = count >= MANY_CHANGES && 'font-medium text-unhealthy'
  if (href === undefined) return <span className={classNames(look)}>{count.toLocaleString('en')}</span>
  return (
    <PlainLink href={href} className={classNames('rounded-small hover:underline', look)}>
      {count.toLocaleString('en')}
    </PlainLink>
  )
}

/** How many insights of each type are open. */
export function AnalysisCounts(props: {
  analysis: Readonly<Record<string, number>>
  /** Undefined where no list has just these. */
  href: ((type: string) => Href) | undefined
}): ReactNode {
  const { href } = props
  const found = Object.entries(props.analysis).filter(([, count]) => count > 0)
  if (found.length === 0) return <NoValue />
  return (
    <span className="flex min-w-0 gap-2 overflow-hidden">
      {found
        .toSorted(([, left], [, right]) => right - left)
        .map(([type, count]) => {
          const title = `${count.toLocaleString('en')} open insights: ${type.replaceAll('_', ' ')}`
          const content = (
            <>
              <span className="font-medium numeric">{formatCount(count)}</span>{' '}
              <span className="text-muted">{type.replaceAll('_', ' ')}</span>
            </>
          )
          return href === undefined ? (
            <span key={type} title={title} className="truncate text-small">
              {content}
            </span>
          ) : (
            <PlainLink
              key={type}
              href={href(type)}
              title={title}
              className="truncate rounded-small text-small hover:underline"
            >
              {content}
            </PlainLink>
          )
        })}
    </span>
  )
}

/** What something cost in 30 days. */
export function Cost({ dollars }: { dollars: number | null | undefined }): ReactNode {
  return dollars === null || dollars === undefined || dollars === 0 ? <NoValue /> : formatCost(dollars)
}

/** Health and status of an item; the status alone where it has no health. */
export function ConfigStatus(props: { health: string | null; status: string | null }): ReactNode {
  const { health, status } = props
  if (health === null) return status === null || status === '' ? <NoValue /> : status
  if (status === null || status === '') return <HealthBadge state={health} />
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <HealthBadge state={health} compact />
      <span className="min-w-0 truncate" title={status}>
        {status}
      </span>
    </span>
  )
}

const toneFill: Readonly<Record<HealthTone, string>> = {
  healthy: 'bg-healthy-fill',
  unhealthy: 'bg-unhealthy-fill hatched',
  warning: 'bg-warning-fill',
  unknown: 'bg-unknown-fill dotted',
}

/**
 * Items by health: a bar, and a number for each state, in the order green, red, orange, gray. Source: CAT-012, CAT-017.
 * @param props.href leads to the items of a state
 */
export function HealthShares(props: {
  health: Readonly<Record<string, number>>
  href?: (state: string) => Href
}): ReactNode {
  const states = orderOfHealth(props.health)
  if (states.length === 0) return <NoValue />
  return (
    <span className="flex min-w-0 flex-col gap-1 py-1">
      <span
        aria-hidden="true"
        data-health-bar=""
        className="flex h-1.5 gap-px overflow-hidden rounded-full bg-press forced-color-adjust-none"
      >
        {states.map((state) => (
          <span
            key={state}
            data-state={state}
            className={classNames('min-w-1.5', toneFill[healthAppearance(state).tone])}
            style={{ flexGrow: props.health[state] ?? 0, flexBasis: 0 }}
          />
        ))}
      </span>
      <span className="flex gap-2.5 leading-none">
        {states.map((state) => {
          const { shape, tone, word } = healthAppearance(state)
          const content = (
            <>
              <HealthShape shape={shape} tone={tone} size={12} />
              <span className="text-small numeric">{formatCount(props.health[state] ?? 0)}</span>
              <span className="sr-only"> {word.toLowerCase()}</span>
            </>
          )
          const href = props.href?.(state)
          return href === undefined ? (
            <span key={state} className="inline-flex items-center gap-1">
              {content}
            </span>
          ) : (
            <PlainLink
              key={state}
              href={href}
              title={`Show ${word.toLowerCase()} items`}
              className="inline-flex items-center gap-1 rounded-small hover:underline"
            >
              {content}
            </PlainLink>
          )
        })}
      </span>
    </span>
  )
}
