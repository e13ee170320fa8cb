import { formatZonedTime, timeZone, useChosenTimeZone } from '@binnacle/ui'

/** Writes the times in a sentence of the server, such as the end of a silence, in a time zone. */
export function withLocalTimes(sentence: string, zone: string): string {
  return sentence.replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) =>
    formatZonedTime(new Date(time), zone),
  )
}

/** Returns what writes the times in a sentence in the reader's zone. */
export function useLocalTimes(): (sentence: string) => string {
  const zone = useChosenTimeZone() ?? timeZone()
  return (sentence) => withLocalTimes(sentence, zone)
}
