import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

/**
 * A gray block in the place of something that is loading. Screen readers ignore it; the component around it announces the wait.
 * @param props.className its size, as Tailwind classes
 */
export function Skeleton(props: { className?: string }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={classNames('skeleton-pulse block h-2.5 rounded-small bg-press', props.className)}
    />
  )
}
