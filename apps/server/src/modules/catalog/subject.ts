import { healthOf } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { KnownColumns } from '../../platform/database/columns.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { Subject, SubjectKey, SubjectState } from '../../platform/subjects.ts'

type Labels = Readonly<Record<string, string>>

type Row = KnownColumns<
  'core.config_items',
  | 'id'
  | 'agent_id'
  | 'name'
  | 'type'
  | 'config_class'
  | 'namespace'
  | 'description'
  | 'status'
  | 'health'
  | 'ready'
  | 'labels'
  | 'tags'
  | 'path'
  | 'created_at'
  | 'updated_at',
  { labels: Labels; tags: Labels }
> & { agent_name: string | null; since: Date | null }

// The change of its health is the last of these types.
const findItems = (ids: readonly string[], deletedToo: boolean) => sql`
  select items.id, items.agent_id, items.name, items.type, items.config_class, items.namespace, items.description,
    items.status, items.health, items.ready, items.labels, items.tags, items.path, items.created_at, items.updated_at,
    agents.name as agent_name,
    coalesce((
      select change.created_at from core.config_changes as change
      where change.config_id = items.id and change.source = 'health'
        and change.change_type in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
      order by change.created_at desc limit 1
    ), items.created_at) as since
  from core.config_items as items
  left join core.agents on agents.id = items.agent_id
  where items.id = any(${ids}) and (${deletedToo} or items.deleted_at is null)`

const eventOfChange: Readonly<
  Record<
    string,
    'config.healthy' | 'config.unhealthy' | 'config.warning' | 'config.unknown' | 'config.updated'
  >
> = {
  Healthy: 'config.healthy',
  Unhealthy: 'config.unhealthy',
  Warning: 'config.warning',
  HealthUnknown: 'config.unknown',
  diff: 'config.updated',
}

function within(path: string): SubjectKey[] {
  if (path === '') return []
  return path
    .split('.')
    .toReversed()
    .map((id) => ({ kind: 'config', id }))
}

function stateOf(row: Row): SubjectState {
  const health = healthOf(row.health)
  const reason = (row.description ?? row.status)?.split('\n', 1)[0]?.trim()
  return {
    kind: 'config',
    id: row.id,
    name: row.name,
    type: row.type,
    namespace: row.namespace ?? undefined,
    labels: { ...row.tags, ...row.labels },
    // As the time of the change that says so.
    severity: health === 'unhealthy' ? 'medium' : health === 'warning' ? 'low' : 'info',
    health,
    reason: reason === '' ? undefined : reason,
    since: row.since ?? undefined,
    within: within(row.path),
    dependsOn: [],
    path: `/catalog/${row.id}`,
    variables: {
      agent: { id: row.agent_id, name: row.agent_name ?? '' },
      config: {
        id: row.id,
        name: row.name,
        type: row.type,
        config_class: row.config_class,
        namespace: row.namespace ?? '',
        description: row.description ?? '',
        status: row.status ?? '',
        health,
        ready: row.ready ?? false,
        labels: row.labels,
        tags: row.tags,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      },
    },
  }
}

/** Items of the catalog, as messages about them and rules see them. */
export function createConfigSubject(pool: Pool): Subject {
  const tables = tablesOn(pool)
  async function load(ids: readonly string[], deletedToo = false): Promise<Map<string, SubjectState>> {
    const { rows } = await pool.query<Row>(findItems(ids, deletedToo))
    return new Map(rows.map((row) => [row.id, stateOf(row)]))
  }
  return {
    kind: 'config',
    load: (ids) => load(ids),
    // A deleted item is not gone for the message that says that it is deleted.
    loadAt: async (id) => (await load([id], true)).get(id),
    async recentEvents(limit) {
      const rows = await tables
        .selectFrom('core.config_changes as change')
        .innerJoin('core.config_items as items', (join) =>
          join.onRef('items.id', '=', 'change.config_id').on('items.deleted_at', 'is', null),
        )
        .select(['change.config_id as id', 'change.change_type', 'change.created_at as time'])
        .where('change.created_at', '>', fragment<Date>`now() - interval '1 day'`)
        .orderBy('change.created_at', 'desc')
        .orderBy('change.id', 'desc')
        .limit(limit)
        .execute()
      return rows.flatMap(({ id, change_type: type, time }) => {
        const event = eventOfChange[type]
        return event === undefined ? [] : [{ event, id, time }]
      })
    },
    async page(after, limit) {
      const items = tables
        .selectFrom('core.config_items')
        .select('id')
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(limit)
      const rows = await (after === undefined ? items : items.where('id', '>', after)).execute()
      return rows.map(({ id }) => id)
    },
    async pageOfWrong(after, limit) {
      const items = tables
        .selectFrom('core.config_items')
        .select('id')
        .where('deleted_at', 'is', null)
        .where('health', 'in', ['unhealthy', 'warning'])
        .orderBy('id')
        .limit(limit)
      const rows = await (after === undefined ? items : items.where('id', '>', after)).execute()
      return rows.map(({ id }) => id)
    },
  }
}
