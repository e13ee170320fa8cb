import type { HealthTone } from '@binnacle/ui'

/** How a usage bar looks. */
export interface Usage {
  tone: HealthTone
  /** Percent of the bar that is filled. */
  width: number
}

/**
 * The bar of a usage in percent: green up to 75, orange above 75, red above 90, and always between 5 and 100 wide.
 * Source: CHK-021, CHK-022, decision 13.
 */
export function usageOf(percent: number): Usage {
  return {
    tone: percent > 90 ? 'unhealthy' : percent > 75 ? 'warning' : 'healthy',
    width: Math.min(Math.max(percent, 5), 100),
  }
}
