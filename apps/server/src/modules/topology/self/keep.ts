import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import { schedule } from '../../../platform/specs/runs.ts'
import type { TopologyPayload } from '../topologies/job.ts'
import { removeTopology } from '../topologies/remove.ts'
import { topologyIdentity, topologyTable } from '../topologies/table.ts'
import { SELF_NAME, SYSTEM_SOURCE } from './tree.ts'

/** How often the product looks at itself. */
const SCHEDULE = '@every 1m'

/** Saves the topology of the product itself, which runs at once, or removes it where it is not wanted. */
export async function keepSelfTopology(
  { configuration, pool, clock }: Pick<Platform, 'configuration' | 'pool'> & { clock: Clock },
  job: DefinedJob<TopologyPayload>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const tables = tablesOn(client)
    const rows = await tables
      .selectFrom('core.topologies')
      .select('id')
      .where('source', '=', SYSTEM_SOURCE)
      .where('deleted_at', 'is', null)
      .execute()
    const now = clock.now()
    if (!configuration.watchSelf) {
      for (const { id } of rows) await removeTopology(client, { now, by: SYSTEM_SOURCE }, id)
      return
    }
    const { id } = await tables
      .insertInto('core.topologies')
      .values({
        agent_id: LOCAL_AGENT_ID,
        name: SELF_NAME,
        namespace: 'binnacle',
        spec: '{}',
        schedule: SCHEDULE,
        source: SYSTEM_SOURCE,
      })
      .onConflict((conflict) =>
        conflict
          .expression(topologyIdentity)
          .where('deleted_at', 'is', null)
          .doUpdateSet((expressions) => ({ schedule: expressions.ref('excluded.schedule') })),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await schedule(client, topologyTable, job, id, now)
  })
}
