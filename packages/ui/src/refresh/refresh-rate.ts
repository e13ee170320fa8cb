import { HOUR } from '@binnacle/contract/core'

/** How often a page reloads its data. Source: specification, document 2 section 2. */
export const refreshRates = ['None', '15s', '30s', '60s', '2m', '3m', '5m', '10m', '15m'] as const
export type RefreshRate = (typeof refreshRates)[number]

/** Default: the shortest rate that is allowed with a range of one hour. */
export const DEFAULT_REFRESH_RATE: RefreshRate = '60s'

/** Whether a text is an offered rate. */
export function isRefreshRate(text: string): text is RefreshRate {
  return refreshRates.some((rate) => rate === text)
}

const unitMilliseconds: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

/**
 * Converts a rate to milliseconds: a whole number with s, m, h, d or w. @returns undefined for None and invalid texts
 */
export function rateMilliseconds(text: string): number | undefined {
  const match = /^(\d{1,6})([smhdw])$/.exec(text)
  const unit = unitMilliseconds.get(match?.[2] ?? '')
  const amount = Number(match?.[1])
  return match === null || unit === undefined || amount === 0 ? undefined : amount * unit
}

const rules: readonly { from: number; rates: readonly RefreshRate[] }[] = [
  { from: HOUR, rates: ['15s', '30s'] },
  { from: 3 * HOUR, rates: ['2m', '3m'] },
]

/** Whether a rate is allowed with a time range of the given milliseconds. */
export function isRateAllowed(rate: RefreshRate, rangeMilliseconds: number): boolean {
  return !rules.some(({ from, rates }) => rangeMilliseconds >= from && rates.includes(rate))
}

/** Returns the rate if it is allowed with a time range of the given milliseconds, otherwise the next longer one. */
export function allowedRate(rate: RefreshRate, rangeMilliseconds: number): RefreshRate {
  const longer = refreshRates.slice(refreshRates.indexOf(rate))
  return longer.find((candidate) => isRateAllowed(candidate, rangeMilliseconds)) ?? rate
}
