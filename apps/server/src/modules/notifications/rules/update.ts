import type { Row } from '@binnacle/data-api'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { changedColumns, masked, parseRule, type RuleDependencies, snapshot, storedValues } from './parse.ts'
import { withChanges } from './recipients.ts'
import { lockRule, refuseForeign, refuseTakenName, type RuleValues } from './rule.ts'

/** Columns in which an error of a rule can lie. A change of one of them gives the rule another try. */
const faulty = [
  'filter',
  'title',
  'template',
  'person_id',
  'team_id',
  'custom_services',
  'fallback_person_id',
  'fallback_team_id',
  'fallback_custom_services',
  'further_recipients',
  'properties',
] as const

/**
 * Changes a rule in the transaction of the caller; `deleted_at: null` takes it into use again. What the changes do not
 * name stays, and a change that changes nothing records nothing.
 */
export async function updateRule(
  client: ClientBase,
  id: string,
  changes: Row,
  actor: Actor,
  dependencies: RuleDependencies,
): Promise<void> {
  const { secrets } = dependencies
  const before = await lockRule(client, id)
  refuseForeign(before)
  const shown = masked(before, secrets)
  const parsed = await parseRule(client, withChanges(shown, changes), before, dependencies)
  const after: RuleValues = { ...parsed, name: parsed.name ?? before.name }
  const restores = before.deleted_at !== null && changes['deleted_at'] === null
  if (restores || before.deleted_at === null) await refuseTakenName(client, after, id)
  const changed = changedColumns(before, after, secrets)
  if (changed.size === 0 && !restores) return
  const keepsError = !faulty.some((column) => changed.has(column))
  await tablesOn(client)
    .updateTable('core.notifications')
    .set({
      ...storedValues(after),
      ...(keepsError ? {} : { error: null, error_at: null }),
      ...(restores ? { deleted_at: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  await audit(client, actor, {
    action: 'update',
    resource: 'notifications',
    id,
    name: after.name,
    before: { ...snapshot(before, secrets), deleted_at: before.deleted_at },
    after: { ...snapshot(after, secrets), deleted_at: restores ? null : before.deleted_at },
  })
}
