import { formatUptime } from '@binnacle/contract/text'
import { type ReactNode, useContext } from 'react'
import { NoValue } from '../data/no-value.tsx'
import { classNames } from '../utilities/class-names.ts'
import { type HealthTone, toneTextClass, uptimeTone } from './health-state.ts'
import { UptimeThresholdsContext } from './uptime-thresholds.ts'

/**
 * Uptime from counted runs, colored by the current thresholds. A dash if there are no runs.
 * @param props.beside health shown next to it
 */
export function UptimeValue(props: {
  passed: number
  failed: number
  beside?: HealthTone
  className?: string
}): ReactNode {
  const thresholds = useContext(UptimeThresholdsContext)
  const text = formatUptime(props.passed, props.failed)
  return (
    <span
      className={classNames(
        'numeric',
        text === undefined ? 'text-muted' : toneTextClass[uptimeTone(props, thresholds, props.beside)],
        props.className,
      )}
    >
      {text ?? <NoValue />}
    </span>
  )
}
