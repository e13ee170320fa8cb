import { MINUTE } from '@binnacle/contract/core'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import type { Severity } from '@binnacle/contract/health'
import { type ReachPlan, urgencyOf } from '@binnacle/contract/on-call'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ReachStep } from '../ports.ts'
import { loadMethods, loadPlans, type MethodRow, sendingMethod } from './stored.ts'

/** The steps that a plan makes of verified methods. */
function plannedSteps(secrets: Secrets, plan: ReachPlan, methods: readonly MethodRow[]): ReachStep[] {
  return plan
    .flatMap(({ methodId, afterMinutes }) => {
      const row = methods.find(({ id, verified_at: verified }) => id === methodId && verified !== null)
      const method = row === undefined ? undefined : sendingMethod(secrets, row)
      return row === undefined || method === undefined
        ? []
        : [{ afterMilliseconds: afterMinutes * MINUTE, method, label: row.label }]
    })
    .toSorted((left, right) => left.afterMilliseconds - right.afterMilliseconds)
}

/**
 * The steps in which an alert reaches a person. Without a plan every verified method is used at once; without such a
 * method, or if a plan leads nowhere, the address of the account is.
 */
export async function reachOf(
  reader: Connection,
  secrets: Secrets,
  personId: string,
  severity: Severity,
): Promise<readonly ReachStep[]> {
  const person = await tablesOn(reader)
    .selectFrom('core.people')
    .select('email')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .executeTakeFirst()
  if (person === undefined) return []
  const methods = await loadMethods(reader, [personId])
  const plan = (await loadPlans(reader, [personId]))(personId, urgencyOf(severity))
  const everything = methods.map(({ id }) => ({ methodId: id, afterMinutes: 0 }))
  const steps = plannedSteps(secrets, plan.length > 0 ? plan : everything, methods)
  if (steps.length > 0 || person.email === null) return steps
  return [{ afterMilliseconds: 0, method: { kind: 'email', address: person.email }, label: person.email }]
}
