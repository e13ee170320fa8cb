import { localTime, type LocalTime } from '../time/zone.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const pad = (value: number): string => String(value).padStart(2, '0')
const day = ({ month, day: date }: LocalTime): string => `${months[month - 1] ?? ''} ${date}`

/**
 * Returns the labels of a time axis in the reader's zone: the time, with the date under the first label of each day;
 * or only the date if labels are a day or more apart, with the year under the first of each year.
 * @param times in milliseconds since 1970, ascending
 */
export function timeLabels(times: readonly number[]): readonly string[] {
  const step = (times[1] ?? 0) - (times[0] ?? 0)
  const days = step >= 86_400_000
  return times.map((time, index) => {
    const shown = localTime(new Date(time))
    const before = times[index - 1]
    const label = days ? day(shown) : `${pad(shown.hour)}:${pad(shown.minute)}`
    const heading = days ? String(shown.year) : day(shown)
    if (before === undefined) return `${label}\n${heading}`
    const previous = localTime(new Date(before))
    const same = previous.year === shown.year && (days || day(previous) === day(shown))
    return same ? label : `${label}\n${heading}`
  })
}
