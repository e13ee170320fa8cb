import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const text = (longest: number) => z.string().trim().min(1).max(longest).optional()

/** A responder as people write it: `team:NAME`, `user:ADDRESS`, `schedule:NAME`, `escalation:NAME`. */
const responders = z
  .string()
  .trim()
  .max(5_000, { abort: true })
  .regex(
    /^(?:team|user|schedule|escalation):[^,]+(?:,\s*(?:team|user|schedule|escalation):[^,]+)*$/,
    'must be such as team:web, user:ann@example.com',
  )

// Limits: https://docs.opsgenie.com/docs/alert-api#create-alert
const schema = z.strictObject({
  priority: field(z.enum(['P1', 'P2', 'P3', 'P4', 'P5']).optional(), {
    title: 'Priority',
    description: 'Default: from the severity; critical is P1',
  }),
  responders: field(responders.optional(), {
    title: 'Responders',
    description:
      'Who gets the alert, separated by commas: team:NAME, user:ADDRESS, schedule:NAME, escalation:NAME. Default: as the integration says',
  }),
  visibleTo: field(responders.optional(), {
    title: 'Visible to',
    description: 'Teams and users that see the alert without a notification, written as responders.',
  }),
  tags: field(text(1_000), { title: 'Tags', description: 'Tags, separated by commas, at most 20.' }),
  entity: field(text(512), {
    title: 'Entity',
    description: 'What the alert is about. Default: the name of the resource',
  }),
  source: field(text(100), { title: 'Source', description: 'Default: Binnacle' }),
  user: field(text(100), {
    title: 'User',
    description: 'Name that OpsGenie shows as the user that opens and closes alerts.',
  }),
  note: field(text(25_000), { title: 'Note', description: 'Note to add to the alert.' }),
})

export const notifier = defineNotifier({
  type: 'opsgenie',
  title: 'OpsGenie',
  description: 'Opens an alert in OpsGenie and closes it when the alert recovers.',
  setup:
    'In OpsGenie, open the team, Integrations, "Add integration", API; its API key is the key of the connection. Accounts in the EU use the host api.eu.opsgenie.com. Atlassian ends OpsGenie in April 2027.',
  icon: 'siren',
  schema,
  example: { responders: 'team:web', tags: 'shop, production' },
  connections: ['opsgenie'],
  body: 'text',
  takesKey: true,
  recovery: 'update',
  takesEach: true,
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type OpsgenieSpec = NotifierSpecOf<typeof notifier>
