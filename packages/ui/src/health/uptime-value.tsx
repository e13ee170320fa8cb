import { formatUptime } from '@binnacle/contract'
import type { ReactNode } from 'react'
import { NoValue } from '../data/no-value.tsx'
import { classNames } from '../utilities/class-names.ts'
import { toneTextClass, uptimeTone } from './health-state.ts'

/** Uptime from counted runs, coloured below 75 and below 90 percent. A dash stands for nothing counted. */
export function UptimeValue(props: { passed: number; failed: number; className?: string }): ReactNode {
  const text = formatUptime(props.passed, props.failed)
  return (
    <span
      className={classNames(
        'numeric',
        text === undefined ? 'text-muted' : toneTextClass[uptimeTone(props.passed, props.failed)],
        props.className,
      )}
    >
      {text ?? <NoValue />}
    </span>
  )
}
