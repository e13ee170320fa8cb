import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** Props of every state shown instead of content: icon, title, text and actions. */
export interface StatePanelProps {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  /** Buttons and links, the main one first. */
  actions?: ReactNode
  /** `alert` interrupts a screen reader, `status` waits for a pause. */
  announce?: 'alert' | 'status'
  /** Whether to use less space, for a panel rather than a page. */
  compact?: boolean
  /** Whether it replaces a whole page, so that its title is the page's heading. */
  page?: boolean
}

/** Common layout of empty, error and other states. Screens use the named states instead. */
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
