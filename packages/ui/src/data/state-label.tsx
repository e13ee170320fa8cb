import type { ComponentType, ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** Appearance of a state: its icon, and the class of its text color. */
export interface StateLook {
  Icon: ComponentType<{ 'aria-hidden': 'true'; className: string }>
  tone: string
}

/** A state as an icon and a word. */
export function StateLabel({ look, label }: { look: StateLook; label: string }): ReactNode {
  const { Icon, tone } = look
  return (
    <span className={classNames('inline-flex items-center gap-1.5 whitespace-nowrap', tone)}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {label}
    </span>
  )
}
