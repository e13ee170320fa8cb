/** Property with the percentage below which an uptime is a warning. */
const WARNING_BELOW = 'health.uptime_warning_below'
/** Property with the percentage below which an uptime is unhealthy. */
const UNHEALTHY_BELOW = 'health.uptime_unhealthy_below'

/** Percentages below which an uptime is a warning, and below which it is unhealthy. */
export interface UptimeThresholds {
  warning: number
  unhealthy: number
}

export const defaultUptimeThresholds: UptimeThresholds = { warning: 99.9, unhealthy: 99 }

/** Parses a percentage from 0 to 100. @returns undefined for anything else */
function parsePercentage(text: string): number | undefined {
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN
  return value <= 100 ? value : undefined
}

/** Whether a property needs a percentage and has another value. */
export function isWrongPercentage({ name, value }: { name: string; value: string }): boolean {
  return [WARNING_BELOW, UNHEALTHY_BELOW].includes(name) && parsePercentage(value) === undefined
}

/** Reads the thresholds from properties. A missing or invalid one has its default. */
export function uptimeThresholds(properties: readonly { name: string; value: string }[]): UptimeThresholds {
  const read = (wanted: string) =>
    parsePercentage(properties.find(({ name }) => name === wanted)?.value ?? '')
  return {
    warning: read(WARNING_BELOW) ?? defaultUptimeThresholds.warning,
    unhealthy: read(UNHEALTHY_BELOW) ?? defaultUptimeThresholds.unhealthy,
  }
}
