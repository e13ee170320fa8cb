const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const pad = (value: number): string => String(value).padStart(2, '0')
const day = (date: Date): string => `${months[date.getMonth()] ?? ''} ${date.getDate()}`

/**
 * Labels of a time axis in the reader's zone: the time of day, with the date under the first label of each day; the
 * date alone where labels are a day or more apart, with the year under the first of each year.
 * @param times in milliseconds since 1970, ascending
 */
export function timeLabels(times: readonly number[]): readonly string[] {
  const step = (times[1] ?? 0) - (times[0] ?? 0)
  const days = step >= 86_400_000
  return times.map((time, index) => {
    const date = new Date(time)
    const before = times[index - 1]
    const label = days ? day(date) : `${pad(date.getHours())}:${pad(date.getMinutes())}`
    const heading = days ? String(date.getFullYear()) : day(date)
    if (before === undefined) return `${label}\n${heading}`
    const previous = new Date(before)
    const same = days
      ? previous.getFullYear() === date.getFullYear()
      : previous.toDateString() === date.toDateString()
    return same ? label : `${label}\n${heading}`
  })
}
