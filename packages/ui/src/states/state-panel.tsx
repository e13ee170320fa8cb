import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** What every state in place of content is made of: a picture, what it is, what to do. */
export interface StatePanelProps {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  /** Buttons and links, the most useful first. */
  actions?: ReactNode
  /** `alert` interrupts a screen reader, `status` waits for a pause. */
  announce?: 'alert' | 'status'
  /** Less room around it, for a panel rather than a page. */
  compact?: boolean
  /** It stands for a whole page, whose heading is its title. */
  page?: boolean
}

/** The common layout of empty, error and other states. Screens use the named states instead. */
export function StatePanel(props: StatePanelProps): ReactNode {
  const Title = props.page === true ? 'h1' : 'p'
  return (
    <div
      role={props.announce}
      className={classNames(
        'mx-auto flex w-full max-w-md flex-col items-center px-4 text-center',
        props.compact === true ? 'py-6' : 'py-12',
      )}
    >
      <span aria-hidden="true" className="text-muted [&_svg]:size-7">
        {props.icon}
      </span>
      <Title className="mt-3 text-lead font-semibold text-balance text-primary">{props.title}</Title>
      {props.children !== undefined && (
        <div className="mt-1 text-secondary text-pretty wrap-anywhere">{props.children}</div>
      )}
      {props.actions !== undefined && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-2">{props.actions}</div>
      )}
    </div>
  )
}
