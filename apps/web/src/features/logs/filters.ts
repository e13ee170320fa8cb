import { DEFAULT_LOG_RANGE } from '@binnacle/contract/logs'
import {
  booleanParameter,
  type ChosenTimeRange,
  defineFilters,
  optionalParameter,
  readTimeRange,
  relativeRange,
  textParameter,
  type ValuesOf,
  writeTimeRange,
} from '@binnacle/ui'

/** The parameters of the logs page. Source: LOG-002; the last four are ours. */
export const logsFilters = defineFilters({
  topologyId: optionalParameter(),
  logsSelector: optionalParameter(),
  query: textParameter(),
  /** Name of a range of time, or its start in ISO 8601. */
  start: optionalParameter(),
  end: optionalParameter(),
  backend: optionalParameter(),
  live: booleanParameter(false),
  /** The open line, as `writeLineReference` writes it. */
  line: optionalParameter(),
})
export type LogsValues = ValuesOf<typeof logsFilters>

const usualRange =
  readTimeRange({ timeRange: DEFAULT_LOG_RANGE, from: undefined, to: undefined }) ??
  relativeRange('now-1h') ??
  ({ type: 'relative', range: 'now-1h', display: '1h' } as const)

/** The range of time of an address. */
export function readRange({ start, end }: Pick<LogsValues, 'start' | 'end'>): ChosenTimeRange {
  if (start === undefined) return usualRange
  const isName = end === undefined
  const range = isName
    ? // As the API, which takes any length of time before now.
      (readTimeRange({ timeRange: start, from: undefined, to: undefined }) ?? relativeRange(`now-${start}`))
    : readTimeRange({ timeRange: undefined, from: start, to: end })
  return range ?? usualRange
}

/** A range of time as parameters. */
export function writeRange(range: ChosenTimeRange | undefined): Pick<LogsValues, 'start' | 'end'> {
  const { timeRange, from, to } = writeTimeRange(range)
  return from === undefined ? { start: timeRange, end: undefined } : { start: from, end: to }
}

/** A line in an address: its time and id, by which it is found again. */
export function writeLineReference({ timestamp, id }: { timestamp: string; id: string }): string {
  return `${timestamp}~${id}`
}

/** @returns undefined if a text names no line */
export function readLineReference(text: string | undefined): { timestamp: string; id: string } | undefined {
  const [timestamp = '', ...rest] = (text ?? '').split('~')
  const id = rest.join('~')
  return Number.isNaN(Date.parse(timestamp)) || id === '' ? undefined : { timestamp, id }
}
