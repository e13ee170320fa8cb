import type { Alerting } from '../../on-call/index.ts'
import type { DecideDependencies } from '../pipeline/decide/decide.ts'
import type { TriggeringEvent } from '../pipeline/record/rows.ts'
import { type Ending, endGroups, stateOfAlert } from './end.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { VerbDependencies } from './verbs.ts'

/** Creates what the verbs use. */
export function createVerbs(
  dependencies: DecideDependencies & Pick<VerbDependencies, 'countMessage'>,
  alerting: Pick<Alerting, 'tell'>,
): VerbDependencies {
  return {
    events: dependencies.events,
    countMessage: dependencies.countMessage,
    review: (client, ids, time) =>
      dependencies.review.at(client, new Map(ids.map((id) => [id, time.getTime()]))),
    async end(client, alerts, now) {
      const rules = new Map((await dependencies.rules.all()).map((rule) => [rule.id, rule]))
      const endings = alerts.map((alert): Ending => {
        const kind = alert.resource_kind
        const event = kind === 'check' ? 'check.passed' : `${kind}.healthy`
        const happening: TriggeringEvent = { id: alert.id, event, tells: 'recovery', time: now }
        const state = stateOfAlert(alert)
        return { happening, state, reason: 'resolved' }
      })
      await endGroups(client, dependencies, rules, endings)
    },
    async assign(client, alert, personId, by) {
      const member = await tablesOn(client)
        .selectFrom('core.notification_alert_members')
        .select('alert_id')
        .where('of_alert', '=', alert.id)
        .where('ended_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      if (member === undefined) return
      await alerting.tell(client, member.alert_id, [{ personId }], {
        policyId: alert.id,
        policyName: '',
        // No escalation has this one, so that the message is its own each time.
        cycle: -1,
        round: Math.floor(dependencies.now().getTime() / 1_000) % 2_000_000_000,
        step: 0,
        text: `${by} gave it to them`,
      })
    },
  }
}
