/** Severities of a check or an incident, in the spelling that is stored. */
export const severities = ['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'] as const
export type Severity = (typeof severities)[number]

/** Severities that filters offer, most severe first. Source: specification, document 2 section 9. */
export const severityOptions = ['critical', 'high', 'medium', 'low', 'info'] as const

/** The severity under which summaries count: they count low as medium. Source: FMT-012. */
export function summarySeverity(severity: string): string {
  return severity === 'low' ? 'medium' : severity
}

/** What the link of a summary asks for where it counts both as one. */
export const MEDIUM_AND_LOW = 'medium,low'
