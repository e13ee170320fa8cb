/**
 * Severities of a check, an alert or an incident, in the spelling that is stored, the least severe first. Source: decision 1,
 * INC-056.
 */
export const severities = ['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'] as const
export type Severity = (typeof severities)[number]

/** The order of lists: the most severe first. */
export const severitiesWorstFirst: readonly Severity[] = severities.toReversed()

/** Severities that need somebody soon: the defaults for what breaks quiet hours, and for marks in messages. */
export const urgentSeverities = ['critical', 'blocker', 'high'] as const satisfies readonly Severity[]
/** The two severities above high. */
export const criticalSeverities = ['critical', 'blocker'] as const satisfies readonly Severity[]

const urgent: ReadonlySet<string> = new Set(urgentSeverities)
const critical: ReadonlySet<string> = new Set(criticalSeverities)

/** Whether a severity is high or above. */
export const isUrgent = (severity: string): boolean => urgent.has(severity)
/** Whether a severity is above high. */
export const isCritical = (severity: string): boolean => critical.has(severity)

/** Ranks severities in any case: a higher number is more severe, and -1 is no severity. */
export const severityRank = (severity: string): number =>
  severities.findIndex((known) => known === severity.toLowerCase())

/** Severities that filters offer, most severe first. Source: specification, document 2 section 9. */
export const severityOptions = ['critical', 'high', 'medium', 'low', 'info'] as const

/** The severity under which summaries count: they count low as medium. Source: FMT-012. */
export function summarySeverity(severity: string): string {
  return severity === 'low' ? 'medium' : severity
}

/** What the link of a summary asks for where it counts both as one. */
export const MEDIUM_AND_LOW = 'medium,low'
