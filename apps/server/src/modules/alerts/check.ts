import { type Severity, severities } from '@binnacle/contract/health'
import type { Columns } from '../../platform/database/columns.ts'
import type { PushedCheck } from '../health/index.ts'
import type { Labels } from './fingerprint.ts'

/** The type of checks that are alerts. */
export const ALERT_TYPE = 'alert'

const LONGEST_DESCRIPTION = 500

/** Words for severities that rules often use besides ours. */
const otherSeverities: Readonly<Record<string, Severity>> = {
  page: 'critical',
  emergency: 'critical',
  disaster: 'critical',
  error: 'high',
  warn: 'warning',
  notice: 'low',
  information: 'info',
  none: 'info',
}

function severityOf(text: string | undefined): Severity | undefined {
  const word = text?.toLowerCase() ?? ''
  return severities.find((severity) => severity === word) ?? otherSeverities[word]
}

/** Annotations that say what is wrong, the shortest first. */
const explaining = ['summary', 'message', 'description']

/** What an alert says: its summary in the first line, then its description. */
export function alertText(annotations: Labels): string {
  const found = explaining.flatMap((name) => {
    const text = annotations[name]?.trim()
    return text === undefined || text === '' ? [] : [text]
  })
  return [...new Set(found)].join('\n')
}

/** An alert as it is stored. */
export type AlertFacts = Columns<
  'core.received_alerts',
  | 'fingerprint'
  | 'name'
  | 'labels'
  | 'annotations'
  | 'generator_url'
  | 'starts_at'
  | 'resolved_at'
  | 'resolved_by'
>

function textOf({ labels, annotations, resolved_at, resolved_by }: AlertFacts): string {
  if (resolved_at !== null)
    return resolved_by === 'timeout' ? 'Resolved: no sender reports the alert any more' : 'Resolved'
  const text = alertText(annotations)
  return text === '' ? `${labels['alertname'] ?? 'The alert'} is firing` : text
}

/** The check that shows an alert. */
export function checkOf(alert: AlertFacts): PushedCheck {
  const { fingerprint, name, labels, annotations, generator_url: url, starts_at, resolved_at } = alert
  return {
    name,
    namespace: labels['namespace'],
    description: (annotations['description'] ?? annotations['summary'])?.slice(0, LONGEST_DESCRIPTION),
    icon: 'bell-ring',
    endpoint: url ?? undefined,
    labels,
    severity: severityOf(labels['severity']),
    state: resolved_at === null ? 'unhealthy' : 'healthy',
    text: textOf(alert),
    details: {
      fingerprint,
      annotations: { ...annotations },
      startsAt: starts_at.toISOString(),
      ...(resolved_at === null ? {} : { resolvedAt: resolved_at.toISOString() }),
      ...(url === null ? {} : { generatorURL: url }),
    },
  }
}
