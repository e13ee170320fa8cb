import type { ClientBase } from 'pg'
import { type ChangeKey, type Group, GROUP_WINDOW, LONGEST_GROUP, type NewChange } from './grouping.ts'

interface KeyRow {
  config_id: string
  external_change_id: string
  change_id: string
  digest: string
}

interface GroupRow {
  id: string
  config_id: string
  fingerprint: Buffer | null
  first_observed: Date
  created_at: Date
  count: number
}

/** Finds which changes are known by the name that their source gives them. */
export async function loadKeys(client: ClientBase, changes: readonly NewChange[]): Promise<ChangeKey[]> {
  const named = changes.filter(({ externalId }) => externalId !== undefined)
  if (named.length === 0) return []
  const { rows } = await client.query<KeyRow>(
    `select keys.config_id, keys.external_change_id, keys.change_id, keys.digest from core.config_change_keys as keys
     join unnest($1::uuid[], $2::text[]) as told (config_id, external_change_id)
       on told.config_id = keys.config_id and told.external_change_id = keys.external_change_id`,
    [named.map(({ configId }) => configId), named.map(({ externalId }) => externalId)],
  )
  return rows.map((row) => ({
    configId: row.config_id,
    externalId: row.external_change_id,
    changeId: row.change_id,
    digest: row.digest,
  }))
}

const groupColumns =
  'groups.id, groups.config_id, groups.fingerprint, groups.first_observed, groups.created_at, groups.count'

/** Finds the stored groups that changes may belong to. */
export async function loadGroups(
  client: ClientBase,
  changes: readonly NewChange[],
  keys: readonly ChangeKey[],
): Promise<Group[]> {
  const alike = changes.filter(({ fingerprint }) => fingerprint !== undefined)
  const times = alike.map(({ at }) => at.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const { rows } = await client.query<GroupRow>(
    `select ${groupColumns} from core.config_changes as groups where groups.id = any ($1)
     union
     select ${groupColumns} from unnest($2::uuid[], $3::bytea[]) as told (config_id, fingerprint)
     join core.config_changes as groups
       on groups.config_id = told.config_id and groups.fingerprint = told.fingerprint
       and groups.created_at >= $4 and groups.first_observed <= $5 and groups.id >= core.id_at($6)
     order by created_at, id`,
    [
      keys.map(({ changeId }) => changeId),
      alike.map(({ configId }) => configId),
      alike.map(({ fingerprint }) => fingerprint),
      new Date(alike.length === 0 ? 0 : first - GROUP_WINDOW),
      new Date(alike.length === 0 ? 0 : last + GROUP_WINDOW),
      new Date(alike.length === 0 ? 0 : first - 2 * LONGEST_GROUP),
    ],
  )
  return rows.map((row) => ({
    id: row.id,
    configId: row.config_id,
    fingerprint: row.fingerprint ?? undefined,
    first: row.first_observed,
    last: row.created_at,
    count: row.count,
  }))
}
