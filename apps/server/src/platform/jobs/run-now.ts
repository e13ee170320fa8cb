import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit.ts'
import { inTransaction } from '../database/index.ts'
import { tablesOn } from '../database/tables-on.ts'
import { RequestError } from '../errors.ts'
import type { Job } from './define.ts'

// A run by hand goes through the same lane, limits and history as a scheduled one. The row of the history names it by
// its id in the queue: a row that is written before the run begins would need its own status, which other clients do
// not know.

/**
 * Adds one run of a job to the queue, for a person who may start it.
 * @returns its id in the queue; further requests get the same id until the run begins
 * @throws RequestError if there is no such job, people cannot start it, or it is running
 */
export async function runJobNow(
  { pool, jobs }: { pool: Pool; jobs: readonly Job[] },
  name: string,
  actor: Actor,
): Promise<number> {
  const job = jobs.find((known) => known.name === name && known.record)
  if (job === undefined) throw new RequestError('ENOTFOUND', `There is no job "${name}"`)
  const { manual } = job
  if (manual === undefined)
    throw new RequestError('EUNPROCESSABLE', `${name} cannot be run manually: it runs when it is needed`)
  return inTransaction(pool, async (client) => {
    const running = await tablesOn(client)
      .selectFrom('core.job_history')
      .select('id')
      .where('name', '=', name)
      .where('status', '=', fragment.lit('RUNNING'))
      .limit(1)
      .executeTakeFirst()
    if (running !== undefined) throw new RequestError('ECONFLICT', `${name} is running already`)
    const queueId = await manual.add(client)
    await audit(client, actor, {
      action: 'run',
      resource: 'job_histories',
      id: null,
      name,
      after: { queue_id: queueId },
    })
    return queueId
  })
}
