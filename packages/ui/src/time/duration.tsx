import { formatDuration } from '@binnacle/contract/text'
import type { ReactNode } from 'react'
import { NoValue } from '../data/no-value.tsx'
import { classNames } from '../utilities/class-names.ts'

/** A duration in its most fitting unit; a dash for null. */
export function Duration(props: { milliseconds: number | null; className?: string }): ReactNode {
  if (props.milliseconds === null) return <NoValue />
  return (
    <span className={classNames('whitespace-nowrap numeric', props.className)}>
      {formatDuration(props.milliseconds)}
    </span>
  )
}
