import type { ColumnType } from 'kysely'
import type { KnownColumns, KnownTable } from '../../../platform/database/columns.ts'
import type { Generated } from '../../../platform/database/tables.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'

type Labels = Record<string, string>
type Spec = Record<string, unknown>

interface TopologyTables {
  'core.topologies': KnownTable<
    'core.topologies',
    {
      labels: Generated<ColumnType<Labels, string, string>>
      spec: Generated<ColumnType<Spec, string, string>>
    }
  >
}

const columns = ['id', 'agent_id', 'name', 'namespace', 'labels', 'spec', 'schedule', 'source'] as const

/** A stored topology. */
export type StoredTopology = KnownColumns<
  'core.topologies',
  (typeof columns)[number],
  { labels: Labels; spec: Spec }
>

/** A topology in use. */
export function findTopology(client: Connection, id: string): Promise<StoredTopology | undefined> {
  return tablesOn<TopologyTables>(client)
    .selectFrom('core.topologies')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
