import * as z from 'zod/mini'
import { describeEvent, describeKind } from '../core/kind.ts'
import { severities } from '../health/severity.ts'

/** An alert of a notification rule. Consumers read from its row what holds now. */
const alertChanged = (when: string) =>
  describeEvent({
    version: 1,
    when,
    payload: z.object({
      alertId: z.uuid(),
      notificationId: z.uuid(),
      /** The escalation policy of the rule; null if it has none. */
      policyId: z.nullable(z.uuid()),
      severity: z.enum(severities),
      time: z.iso.datetime(),
    }),
  })

const alertKind = describeKind({
  name: 'notification_alerts',
  events: {
    'alert.opened': alertChanged('A notification rule has a new alert.'),
    'alert.acknowledged': alertChanged('Somebody acknowledged an alert.'),
    'alert.closed': alertChanged('Everything that an alert is about is well again.'),
  },
})

/** The kinds of notifications. */
export const notificationKinds = [
  alertKind,
  describeKind({ name: 'notifications' }),
  describeKind({ name: 'notification_history' }),
  describeKind({ name: 'notification_silences' }),
  describeKind({ name: 'alerts' }),
] as const
