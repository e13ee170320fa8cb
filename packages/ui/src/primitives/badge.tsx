import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

const toneClass = {
  neutral: 'border-transparent bg-press text-secondary',
  outline: 'border-line-strong text-secondary',
  accent: 'border-transparent bg-accent-subtle text-accent-text',
} as const

/** A short label such as a namespace or a count. It never stands for health; see HealthBadge. */
export function Badge(props: {
  children: ReactNode
  tone?: keyof typeof toneClass
  /** Sets the text in the code font, for keys and values. */
  code?: boolean
  className?: string
}): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex h-4.5 max-w-full min-w-4.5 items-center justify-center gap-1 rounded-small border px-1.5 text-caption font-medium whitespace-nowrap numeric',
        toneClass[props.tone ?? 'neutral'],
        props.code === true && 'font-mono font-normal',
        props.className,
      )}
    >
      {props.children}
    </span>
  )
}
