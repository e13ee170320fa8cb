import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const text = () => z.string().trim().min(1).max(500).optional()

const schema = z.strictObject({
  severity: field(z.enum(['critical', 'error', 'warning', 'info']).optional(), {
    title: 'Severity',
    description: 'Default: from the severity of the alert; high is error, medium and low are warning',
  }),
  source: field(text(), {
    title: 'Source',
    description: 'What is affected. Default: the name of the resource',
  }),
  component: field(text(), { title: 'Component', description: 'Part of the source, such as mysql.' }),
  group: field(text(), { title: 'Group', description: 'Group of services, such as app-stack.' }),
  class: field(text(), {
    title: 'Class',
    description: 'Kind of the event. Default: the kind of the resource',
  }),
})

export const notifier = defineNotifier({
  type: 'pagerduty',
  title: 'PagerDuty',
  description: 'Opens an incident in PagerDuty for an alert and resolves it when the alert recovers.',
  setup:
    'In PagerDuty, open the service, tab Integrations, "Add an integration", Events API V2; its integration key is the key of the connection. Messages that are neither an alert nor its recovery become change events.',
  icon: 'siren',
  schema,
  example: { group: 'shop' },
  connections: ['pagerduty'],
  body: 'text',
  takesKey: true,
  recovery: 'update',
  takesEach: true,
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type PagerdutySpec = NotifierSpecOf<typeof notifier>
