import { UI_SOURCE } from '@binnacle/contract/core'
import type { Row } from '@binnacle/data-api'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { newId } from '../../../platform/ids.ts'
import { parseRule, type RuleDependencies, snapshot, storedValues } from './parse.ts'
import { freeName, refuseTakenName, type RuleValues } from './rule.ts'

/**
 * Creates a rule in the transaction of the caller. It gets a name if it comes without one.
 * @param id chosen by the client
 * @returns its id
 */
export async function createRule(
  client: ClientBase,
  row: Row,
  actor: Actor,
  id: string | undefined,
  dependencies: RuleDependencies,
): Promise<string> {
  const parsed = await parseRule(client, row, undefined, dependencies)
  const rule: RuleValues = { ...parsed, name: parsed.name ?? (await freeName(client, parsed)) }
  await refuseTakenName(client, rule)
  const made = id ?? newId()
  await tablesOn(client)
    .insertInto('core.notifications')
    .values({ id: made, source: UI_SOURCE, created_by: actor.personId, ...storedValues(rule) })
    .execute()
  await audit(client, actor, {
    action: 'create',
    resource: 'notifications',
    id: made,
    name: rule.name,
    after: snapshot(rule, dependencies.secrets),
  })
  return made
}
