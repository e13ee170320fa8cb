import { Fragment, type ReactNode } from 'react'
import { type Href, PlainLink } from '../primitives/link.tsx'
import { Tooltip } from '../primitives/tooltip.tsx'
import { classNames } from '../utilities/class-names.ts'
import { HealthShape } from './health-shape.tsx'
import { healthAppearance, type HealthTone, toneTextClass } from './health-state.ts'

const cellClass: Readonly<Record<HealthTone, string>> = {
  healthy: 'border-line hover:border-line-control',
  unhealthy: 'border-unhealthy-line bg-unhealthy-subtle hover:border-unhealthy',
  warning: 'border-warning-line bg-warning-subtle hover:border-warning',
  unknown: 'border-unknown-line bg-unknown-subtle hover:border-unknown',
}

/** Something else to know of an item, such as that it is silenced. */
export interface CellMark {
  icon: ReactNode
  text: string
}

export interface HealthCellProps {
  name: string
  state: string
  /** Message of its last result. */
  message?: string | null
  /** What else is to know of it, such as that it is silenced. Each has another text. */
  marks?: readonly CellMark[]
  href: Href
  /** Whether the item is open beside the list. */
  selected?: boolean
  /** -1 in a group of cells that is one stop of the Tab key; see useRovingFocus. */
  tabIndex?: -1
}

/**
 * One of many items as a small link. A healthy item shows only its shape, others show their name. Tooltip and
 * accessible name contain name, state, message and marks.
 */
export function HealthCell(props: HealthCellProps): ReactNode {
  const { shape, tone, word } = healthAppearance(props.state)
  const message = props.message ?? ''
  const { marks = [] } = props
  const text = [message, ...marks.map((mark) => mark.text)].filter((text) => text !== '').join('. ')
  return (
    <Tooltip
      content={
        <>
          <span className="block font-medium">{props.name}</span>
          <span className={classNames('block', toneTextClass[tone])}>{word}</span>
          {message !== '' && <span className="block text-secondary">{message}</span>}
          {marks.map((mark) => (
            <span key={mark.text} className="block text-secondary">
              {mark.text}
            </span>
          ))}
        </>
      }
    >
      <PlainLink
        href={props.href}
        tabIndex={props.tabIndex}
        data-cell=""
        aria-label={`${props.name}, ${word}${text === '' ? '' : `: ${text}`}`}
        aria-current={props.selected === true || undefined}
        className={classNames(
          'flex h-6 max-w-full min-w-6 items-center justify-center gap-1 rounded-small border px-1 text-small text-primary',
          cellClass[tone],
          props.selected === true && 'outline-2 outline-offset-1 outline-accent',
        )}
      >
        <HealthShape shape={shape} tone={tone} />
        {tone !== 'healthy' && <span className="min-w-0 truncate pr-0.5">{props.name}</span>}
        {marks.map((mark) => (
          <Fragment key={mark.text}>{mark.icon}</Fragment>
        ))}
      </PlainLink>
    </Tooltip>
  )
}
