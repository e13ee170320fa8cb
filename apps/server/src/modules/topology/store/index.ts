import { type ClientBase, Pool } from 'pg'
import { inTransaction } from '../../../platform/database/index.ts'
import type { TopologyRun, TopologyRunResult } from '../component-tree.ts'
import { publishRun } from './publish.ts'

export { claimsOf } from './claims.ts'

/**
 * Merges what a run of a topology saw into its components.
 * @param within a pool, on which it opens its own transaction, or a client whose transaction it is part of
 * @throws RequestError where the topology is gone
 */
export function publishTopology(within: Pool | ClientBase, run: TopologyRun): Promise<TopologyRunResult> {
  return within instanceof Pool
    ? inTransaction(within, (client) => publishRun(client, run))
    : publishRun(within, run)
}
