import { createHash } from 'node:crypto'
import { fail, HOUR, succeed } from '@binnacle/contract/core'
import { parseBoundedJson } from '@binnacle/plugin-kit/core'
import { basicAuthorization, below } from '@binnacle/plugin-kit/http'
import { sendToService } from '@binnacle/plugin-kit/notifier-http'
import { cutText, type NotificationMessage, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkOf } from '../urgency.ts'
import type { AlertmanagerSpec } from './spec.ts'

/** The vendor names no limit; Prometheus keeps labels and annotations far shorter. */
const LONGEST_TEXT = 10_000
const LONGEST_SUMMARY = 500
/** End of an alert that has not ended, as Go writes a time that is not set. */
const NO_TIME = '0001-01-01T00:00:00Z'

type Labels = Readonly<Record<string, string>>

const labelsShape = z.record(z.string(), z.string())

/** Label names have letters, digits and _ (https://prometheus.io/docs/concepts/data_model/). */
function labelName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_]/g, '_').replace(/^(?=\d)/, '_')
}

function newLabels({ alertName }: AlertmanagerSpec, message: NotificationMessage): Labels {
  const { labels, resource, severity } = message
  const named = Object.entries({
    ...Object.fromEntries(Object.entries(labels).map(([name, value]) => [labelName(name), value])),
    alertname: alertName ?? resource.name,
    kind: resource.kind,
    severity,
  })
  // An empty value means that there is no such label.
  const given = named.filter(([, value]) => value !== '')
  return Object.fromEntries(given.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** An Alertmanager knows an alert by its labels, so its recovery must have those of its opening. */
function labelsOf(spec: AlertmanagerSpec, message: NotificationMessage): Labels {
  const stored = parseBoundedJson(message.opening?.place ?? '')
  const labels = labelsShape.safeParse(stored.ok ? stored.value : undefined)
  return labels.success ? labels.data : newLabels(spec, message)
}

function annotationsOf({ title, body, links }: NotificationMessage): Labels {
  return {
    summary: cutText(oneLine(title), LONGEST_SUMMARY),
    description: cutText(body, LONGEST_TEXT),
    ...Object.fromEntries(links.map(({ name, url }) => [`${name}_url`, url])),
  }
}

/** The alert as Prometheus sends it (https://prometheus.io/docs/alerting/latest/clients/). */
function postableAlert(spec: AlertmanagerSpec, message: NotificationMessage, labels: Labels, now: Date) {
  const view = linkOf(message, 'view')?.url
  const isOver = message.kind === 'recovery'
  return {
    labels,
    annotations: annotationsOf(message),
    // Of a recovery, the time is the end. The Alertmanager knows the start.
    ...(isOver ? {} : { startsAt: message.time.toISOString() }),
    endsAt: (isOver ? message.time : new Date(now.getTime() + spec.keepHours * HOUR)).toISOString(),
    ...(view === undefined ? {} : { generatorURL: view }),
  }
}

/** What an Alertmanager sends (https://prometheus.io/docs/alerting/latest/configuration/#webhook_config). */
function webhookOf({ receiver }: AlertmanagerSpec, message: NotificationMessage, labels: Labels) {
  const { kind, time, alert } = message
  const status = kind === 'recovery' ? 'resolved' : 'firing'
  const annotations = annotationsOf(message)
  const view = linkOf(message, 'view')?.url ?? ''
  return {
    version: '4',
    groupKey: alert,
    truncatedAlerts: 0,
    status,
    receiver,
    groupLabels: { alertname: labels['alertname'] ?? '' },
    commonLabels: labels,
    commonAnnotations: annotations,
    externalURL: URL.parse(view)?.origin ?? '',
    alerts: [
      {
        status,
        labels,
        annotations,
        startsAt: time.toISOString(),
        endsAt: status === 'resolved' ? time.toISOString() : NO_TIME,
        generatorURL: view,
        fingerprint: createHash('sha256').update(JSON.stringify(labels)).digest('hex').slice(0, 16),
      },
    ],
  }
}

/** Posts an alert to an Alertmanager or to a receiver of its webhooks. */
export const run: RunNotifier<AlertmanagerSpec> = async (spec, message, context) => {
  const { url, username, password } = context.connection
  if (url === undefined || !URL.canParse(url))
    return fail({ message: 'the connection has no valid URL', isTemporary: false })
  const labels = labelsOf(spec, message)
  const isWebhook = spec.form === 'webhook'
  const sent = await sendToService(
    isWebhook ? 'the receiver' : 'Alertmanager',
    {
      url: isWebhook ? url : below(url, 'api/v2/alerts'),
      headers: basicAuthorization({
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      }),
      json: isWebhook
        ? webhookOf(spec, message, labels)
        : [postableAlert(spec, message, labels, context.now())],
    },
    context,
  )
  return sent.ok ? succeed({ place: JSON.stringify(labels) }) : sent
}
