import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { type ChangeKey, type Group, GROUP_WINDOW, LONGEST_GROUP, type NewChange } from './grouping.ts'

type KeyRow = Columns<'core.config_change_keys', 'config_id' | 'external_change_id' | 'change_id' | 'digest'>
type GroupRow = Columns<
  'core.config_changes',
  'id' | 'config_id' | 'fingerprint' | 'first_observed' | 'created_at' | 'count'
>

/** Finds which changes are known by the name that their source gives them. */
export async function loadKeys(client: ClientBase, changes: readonly NewChange[]): Promise<ChangeKey[]> {
  const named = changes.filter(({ externalId }) => externalId !== undefined)
  if (named.length === 0) return []
  const { rows } = await client.query<KeyRow>(sql`
    select keys.config_id, keys.external_change_id, keys.change_id, keys.digest from core.config_change_keys as keys
    join unnest(
      ${named.map(({ configId }) => configId)}::uuid[], ${named.map(({ externalId }) => externalId)}::text[]
    ) as told (config_id, external_change_id)
      on told.config_id = keys.config_id and told.external_change_id = keys.external_change_id`)
  return rows.map((row) => ({
    configId: row.config_id,
    externalId: row.external_change_id,
    changeId: row.change_id,
    digest: row.digest,
  }))
}

const groupColumns = sql`
  groups.id, groups.config_id, groups.fingerprint, groups.first_observed, groups.created_at, groups.count`

/** Finds the stored groups that changes may belong to. */
export async function loadGroups(
  client: ClientBase,
  changes: readonly NewChange[],
  keys: readonly ChangeKey[],
): Promise<Group[]> {
  const alike = changes.filter(({ fingerprint }) => fingerprint !== undefined)
  const times = alike.map(({ at }) => at.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const ofAlike = (time: number) => new Date(alike.length === 0 ? 0 : time)
  const { rows } = await client.query<GroupRow>(sql`
    select ${groupColumns} from core.config_changes as groups
    where groups.id = any (${keys.map(({ changeId }) => changeId)})
    union
    select ${groupColumns} from unnest(
      ${alike.map(({ configId }) => configId)}::uuid[], ${alike.map(({ fingerprint }) => fingerprint)}::bytea[]
    ) as told (config_id, fingerprint)
    join core.config_changes as groups
      on groups.config_id = told.config_id and groups.fingerprint = told.fingerprint
      and groups.created_at >= ${ofAlike(first - GROUP_WINDOW)}
      and groups.first_observed <= ${ofAlike(last + GROUP_WINDOW)}
      and groups.id >= core.id_at(${ofAlike(first - 2 * LONGEST_GROUP)})
    order by created_at, id`)
  return rows.map((row) => ({
    id: row.id,
    configId: row.config_id,
    fingerprint: row.fingerprint ?? undefined,
    first: row.first_observed,
    last: row.created_at,
    count: row.count,
  }))
}
