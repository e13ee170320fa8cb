import type { NotNull } from 'kysely'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { type DefinedJob, defineJob, type JobOutcome, type RunLog } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { errorOf, schedule } from '../../../platform/specs/runs.ts'
import { nextRun, DEFAULT_SCHEDULE } from '../scraper-spec/schedule.ts'
import type { ScraperParser } from '../scraper-spec/scraper.ts'
import { ScraperBusy, ScraperGone } from '../store/index.ts'
import type { CatalogStore, RunSummary } from '../store/input.ts'
import { createPageWriter } from './pages.ts'
import { PUSH_SOURCE } from './push.ts'
import type { ScrapeDependencies } from './dependencies.ts'
import { scrapeInto } from './scrape.ts'
import { findScraper, openScraper } from './stored.ts'
import { scraperTable } from './table.ts'

/** What runs of stored scrapers need. */
export interface StoredScrapeDependencies extends ScrapeDependencies {
  pool: Pool
  store: CatalogStore
  parser: ScraperParser
  secrets: Secrets
}

/** Type of the resource of its runs. */
export const SCRAPER_RESOURCE = 'config_scraper'

/** Errors of a run that the job history has. */
const MOST_ERRORS = 100

const payload = z.object({ id: z.uuid(), name: z.string() })
export type ScraperPayload = z.output<typeof payload>

/** The numbers of a run, as clients of other platforms know them. */
function scrapeSummary({ types }: RunSummary): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(types).map(([type, { changes, edges: _edges, ...counts }]) => [
      type,
      {
        ...counts,
        change: {
          stored: changes.stored,
          grouped: changes.grouped,
          ignored: changes.ignored + changes.excluded,
          orphaned: changes.orphaned,
          foreign_key_errors: 0,
        },
      },
    ]),
  )
}

function describe(fault: RunSummary['faults'][number]): string {
  return fault.kind === 'item-fault' ? `${fault.item}: ${fault.message}` : fault.message
}

/** Writes on a scraper what went wrong; null takes it away. */
export async function writeError(pool: Pool, id: string, message: string | null, now: Date): Promise<void> {
  await tablesOn(pool)
    .updateTable('core.config_scrapers')
    .set({ error: message, error_at: message === null ? null : now })
    .where('id', '=', id)
    .$if(message === null, (scrapers) => scrapers.where('error', 'is not', null))
    .execute()
}

/** Runs a stored scraper once, and publishes what it finds. */
async function runScraper(
  id: string,
  dependencies: StoredScrapeDependencies,
  { signal, log }: { signal: AbortSignal; log: RunLog },
): Promise<JobOutcome> {
  const { pool, store, clock } = dependencies
  const stored = await findScraper(pool, id)
  // It was deleted while its run waited.
  if (stored === undefined) return { success: 0, errors: [] }
  const failed = async (message: string): Promise<JobOutcome> => {
    await writeError(pool, id, message, clock.now())
    return { success: 0, errors: [message] }
  }
  const opened = await openScraper(stored, dependencies)
  if (!opened.ok) return failed(opened.failure)
  const scraper = opened.value
  try {
    const staged = await store.begin(scraper, { preview: false })
    try {
      const pages = createPageWriter(dependencies, id, staged.id)
      const tell = (line: string) => log.info(line)
      const uses = await scrapeInto(
        staged,
        scraper,
        { signal, tell, onScraped: (entry, scraped) => pages.add(entry, scraped) },
        dependencies,
      )
      if (scraper.spec.logLevel !== 'info')
        for (const { rule, hits, failures } of uses)
          tell(`${rule}: applied ${hits} times, failed ${failures}`)
      // A run that is stopped in the middle has not seen what it did not look for, so nothing of it counts.
      if (signal.aborted) throw signal.reason
      const summary = await staged.publish()
      await pages.end()
      const errors = summary.faults.map(describe)
      for (const { type, count, total } of summary.held)
        log.warn(
          `${count} of ${total} items of the type ${type} are gone; their deletion waits for a decision`,
        )
      for (const [type, { leftOut }] of Object.entries(summary.types))
        if (leftOut > 0)
          log.info(
            `${leftOut} items of the type ${type} are left out, as the scraper does not keep them for so long`,
          )
      await writeError(pool, id, errorOf(errors), clock.now())
      const { added, updated, unchanged, restored } = summary.counts
      return {
        success: added + updated + unchanged + restored,
        errors: errors.slice(0, MOST_ERRORS),
        details: { scrape_summary: scrapeSummary(summary), run_id: summary.runId, counts: summary.counts },
      }
    } finally {
      await staged.discard()
    }
  } catch (error) {
    if (error instanceof ScraperGone) return { success: 0, errors: ['the scraper was deleted while it ran'] }
    if (error instanceof ScraperBusy) return { success: 0, errors: [error.message] }
    if (signal.aborted) throw error
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/** Adds the run that comes after one that has ended. */
async function scheduleNext(
  { pool, clock }: { pool: Pool; clock: Clock },
  job: DefinedJob<ScraperPayload>,
  id: string,
): Promise<void> {
  const stored = await findScraper(pool, id)
  if (stored === undefined) return
  const written = stored.spec['schedule']
  const text = typeof written === 'string' ? written : DEFAULT_SCHEDULE
  await schedule(pool, scraperTable, job, id, nextRun(text, id, clock.now()))
}

/** The jobs of scrapers: a run of one, and what finds runs that were lost. */
export function createScraperJobs(dependencies: StoredScrapeDependencies): {
  scraper: DefinedJob<ScraperPayload>
  sync: DefinedJob<object>
  addAllDue: () => Promise<number>
} {
  const { pool } = dependencies
  const scraper: DefinedJob<ScraperPayload> = defineJob<ScraperPayload>({
    name: 'Scraper',
    lane: 'scrapes',
    payload,
    key: ({ id }) => id,
    record: true,
    resource: ({ id, name }) => ({ type: SCRAPER_RESOURCE, id, name }),
    async run({ payload: { id }, signal, log }) {
      const outcome = await runScraper(id, dependencies, { signal, log })
      await scheduleNext(dependencies, scraper, id)
      return outcome
    },
  })
  async function addAllDue(): Promise<number> {
    const due = await tablesOn(pool)
      .selectFrom('core.config_scrapers')
      .select(['id', 'name', 'due_at'])
      .where('deleted_at', 'is', null)
      .where('due_at', 'is not', null)
      .where('source', 'is distinct from', PUSH_SOURCE)
      .$narrowType<{ due_at: NotNull }>()
      .execute()
    for (const { id, name, due_at: dueAt } of due) await scraper.addAt(pool, dueAt, { id, name })
    return due.length
  }
  const sync = defineJob({
    name: 'SyncScrapers',
    lane: 'maintenance',
    cron: '*/10 * * * *',
    record: false,
    run: async () => ({ success: await addAllDue(), errors: [] }),
  })
  return { scraper, sync, addAllDue }
}
