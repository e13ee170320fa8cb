import { excerpt, type RunCheck } from '@binnacle/plugin-kit/checks'
import {
  credentialsOf,
  healthy,
  tlsSettings,
  unhealthy,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { below, requestJson } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import { type AlertmanagerSpec, alertmanagerUrl } from './spec.ts'

/** Alerts that a result keeps. */
const MOST_ALERTS = 100

const texts = z.record(z.string(), z.string())

// The fields of `gettableAlert` that the check uses (api/v2/openapi.yaml of Alertmanager).
const alertsShape = z.array(
  z.object({
    labels: texts,
    annotations: texts.default({}),
    fingerprint: z.string(),
    startsAt: z.string(),
    status: z.object({ state: z.string() }),
  }),
)

/** Labels that identify an alert for people, the most useful first. */
const naming = ['alertname', 'namespace', 'node', 'workload', 'container']
const explaining = ['message', 'description', 'summary']

/** The matchers of a spec in Alertmanager's syntax. Its regular expressions match whole values. */
export function matchersOf(spec: AlertmanagerSpec): string[] {
  const quoted = (text: string) =>
    `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
  const anyOf = (patterns: readonly string[]) => quoted(patterns.map((pattern) => `(?:${pattern})`).join('|'))
  return [
    ...Object.entries(spec.filters ?? {}).map(([label, pattern]) => `${label}=~${quoted(pattern)}`),
    ...Object.entries(spec.exclude_filters ?? {}).map(([label, value]) => `${label}!=${quoted(value)}`),
    ...(spec.alerts === undefined ? [] : [`alertname=~${anyOf(spec.alerts)}`]),
    ...(spec.ignore === undefined ? [] : [`alertname!~${anyOf(spec.ignore)}`]),
  ]
}

export const run: RunCheck<AlertmanagerSpec> = async (spec, context) => {
  const address = alertmanagerUrl(spec)
  if (address === undefined) return unknown(UNRESOLVED)
  const url = new URL(below(address, 'api/v2/alerts'))
  for (const matcher of matchersOf(spec)) url.searchParams.append('filter', matcher)
  const answered = await requestJson(
    { url: url.href, credentials: credentialsOf(spec), tls: tlsSettings(spec.tlsConfig) },
    context,
  )
  if (!answered.ok) return answered.failure
  const { json, status, durationMilliseconds, details } = answered.value
  const failed = { durationMilliseconds, details: details(true) }
  if (status < 200 || status > 299)
    return unhealthy(
      `status ${status}, expected 200 to 299: ${excerpt(context, JSON.stringify(json), 500)}`,
      failed,
    )
  const parsed = alertsShape.safeParse(json)
  if (!parsed.success) return unhealthy('the answer is not that of an Alertmanager', failed)
  const first = (values: Readonly<Record<string, string>>, keys: readonly string[]) =>
    keys.map((key) => values[key]).find((value) => value !== undefined && value !== '') ?? ''
  const alerts = parsed.data.map(({ labels, annotations, fingerprint, startsAt, status: { state } }) => ({
    name: first(labels, naming),
    message: first(annotations, explaining),
    labels,
    annotations,
    fingerprint,
    startsAt,
    state,
  }))
  return healthy({
    durationMilliseconds,
    message: alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`,
    details: { results: { alerts: alerts.slice(0, MOST_ALERTS), count: alerts.length }, ...details(false) },
  })
}
