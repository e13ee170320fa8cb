import type { AgentName } from '@binnacle/contract/topology'
import type { Pool } from 'pg'
import { tablesOn } from '../../platform/database/tables-on.ts'

/** Reads all agents, by name. Source: TOP-053. */
export function agentNames(pool: Pool): Promise<AgentName[]> {
  return tablesOn(pool)
    .selectFrom('core.agents')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
}
