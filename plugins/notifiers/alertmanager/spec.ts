import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({
  form: field(z.enum(['alerts', 'webhook']).default('alerts'), {
    title: 'Form',
    description:
      'alerts: what Prometheus sends to the API of an Alertmanager. webhook: what an Alertmanager sends to a webhook receiver. Default: alerts',
  }),
  alertName: field(z.string().trim().min(1).max(500).optional(), {
    title: 'Alert name',
    description: 'The label alertname. Default: the name of the resource',
  }),
  receiver: field(z.string().trim().min(1).max(200).default('binnacle'), {
    title: 'Receiver',
    description: 'Name of the receiver in a webhook. Default: binnacle',
  }),
  keepHours: field(z.number().int().min(1).max(8_760).default(24), {
    title: 'Keep for (hours)',
    description:
      'The Alertmanager ends the alert after this time if neither a repetition nor a recovery comes. Longer than the repeat interval of the rule. Default: 24',
  }),
})

export const notifier = defineNotifier({
  type: 'alertmanager',
  title: 'Alertmanager',
  description: 'Sends alerts to an Alertmanager, or to what takes alerts as it does, and ends them there.',
  setup:
    'For the form alerts, create an Alertmanager connection with the address of the Alertmanager (the part before /api/v2). For the form webhook, use the full URL of the receiver. Labels of the message become labels of the alert, with `severity`, `kind` and `alertname`.',
  icon: 'siren',
  schema,
  example: { form: 'alerts', keepHours: 24 },
  connections: ['alertmanager'],
  body: 'text',
  takesKey: true,
  recovery: 'update',
  takesEach: true,
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type AlertmanagerSpec = NotifierSpecOf<typeof notifier>
