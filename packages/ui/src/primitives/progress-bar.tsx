import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** A thin animated line, shown while visible data reloads. It always takes its height, so that nothing moves. */
export function ProgressBar(props: { active: boolean; label?: string; className?: string }): ReactNode {
  return (
    <div className={classNames('pointer-events-none h-0.5 overflow-hidden', props.className)}>
      {props.active && (
        <div className="fade-in-late h-full overflow-hidden">
          <progress aria-label={props.label ?? 'Refreshing'} className="sr-only" />
          <div className="progress-sweep h-full w-1/4 rounded-full bg-accent" />
        </div>
      )}
    </div>
  )
}
