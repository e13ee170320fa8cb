/** A time at the start of a line: ISO 8601, that of syslog, or that of web servers. */
const forms: readonly [pattern: RegExp, read: (match: RegExpExecArray, year: number) => number][] = [
  [
    /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d\d:?\d\d)?/u,
    ([, year, month, day, hour, minute, second, fraction = '', zone = 'Z']) =>
      Date.parse(
        `${year}-${month}-${day}T${hour}:${minute}:${second}${zone.replace(/^([+-]\d\d)(\d\d)$/u, '$1:$2')}`,
      ) +
      Number(`0.${fraction || '0'}`) * 1_000,
  ],
  [
    /(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)/u,
    ([, day, month, year, time, hours, minutes]) =>
      Date.parse(`${day} ${month} ${year} ${time} ${hours}${minutes}`),
  ],
  [
    /^(?:<\d+>)?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d)/u,
    ([, month, day, time], year) => Date.parse(`${day} ${month} ${year} ${time} UTC`),
  ],
]

/** Characters at the start of a line in which its time is looked for. */
const START = 100
const HALF_YEAR = 183 * 86_400_000

/**
 * Finds the time that a line says at its start. A time without zone counts as UTC.
 * @param near a time near it, in milliseconds, for times without a year
 * @returns milliseconds since 1970; undefined if it says none
 */
export function timeOfLine(line: string, near: number): number | undefined {
  const start = line.slice(0, START)
  for (const [pattern, read] of forms) {
    const match = pattern.exec(start)
    if (match === null) continue
    const year = new Date(near).getUTCFullYear()
    const time = read(match, year)
    if (Number.isNaN(time)) continue
    // Logs of syslog have no year: a time that is far ahead is of the year before.
    return time - near > HALF_YEAR && !/\d{4}/u.test(match[0]) ? read(match, year - 1) : time
  }
  return undefined
}
