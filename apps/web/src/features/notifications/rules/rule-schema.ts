import { notifiableEvents } from '@binnacle/contract/kinds'
import { repeatIntervals, waitChoices } from '@binnacle/contract/notifications'
import type { SchemaNode } from '@binnacle/contract/schema'

const properties = {
  name: { type: 'string', title: 'Name', description: 'Without one, the rule is named after its events.' },
  enabled: { type: 'boolean', title: 'Enabled' },
  events: {
    type: 'array',
    items: { type: 'string', enum: notifiableEvents },
    title: 'Events',
    description: 'What must happen. A passed check also ends the alert that its failure opened.',
    placeholder: 'Choose events',
  },
  filter: {
    type: 'string',
    widget: 'code',
    size: 'very-small',
    title: 'Filter',
    description: 'An expression in CEL that must be true too, for what the conditions cannot say.',
    placeholder: "check.labels.tier == 'gold'",
  },
  repeats: {
    type: 'boolean',
    title: 'Limit repetitions',
    description: 'Sends one message for the same event of the same resource in each interval.',
  },
  repeat_interval: {
    type: 'string',
    widget: 'duration',
    offered: repeatIntervals,
    shownWhen: { field: 'repeats', values: [true] },
    title: 'Repeat interval',
    description: 'Such as 90m or 2d; 1m is a month here.',
  },
  waits: {
    type: 'boolean',
    title: 'Wait before sending',
    description: 'No message is sent if the failure is over by then.',
  },
  wait_for: {
    type: 'string',
    widget: 'duration',
    offered: waitChoices,
    shownWhen: { field: 'waits', values: [true] },
    title: 'Wait for',
    description: 'At least a minute, such as 90s or 5m.',
  },
  group_by: {
    type: 'array',
    items: { type: 'string' },
    title: 'Group by',
    description: 'Sends one message for all resources with the same values. Type the name of a label.',
    placeholder: 'Each resource by itself',
  },
  inhibit: {
    type: 'boolean',
    title: 'Keep quiet about what depends on something that failed',
    description: 'While a resource is unhealthy, the ones that depend on it do not send their own messages.',
  },
  reminds: {
    type: 'boolean',
    title: 'Remind while it still fails',
    description: 'Sends another message after each interval until it is over or acknowledged.',
  },
  reminder_interval: {
    type: 'string',
    widget: 'duration',
    offered: ['30m', '1h', '2h', '4h', '8h', '1d'],
    shownWhen: { field: 'reminds', values: [true] },
    title: 'Remind every',
    description: 'At least a minute.',
  },
  closes_late: {
    type: 'boolean',
    title: 'Closing delay',
    description:
      'Tells of the end only when it has been well for a time. If it fails again within it, the alert goes on.',
  },
  closing_delay: {
    type: 'string',
    widget: 'duration',
    offered: ['1m', '2m', '5m', '10m', '15m', '30m', '1h'],
    shownWhen: { field: 'closes_late', values: [true] },
    title: 'Well for',
    description: 'At least a minute.',
  },
  is_quiet: {
    type: 'boolean',
    title: 'Quiet hours',
    description: 'Messages wait until these hours end. Critical ones are sent at once.',
  },
  quiet_hours: { type: 'object', title: 'Quiet hours' },
  flapping: {
    type: 'string',
    enum: ['Usual', 'Custom', 'Off'],
    title: 'Flapping',
    description:
      'A resource that changes often is told as flapping once, and again when it is calm. Off sends each change.',
  },
  flapping_changes: {
    type: 'string',
    shownWhen: { field: 'flapping', values: ['Custom'] },
    title: 'Changes',
    description: 'Changes of health that begin it, 2–100.',
  },
  flapping_window: {
    type: 'string',
    shownWhen: { field: 'flapping', values: ['Custom'] },
    title: 'Within (min)',
    description: '1–1440',
  },
  flapping_calm: {
    type: 'string',
    shownWhen: { field: 'flapping', values: ['Custom'] },
    title: 'Calm for (min)',
    description: 'Time without a change that ends it, 1–1440.',
  },
  further_recipients: {
    type: 'array',
    title: 'Also tell',
    description: 'More people, teams and services, beside the recipient.',
  },
  escalation_policy_id: {
    type: 'string',
    title: 'Escalation policy',
    description:
      'Tells more people, step by step, until somebody acknowledges the alert. Policies are on the page On call.',
  },
  falls_back: {
    type: 'boolean',
    title: 'Tell someone else',
    description: 'When the message was not sent, or waits, for this long.',
  },
  fallback_delay: {
    type: 'string',
    widget: 'duration',
    offered: ['1m', '5m', '15m', '30m', '1h'],
    shownWhen: { field: 'falls_back', values: [true] },
    title: 'After',
    description: 'At least a minute.',
  },
  title: {
    type: 'string',
    title: 'Title',
    description: 'A Go template such as {{.check.name}} failed. Without one, each event has its own.',
  },
  template_kind: { type: 'string', enum: ['Default', 'Custom'], title: 'Template' },
  template: {
    type: 'string',
    widget: 'code',
    size: 'medium',
    shownWhen: { field: 'template_kind', values: ['Custom'] },
    title: 'Custom template',
    description: 'Markdown with a Go template in it. Services that know no Markdown get plain text.',
    placeholder: '**{{.check.name}}** on {{.canary.name}} failed: {{.status.error}}',
  },
  properties: {
    type: 'string',
    widget: 'code',
    language: 'json',
    size: 'very-small',
    title: 'Properties',
    description: 'Settings for every service of the rule, as JSON. A setting of a service counts more.',
    placeholder: '{ "priority": "5" }',
  },
} as const satisfies Record<string, SchemaNode>

/** The fields of a rule but for its recipients, as its form shows them and as its code explains them. */
export const ruleSchema = {
  type: 'object',
  required: [
    'events',
    'repeat_interval',
    'wait_for',
    'reminder_interval',
    'closing_delay',
    'fallback_delay',
    'template',
  ],
  properties,
} satisfies SchemaNode
