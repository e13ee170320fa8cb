import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** A figure with its name and its details. */
export function Stat(props: {
  label: string
  value: ReactNode
  /** Secondary line below it, such as the counts behind a percentage. */
  note?: ReactNode
  /** A small graphic at the right, such as a sparkline. */
  aside?: ReactNode
  className?: string
}): ReactNode {
  return (
    <div
      className={classNames(
        'grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 bg-surface px-4 py-3 [&>:not([data-aside])]:col-start-1',
        props.className,
      )}
    >
      <dt className="text-small text-muted">{props.label}</dt>
      <dd className="mt-0.5 min-w-0 text-lead font-semibold wrap-anywhere numeric">{props.value}</dd>
      {props.note !== undefined && <dd className="text-small text-secondary numeric">{props.note}</dd>}
      {props.aside !== undefined && (
        <dd data-aside="" className="col-start-2 row-span-3 row-start-1 self-end max-sm:hidden">
          {props.aside}
        </dd>
      )}
    </div>
  )
}

/** Figures side by side, as many in a row as fit. */
export function StatGroup(props: { children: ReactNode; className?: string }): ReactNode {
  return (
    <dl
      className={classNames(
        'grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-px overflow-clip rounded-panel border border-line bg-line',
        props.className,
      )}
    >
      {props.children}
    </dl>
  )
}
