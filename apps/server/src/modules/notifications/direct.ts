// Messages of the product about itself that need neither the queue nor the database. The ways are kept in memory.
import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { newId } from '../../platform/ids.ts'
import type { SubjectState } from '../../platform/subjects.ts'
import type { Recipient as EscalationRecipient } from '../on-call/index.ts'
import type { DirectMessage, DirectMessages } from '../watchdog/index.ts'
import type { DecideDependencies } from './pipeline/decide/decide.ts'
import {
  type DeliverDependencies,
  prepareService,
  type PreparedDelivery,
  sendThrough,
} from './pipeline/send/deliver.ts'
import { rulesFor } from './pipeline/decide/filter.ts'
import { waysTo } from './pipeline/decide/people.ts'
import { prepareRule } from './pipeline/decide/prepare.ts'
import type { Recipient } from './pipeline/decide/recipients.ts'
import { recipientsNamed } from './pipeline/decide/recipients-named.ts'
import { bodyIn } from './pipeline/send/render.ts'
import { escapeMarkdown } from './pipeline/send/texts.ts'
import type { NotificationTables } from './tables.ts'

export interface DirectMessageDependencies extends DecideDependencies {
  deliver: DeliverDependencies
}

/** Recipients that are kept: few tell of the product itself. */
const MOST_WAYS = 50

/** A check as it would be if it failed, for the filters of rules. */
function failing(state: SubjectState): SubjectState {
  const { check, status } = state.variables
  return {
    ...state,
    health: 'unhealthy',
    variables: {
      ...state.variables,
      check: { ...Object(check), status: 'unhealthy' },
      status: { ...Object(status), status: false },
    },
  }
}

/** Creates what sends messages directly. */
export function createDirectMessages(dependencies: DirectMessageDependencies): DirectMessages {
  const { pool, rules, subjects, people, deliver, publicUrl, now } = dependencies
  let ways: ReadonlyMap<string, PreparedDelivery> = new Map()

  /** Whom the first step of a policy tells that reaches somebody now. */
  async function policyRecipients(policyId: string): Promise<readonly Recipient[]> {
    const policy = await people.onCall.policy(policyId)
    for (const { targets } of policy?.steps ?? []) {
      const wanted: EscalationRecipient[] = []
      for (const { kind, id } of targets)
        if (kind === 'rota')
          wanted.push(...(await people.onCall.now(id, now())).map((personId) => ({ personId })))
        else wanted.push(kind === 'team' ? { teamId: id } : { personId: id })
      const found = await Promise.all(wanted.map((each) => recipientsNamed(pool, each)))
      if (found.some((each) => each.length > 0)) return found.flat()
    }
    return []
  }

  /** Adds the ways to those whom rules would tell of a failure: the first way of each person. */
  async function addWays(state: SubjectState, found: Map<string, PreparedDelivery>): Promise<void> {
    const happening = { id: newId(), event: 'check.failed', tells: 'alert', time: now() } as const
    const resource = { happening, state: failing(state) }
    for (const { rule, decisions, error } of await rulesFor(dependencies, await rules.all(), resource)) {
      if (error !== undefined) continue
      const { recipients, suppression } = await prepareRule(dependencies, rule, resource, decisions)
      if (suppression !== undefined) continue
      const named =
        recipients.length > 0 || rule.escalationPolicyId === undefined
          ? recipients
          : await policyRecipients(rule.escalationPolicyId)
      for (const recipient of named) {
        const [first] = (await waysTo(people, recipient, state.severity)).toSorted(
          (one, other) => one.afterMilliseconds - other.afterMilliseconds,
        )
        if (first === undefined) continue
        const { key } = first.recipient
        const ready = await prepareService(deliver, first.recipient, rule.properties, rule.namespace)
        // What was right before is better than nothing.
        const way = ready.ok ? ready.value : ways.get(key)
        if (way !== undefined && found.size < MOST_WAYS) found.set(key, way)
      }
    }
  }

  async function send(
    ready: PreparedDelivery,
    { title, text, path, ...given }: DirectMessage,
  ): Promise<boolean> {
    const { definition } = ready.service
    const message: NotificationMessage = {
      ...given,
      title,
      body: bodyIn(definition.body, escapeMarkdown(text)),
      severity: 'critical',
      resource: { kind: 'check', name: title },
      labels: {},
      links: [{ name: 'view', label: 'View', url: publicUrl + path }],
    }
    const sent = await sendThrough(
      deliver,
      ready,
      message,
      newId(),
      AbortSignal.timeout(definition.timeoutMilliseconds),
    )
    if (!sent.ok)
      deliver.log.warn({ service: definition.type, reason: sent.failure.message }, 'a direct message failed')
    return sent.ok
  }

  return {
    async remember(checkIds) {
      const states = await subjects.get('check')?.load(checkIds)
      const found = new Map<string, PreparedDelivery>()
      for (const state of states?.values() ?? []) await addWays(state, found)
      ways = found
    },
    async isTold(checkId, kind, since) {
      const row = await tablesOn<NotificationTables>(pool)
        .selectFrom('core.notification_send_history')
        .select('id')
        .where('resource_id', '=', checkId)
        .where('tells', '=', kind)
        .where('status', '=', 'sent')
        .where('created_at', '>=', since)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async tell(message) {
      const sent = await Promise.all([...ways.values()].map((ready) => send(ready, message)))
      return { told: sent.filter((ok) => ok).length, of: sent.length }
    },
  }
}
