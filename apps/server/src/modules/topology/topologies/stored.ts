import type { Columns } from '../../../platform/database/columns.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'

const columns = ['id', 'agent_id', 'name', 'namespace', 'labels', 'spec', 'schedule', 'source'] as const

/** A stored topology. */
export type StoredTopology = Columns<'core.topologies', (typeof columns)[number]>

/** A topology in use. */
export function findTopology(client: Connection, id: string): Promise<StoredTopology | undefined> {
  return tablesOn(client)
    .selectFrom('core.topologies')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
