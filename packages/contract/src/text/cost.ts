/** An amount of money: cents up to 10 dollars, whole dollars above. Source: specification, document 2 section 9. */
export function formatCost(dollars: number): string {
  return dollars > 10 ? `$${Math.round(dollars)}` : `$${dollars.toFixed(2)}`
}

/** Days that the longer of the two costs of a trend covers. */
const TREND_DAYS = 30
/** Share of the average by which a day must differ before it is shown. */
const NOTABLE = 0.1

/**
 * How the cost of the last day compares with the average day of the last 30.
 * @param oneDay dollars of the last day
 * @param thirtyDays dollars of the last 30 days
 * @returns undefined if they differ by at most 10 %, or if there is no average
 */
export function costTrend(oneDay: number, thirtyDays: number): 'increase' | 'decrease' | undefined {
  const average = thirtyDays / TREND_DAYS
  if (average <= 0) return undefined
  const difference = (oneDay - average) / average
  if (Math.abs(difference) <= NOTABLE) return undefined
  return difference > 0 ? 'increase' : 'decrease'
}
