import { localTime, type LocalTime } from '../time/zone.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** A time of day, as exactly as labels have to be that are `step` milliseconds apart. */
function timeOf(time: number, { hour, minute }: LocalTime, step: number): string {
  const minutes = `${pad(hour)}:${pad(minute)}`
  if (step <= 0 || step >= 60_000) return minutes
  // Zones differ by whole minutes.
  const seconds = `${minutes}:${pad(Math.floor(time / 1_000) % 60)}`
  return step >= 1_000 ? seconds : `${seconds}.${pad(Math.floor(time) % 1_000, 3)}`
}
const day = ({ month, day: date }: LocalTime): string => `${months[month - 1] ?? ''} ${date}`

/**
 * Returns the labels of a time axis in the reader's zone: the time, with the date under the first label of each day;
 * with seconds where labels are closer than a minute; or only the date if labels are a day or more apart, with the year under the first of each year.
 * @param times in milliseconds since 1970, ascending
 */
export function timeLabels(times: readonly number[]): readonly string[] {
  const step = (times[1] ?? 0) - (times[0] ?? 0)
  const days = step >= 86_400_000
  return times.map((time, index) => {
    const shown = localTime(new Date(time))
    const before = times[index - 1]
    const label = days ? day(shown) : timeOf(time, shown, step)
    const heading = days ? String(shown.year) : day(shown)
    if (before === undefined) return `${label}\n${heading}`
    const previous = localTime(new Date(before))
    const same = previous.year === shown.year && (days || day(previous) === day(shown))
    return same ? label : `${label}\n${heading}`
  })
}
