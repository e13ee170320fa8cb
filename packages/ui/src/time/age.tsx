import type { ReactNode } from 'react'
import { NoValue } from '../data/no-value.tsx'
import { Tooltip } from '../primitives/tooltip.tsx'
import { classNames } from '../utilities/class-names.ts'
import { useNow } from './clock-provider.tsx'
import { formatAge, formatFullTime } from './format-time.ts'
import { timeZone, useChosenTimeZone } from './zone.ts'

/** Ages are exact to the second for two minutes, and to the minute after that. */
const RECENT = 120_000

function RecentAge(props: { time: number }): string {
  return formatAge(useNow('second') - props.time)
}

/**
 * How long ago something was, kept up to date; hovering shows the full time.
 * @param props.time an ISO date, a date, milliseconds since 1970, or null when it never was
 */
export function Age(props: { time: string | number | Date | null; className?: string }): ReactNode {
  const minute = useNow('minute')
  if (props.time === null) return <NoValue />
  const date = new Date(props.time)
  const time = date.getTime()
  if (Number.isNaN(time)) return <NoValue />
  return (
    <Tooltip content={<FullTime date={date} />}>
      <time
        dateTime={date.toISOString()}
        className={classNames('whitespace-nowrap numeric', props.className)}
      >
        {Math.abs(minute - time) < RECENT ? <RecentAge time={time} /> : formatAge(minute - time)}
      </time>
    </Tooltip>
  )
}

/** Date, time and zone of the reader. */
export function FullTime({ date }: { date: Date }): ReactNode {
  const zone = useChosenTimeZone() ?? timeZone()
  return (
    <span className="numeric">
      {formatFullTime(date, zone)} <span className="text-muted">{zone}</span>
    </span>
  )
}
