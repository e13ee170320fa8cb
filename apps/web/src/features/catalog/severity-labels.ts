/** The words of the severities that filters offer, or that links ask for. */
export const severityLabels = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
  warning: 'Warning',
  blocker: 'Blocker',
  'medium,low': 'Medium and low',
} as const
