import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import { schedule } from '../../../platform/specs/runs.ts'
import type { TopologyPayload } from '../topologies/job.ts'
import { removeTopology } from '../topologies/remove.ts'
import { topologyTable } from '../topologies/table.ts'
import { SELF_NAME, SYSTEM_SOURCE } from './tree.ts'

/** How often the product looks at itself. */
const SCHEDULE = '@every 1m'

/** Saves the topology of the product itself, which runs at once, or removes it where it is not wanted. */
export async function keepSelfTopology(
  { configuration, pool, clock }: Pick<Platform, 'configuration' | 'pool'> & { clock: Clock },
  job: DefinedJob<TopologyPayload>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from core.topologies where source = $1 and deleted_at is null',
      [SYSTEM_SOURCE],
    )
    const now = clock.now()
    if (!configuration.watchSelf) {
      for (const { id } of rows) await removeTopology(client, { now, by: SYSTEM_SOURCE }, id)
      return
    }
    const written = await client.query<{ id: string }>(
      `insert into core.topologies as stored (agent_id, name, namespace, spec, schedule, source)
       values ($1, $2, 'binnacle', '{}', $3, $4)
       on conflict (agent_id, name, namespace, coalesce(source, 'UI')) where deleted_at is null
       do update set schedule = excluded.schedule
       returning id`,
      [LOCAL_AGENT_ID, SELF_NAME, SCHEDULE, SYSTEM_SOURCE],
    )
    const [row] = written.rows
    if (row !== undefined) await schedule(client, topologyTable, job, row.id, now)
  })
}
