import { type CheckState, checkStateRank, checkStates } from '@binnacle/contract/health'
import { formatCount } from '@binnacle/contract/text'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { HealthShape } from './health-shape.tsx'
import { healthAppearance, toneFillClass, toneTextClass } from './health-state.ts'

/** Number of members by state. */
export type StateCounts = Readonly<Record<CheckState, number>>

const broken = checkStates.toSorted((left, right) => checkStateRank[left] - checkStateRank[right])

/**
 * Returns the counts as text, failing states first: `2 unhealthy, 1 unknown, 12 healthy`. States without members are
 * omitted.
 */
export function describeCounts(counts: StateCounts): string {
  const parts = broken.filter((state) => counts[state] > 0).map((state) => `${counts[state]} ${state}`)
  return parts.length > 0 ? parts.join(', ') : 'none'
}

/** A shape and a number for each state that has members. */
export function HealthCounts(props: { counts: StateCounts; className?: string }): ReactNode {
  return (
    <span className={classNames('inline-flex items-center gap-2.5 align-top', props.className)}>
      {broken
        .filter((state) => props.counts[state] > 0)
        .map((state) => {
          const { shape, tone, word } = healthAppearance(state)
          return (
            <span
              key={state}
              className={classNames(
                'inline-flex items-center gap-1 font-medium numeric',
                toneTextClass[tone],
              )}
            >
              <HealthShape shape={shape} tone={tone} size={12} />
              {formatCount(props.counts[state])}
              <span className="sr-only"> {word.toLowerCase()}</span>
            </span>
          )
        })}
    </span>
  )
}

/**
 * The shares of the states as one bar. Failing states come first and are hatched; the description contains the
 * numbers.
 */
export function HealthBar(props: { counts: StateCounts; className?: string }): ReactNode {
  const shown = broken.filter((state) => props.counts[state] > 0)
  return (
    <span className={classNames('block', props.className)}>
      <span className="sr-only">{describeCounts(props.counts)}</span>
      <span
        aria-hidden="true"
        className="flex h-1.5 gap-px overflow-hidden rounded-full bg-press forced-color-adjust-none"
      >
        {shown.map((state) => (
          <span
            key={state}
            className={classNames(
              'min-w-1.5',
              toneFillClass[healthAppearance(state).tone],
              state === 'unhealthy' && 'hatched',
              state === 'unknown' && 'dotted',
            )}
            style={{ flexGrow: props.counts[state], flexBasis: 0 }}
          />
        ))}
      </span>
    </span>
  )
}
