/** Units of a relative range: `m` is a minute, `M` a month. Source: specification, document 2 section 2. */
export const rangeUnits = ['ms', 's', 'm', 'h', 'd', 'w', 'M', 'y'] as const
type RangeUnit = (typeof rangeUnits)[number]

/** A time range that begins or ends now. */
export interface Offset {
  amount: number
  unit: RangeUnit
  direction: 'past' | 'future'
}

const words: Readonly<Record<RangeUnit, string>> = {
  ms: 'millisecond',
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  M: 'month',
  y: 'year',
}

/** Lengths of the units with a fixed length. Months and years follow the calendar. */
export const fixedMilliseconds: Readonly<Record<Exclude<RangeUnit, 'M' | 'y'>, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Parses `now-2d` or `now+5m`. @returns undefined if the text is not a relative range */
export function parseRelative(text: string): Offset | undefined {
  const match = /^now([+-])(\d{1,9})(ms|[smhdwMy])$/.exec(text)
  const unit = rangeUnits.find((candidate) => candidate === match?.[3])
  const amount = Number(match?.[2])
  if (match === null || unit === undefined || amount === 0) return undefined
  return { amount, unit, direction: match[1] === '-' ? 'past' : 'future' }
}

/** Formats a relative range as `now-2d` or `now+5m`. */
export function formatRelative({ amount, unit, direction }: Offset): string {
  return `now${direction === 'past' ? '-' : '+'}${amount}${unit}`
}

/** Describes a relative range: `Last 2 days`, `Next 5 minutes`. */
export function describeOffset({ amount, unit, direction }: Offset): string {
  const word = `${words[unit]}${amount === 1 ? '' : 's'}`
  return `${direction === 'past' ? 'Last' : 'Next'} ${amount === 1 ? '' : `${amount} `}${word}`
}
