import type { GroupHealth } from '@binnacle/contract/health'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { HealthShape } from './health-shape.tsx'
import {
  groupAppearance,
  type HealthAppearance,
  healthAppearance,
  type HealthTone,
  toneTextClass,
} from './health-state.ts'

const pillClass: Readonly<Record<HealthTone, string>> = {
  healthy: 'border-healthy-line bg-healthy-subtle',
  unhealthy: 'border-unhealthy-line bg-unhealthy-subtle',
  warning: 'border-warning-line bg-warning-subtle',
  unknown: 'border-unknown-line bg-unknown-subtle',
}

interface BadgeProps {
  /** Whether to add a border and a tint, for a heading. Tables use the plain badge. */
  pill?: boolean
  /** Whether to hide the word visually, if the column or the tile already says it. Screen readers still announce it. */
  compact?: boolean
  className?: string
}

function AppearanceBadge({
  appearance,
  pill = false,
  compact = false,
  className,
}: BadgeProps & { appearance: HealthAppearance }): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 align-top font-medium whitespace-nowrap',
        // Most rows of a table are healthy, so color only the others.
        appearance.tone === 'healthy' && !pill ? 'text-secondary' : toneTextClass[appearance.tone],
        pill && 'h-6 rounded-full border pr-2.5 pl-1.5 text-small',
        pill && pillClass[appearance.tone],
        className,
      )}
    >
      <HealthShape shape={appearance.shape} tone={appearance.tone} />
      <span className={compact ? 'sr-only' : undefined}>{appearance.word}</span>
    </span>
  )
}

/**
 * Shape, word and color of a health state.
 * @param props.state healthy, unhealthy, unknown, warning, degraded, missing or suspended; other words are shown in
 * green
 */
export function HealthBadge({ state, ...props }: BadgeProps & { state: string }): ReactNode {
  return <AppearanceBadge {...props} appearance={healthAppearance(state)} />
}

/** Shape, word and color of the health of a group. */
export function GroupHealthBadge({ health, ...props }: BadgeProps & { health: GroupHealth }): ReactNode {
  return <AppearanceBadge {...props} appearance={groupAppearance[health]} />
}
