import { createScriptChecker } from '@binnacle/scripting'
import type { DataRules } from '../../../platform/data/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import { onCall } from '../../on-call/index.ts'
import type { ServiceProblems } from './settings.ts'
import { createRuleWriter } from './writer.ts'

const own = { resource: 'notifications', feature: 'settings.notifications' } as const

/** Rules of notifications with their counts, and what was sent. */
export function ruleData(platform: Platform, serviceProblems: ServiceProblems): DataRules {
  const { secrets, tasks } = platform
  const policies = onCall.of(platform)
  return {
    notifications: {
      ...own,
      writes: createRuleWriter({
        secrets,
        checkScript: createScriptChecker(tasks),
        serviceProblems,
        hasPolicy: async (id) => (await policies.policy(id)) !== undefined,
      }),
    },
    notifications_summary: own,
    notification_send_history: own,
    notification_send_history_summary: own,
    notification_names: own,
    alerts: own,
    alert_told: own,
    alert_notes: own,
    alert_groups: own,
    notification_history_events: own,
    notification_history_services: own,
  }
}
