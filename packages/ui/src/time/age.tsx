import type { ReactNode } from 'react'
import { NoValue } from '../data/no-value.tsx'
import { Tooltip } from '../primitives/tooltip.tsx'
import { classNames } from '../utilities/class-names.ts'
import { useNow } from './clock-provider.tsx'
import { formatAge, formatZonedTime } from './format-time.ts'
import { timeZone, useChosenTimeZone } from './zone.ts'

/** Ages update every second for two minutes, then every minute. */
const RECENT = 120_000

function RecentAge(props: { time: number }): string {
  return formatAge(useNow('second') - props.time)
}

/**
 * Age of a point in time, kept up to date. Hovering shows the full time.
 * @param props.time an ISO date, a Date, milliseconds since 1970, or null for never
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

/** Date and time in the reader's zone, with its name. */
export function FullTime({ date }: { date: Date }): ReactNode {
  return <span className="numeric">{formatZonedTime(date, useChosenTimeZone() ?? timeZone())}</span>
}
