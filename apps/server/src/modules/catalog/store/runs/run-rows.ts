import type { ClientBase } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { RunSummary } from '../input.ts'
import type { Partition } from '../decide/missing-items.ts'

/** Ends the runs of a scraper that a process left that died. The caller has the lock of the scraper. */
export async function endLost(client: ClientBase, scraperId: string, now: Date): Promise<void> {
  await tablesOn(client)
    .updateTable('core.scrape_runs')
    .set({
      state: 'failed',
      ended_at: now,
      faults: JSON.stringify([{ kind: 'fault', message: 'The process that ran it has ended' }]),
    })
    .where('scraper_id', '=', scraperId)
    .where('state', '=', 'running')
    .execute()
}

/** Begins a run. */
export async function beginRun(
  client: ClientBase,
  { id, scraperId, now }: { id: string; scraperId: string; now: Date },
): Promise<void> {
  await tablesOn(client)
    .insertInto('core.scrape_runs')
    .values({ id, scraper_id: scraperId, started_at: now })
    .execute()
}

/** Ends a run that stored nothing, unless it has ended. */
export async function failRun(client: ClientBase, id: string, faults: unknown, now: Date): Promise<void> {
  await tablesOn(client)
    .updateTable('core.scrape_runs')
    .set({ state: 'failed', ended_at: now, faults: JSON.stringify(faults) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Ends a run that is published. */
export async function endRun(
  client: ClientBase,
  { runId, counts, types, held, faults }: RunSummary,
  complete: readonly Partition[],
  now: Date,
): Promise<void> {
  await tablesOn(client)
    .updateTable('core.scrape_runs')
    .set({
      state: held.length > 0 ? 'held' : 'published',
      ended_at: now,
      counts: JSON.stringify(counts),
      types: JSON.stringify(types),
      complete: JSON.stringify(complete),
      faults: JSON.stringify(faults),
    })
    .where('id', '=', runId)
    .execute()
}

/** Notes when the last run of a scraper began that saw all of its source. */
export async function markComplete(client: ClientBase, scraperId: string, began: Date): Promise<void> {
  await tablesOn(client)
    .updateTable('core.config_scrapers')
    .set({ complete_at: began })
    .where('id', '=', scraperId)
    .execute()
}
