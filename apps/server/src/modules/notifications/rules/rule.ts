import { isEditableSource } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { NotificationTables, StoredColumns } from '../tables.ts'

/** Columns of a rule that clients write. */
export const writtenColumns = [
  'name',
  'namespace',
  'events',
  'title',
  'template',
  'filter',
  'properties',
  'person_id',
  'team_id',
  'custom_services',
  'repeat_interval',
  'wait_for',
  'wait_for_eval_period',
  'group_by',
  'inhibit',
  'escalation_policy_id',
  'fallback_person_id',
  'fallback_team_id',
  'fallback_custom_services',
  'fallback_delay',
  'further_recipients',
  'quiet_hours',
  'reminder_interval',
  'closing_delay',
  'flapping',
  'enabled',
] as const

const storedColumns = ['id', 'error', 'source', 'deleted_at', ...writtenColumns] as const

/** A rule as it is stored. */
export type StoredRule = StoredColumns<'core.notifications', (typeof storedColumns)[number]>

/** Values of the columns that clients write. */
export type RuleValues = Pick<StoredRule, (typeof writtenColumns)[number]>

/** Reads a rule and keeps others from changing it until the transaction ends. */
export async function lockRule(client: ClientBase, id: string): Promise<StoredRule> {
  const row = await tablesOn<NotificationTables>(client)
    .selectFrom('core.notifications')
    .select(storedColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no notification rule with this id')
  return row
}

/** Refuses to change what belongs to a file or a controller. */
export function refuseForeign({ source }: StoredRule): void {
  if (!isEditableSource(source))
    throw new RequestError('ECONFLICT', `This rule comes from ${source}; change it there`)
}

async function isTaken(
  client: ClientBase,
  { name, namespace }: Pick<StoredRule, 'name' | 'namespace'>,
  except?: string,
): Promise<boolean> {
  const other = await tablesOn(client)
    .selectFrom('core.notifications')
    .select('id')
    .where('name', '=', name)
    .where('namespace', '=', namespace)
    .where('deleted_at', 'is', null)
    .where('id', 'is distinct from', except ?? null)
    .executeTakeFirst()
  return other !== undefined
}

/** Refuses the name of another rule that is in use. */
export async function refuseTakenName(
  client: ClientBase,
  rule: Pick<StoredRule, 'name' | 'namespace'>,
  except?: string,
): Promise<void> {
  if (!(await isTaken(client, rule, except))) return
  const message = `There is a rule named "${rule.name}" already`
  throw new RequestError('ECONFLICT', message, [{ path: 'name', message }])
}

/** Most rules that are named alike before a rule needs its own name. */
const MOST_ALIKE = 1_000

/** A name for a rule that comes without one, made of what it tells: `check.failed and 2 more`. */
export async function freeName(
  client: ClientBase,
  { events, namespace }: Pick<StoredRule, 'events' | 'namespace'>,
): Promise<string> {
  const [first = 'notification', ...others] = events
  const base = others.length === 0 ? first : `${first} and ${others.length} more`
  const rows = await tablesOn(client)
    .selectFrom('core.notifications')
    .select('name')
    .where('namespace', '=', namespace)
    .where('deleted_at', 'is', null)
    .where(fragment<boolean>`(name = ${base} or starts_with(name, ${`${base} #`}))`)
    .limit(MOST_ALIKE)
    .execute()
  const taken = new Set(rows.map(({ name }) => name))
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base} #${number}`)) number += 1
  return `${base} #${number}`
}
