import { isEditableSource } from '@binnacle/contract/core'
import { type CustomService, notifiableEvents } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { KnownColumns } from '../../../platform/database/columns.ts'
import { RequestError } from '../../../platform/errors.ts'

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
  'enabled',
] as const

/** Columns that hold JSON, which the driver would otherwise send as arrays of PostgreSQL. */
export const jsonColumns: ReadonlySet<string> = new Set([
  'properties',
  'custom_services',
  'fallback_custom_services',
])

/** A rule as it is stored: URLs of its services are sealed where they hold a secret. */
export type StoredRule = KnownColumns<
  'core.notifications',
  (typeof writtenColumns)[number] | 'id' | 'error' | 'source' | 'deleted_at',
  {
    properties: Readonly<Record<string, string>> | null
    custom_services: readonly CustomService[] | null
    fallback_custom_services: readonly CustomService[] | null
  }
>

/** Values of the columns that clients write. */
export type RuleValues = Pick<StoredRule, (typeof writtenColumns)[number]>

/** Reads a rule and keeps others from changing it until the transaction ends. */
export async function lockRule(client: ClientBase, id: string): Promise<StoredRule> {
  const { rows } = await client.query<StoredRule>(
    `select id, error, source, deleted_at, ${writtenColumns.join(', ')}
     from core.notifications where id = $1 for update`,
    [id],
  )
  const [row] = rows
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
  const { rowCount } = await client.query(
    `select from core.notifications
     where name = $1 and namespace = $2 and deleted_at is null and id is distinct from $3`,
    [name, namespace, except ?? null],
  )
  return rowCount !== 0
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
  const [first = notifiableEvents[0], ...others] = events
  const base = others.length === 0 ? first : `${first} and ${others.length} more`
  const { rows } = await client.query<{ name: string }>(
    `select name from core.notifications
     where namespace = $1 and deleted_at is null and (name = $2 or starts_with(name, $2 || ' #'))
     limit ${MOST_ALIKE}`,
    [namespace, base],
  )
  const taken = new Set(rows.map(({ name }) => name))
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base} #${number}`)) number += 1
  return `${base} #${number}`
}
