import { formatFullTime } from '@binnacle/ui'

/** Writes the times in a reason, such as the end of a silence, in the reader's zone. @param zone Default: the browser's */
export function withLocalTimes(reason: string, zone?: string): string {
  return reason.replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) =>
    formatFullTime(new Date(time), zone),
  )
}
