import { type ReactNode, useId } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** A section of a page in a box, with a heading. */
export function Panel(props: {
  title: string
  /** A label after the title, such as whether it is on. */
  badge?: ReactNode
  /** A line beneath the heading. */
  description?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  children: ReactNode
  /** Target of links from elsewhere on the page. */
  id?: string
  className?: string
}): ReactNode {
  const headingId = useId()
  return (
    <section
      id={props.id}
      aria-labelledby={headingId}
      className={classNames('scroll-mt-4 rounded-panel border border-line bg-surface', props.className)}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 sm:px-5">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex items-baseline gap-x-2">
            <h2 id={headingId} className="min-w-0 text-lead font-semibold wrap-anywhere">
              {props.title}
            </h2>
            {props.badge}
          </div>
          {props.description !== undefined && (
            <div className="mt-0.5 max-w-prose text-secondary">{props.description}</div>
          )}
        </div>
        {props.actions}
      </div>
      <div className="px-4 pt-3 pb-4 sm:px-5">{props.children}</div>
    </section>
  )
}
