import { sql as fragment } from 'kysely'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import { createCompleteness } from '../extract/completeness.ts'
import type { StoreInput } from '../store/input.ts'
import type { ParsedEntry } from '../scraper-spec/scraper.ts'
import { schedule } from '../../../platform/specs/runs.ts'
import { type ScraperPayload, type StoredScrapeDependencies, writeError } from './job.ts'
import { runEntry } from './run-entry.ts'
import { scraperTable } from './table.ts'
import { createUpToDate } from './up-to-date.ts'
import { extractorOf, type RunnableScraper } from './scrape.ts'
import { findScraper, openScraper } from './stored.ts'

/** Milliseconds between two looks at which scrapers there are to follow. */
export const TICK = 5_000
/** Seconds for which a process follows a source without renewing. */
const LEASE_SECONDS = 20
/** Milliseconds for which what a source tells is gathered. */
export const GATHER = 500
/** Most that is gathered before it is stored. Many take less time each than few, so what waits is stored at once. */
export const MOST_GATHERED = 1_000
/** Milliseconds before a source is followed again that could not be; doubled with each failure. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 300_000

// A run comes first: following begins where a look has ended.
const claim = (owner: string, now: Date) => sql`
  insert into core.scraper_follows as held (scraper_id, owner, until)
  select id, ${owner}, ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
  from core.config_scrapers as scrapers
  where follows and deleted_at is null
    and exists (
      select from core.scrape_runs as runs
      where runs.scraper_id = scrapers.id and runs.state in ('published', 'held')
    )
  on conflict (scraper_id) do update set owner = excluded.owner, until = excluded.until
  where held.owner = excluded.owner or held.until < ${now}
  returning scraper_id, (select revision from core.config_scrapers where id = scraper_id) as revision`

interface FollowedSource {
  revision: string
  stop: AbortController
  ended: Promise<void>
}

/** Follows the sources of scrapers that ask for it, each in one process. */
export function createFollowers(
  dependencies: StoredScrapeDependencies & { processId: string; job: DefinedJob<ScraperPayload> },
) {
  const { pool, store, clock, log, processId, job } = dependencies
  const tables = tablesOn(pool)
  const following = new Map<string, FollowedSource>()
  const stopping = new AbortController()
  let loop: Promise<void> | undefined

  /** Says on a scraper why its source is not followed. The next run that goes well takes it away. */
  async function tell(id: string, message: string): Promise<void> {
    await tables
      .updateTable('core.scraper_follows')
      .set({ error: message })
      .where('scraper_id', '=', id)
      .execute()
    await writeError(pool, id, message, clock.now())
  }

  /** Follows one entry until its source or the signal ends it. @returns why it ended */
  async function followEntry(
    entry: ParsedEntry,
    scraper: RunnableScraper,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { extractor } = extractorOf(entry, scraper, createCompleteness(1), dependencies)
    let batch: StoreInput[] = []
    // What is told of a type before it says that it is up to date is stored no later than this is.
    const upToDate = createUpToDate()
    let failure: string | undefined
    let writing = Promise.resolve()
    const flush = () => {
      writing = writing.then(async () => {
        const full = batch
        const reported = upToDate.take()
        batch = []
        if (full.length > 0) await store.follow(scraper, full)
        if (full.length > 0 || reported !== undefined)
          await tables
            .updateTable('core.scraper_follows')
            .set({
              last_at: clock.now(),
              up_to_date: fragment`up_to_date || ${JSON.stringify(reported ?? {})}`,
            })
            .where('scraper_id', '=', scraper.id)
            .execute()
      })
      return writing
    }
    const done = new AbortController()
    const flushing = (async () => {
      while (!done.signal.aborted) {
        await clock.wait(GATHER, done.signal)
        await flush()
      }
    })()
    // What cannot be stored must not be gathered on. Why it cannot is told below.
    const unstored = new AbortController()
    flushing.catch(() => unstored.abort('what it told cannot be stored'))
    const run = {
      namespace: scraper.namespace,
      mode: 'follow' as const,
      lastComplete: scraper.lastComplete,
      timeoutMilliseconds: undefined,
      tell: (line: string) => log.debug({ scraper: scraper.name }, line),
      signal: AbortSignal.any([signal, unstored.signal]),
    }
    try {
      for await (const scraped of runEntry(entry, run, dependencies)) {
        if (scraped.kind === 'fault' && !run.signal.aborted) {
          failure = scraped.message
          // The source may go on, and tell nothing more of it.
          await tell(scraper.id, failure)
        }
        const ready = await extractor.ready(scraped)
        upToDate.add(scraped, ready, clock.now())
        batch.push(...ready)
        if (batch.length >= MOST_GATHERED) await flush()
      }
      await flush()
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    } finally {
      done.abort('it has ended')
    }
    await flushing.catch((error: unknown) => {
      failure ??= error instanceof Error ? error.message : String(error)
    })
    return failure
  }

  /** Follows all entries until one ends. @returns why it ended */
  async function followEntries(scraper: RunnableScraper, signal: AbortSignal): Promise<string> {
    const entries = scraper.spec.entries.filter(({ type, spec }) => type.definition.follows?.(spec) === true)
    const ending = new AbortController()
    const both = AbortSignal.any([signal, ending.signal])
    let reason: string | undefined
    // One that ends takes the others with it, so that all begin again behind the same look.
    await Promise.all(
      entries.map(async (entry) => {
        const own = await followEntry(entry, scraper, both)
        reason ??= own ?? 'the source has ended it'
        ending.abort('an entry has ended')
      }),
    )
    return reason ?? 'it has no source that can be followed'
  }

  async function followScraper(id: string, signal: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE
    while (!signal.aborted) {
      const began = clock.now().getTime()
      const stored = await findScraper(pool, id)
      if (stored === undefined) return
      // It may be followed with another spec, or by another process.
      await tables
        .updateTable('core.scraper_follows')
        .set({ up_to_date: '{}' })
        .where('scraper_id', '=', id)
        .execute()
      const opened = await openScraper(stored, dependencies)
      const reason = opened.ok ? await followEntries(opened.value, signal) : opened.failure
      if (signal.aborted) return
      await tell(id, reason)
      log.warn({ scraper: stored.name, reason }, 'a source is followed again')
      if (clock.now().getTime() - began > LONGEST_PAUSE) pause = FIRST_PAUSE
      await clock.wait(pause, signal)
      pause = Math.min(pause * 2, LONGEST_PAUSE)
      if (signal.aborted) return
      // What happened between is not told again, so the source is looked at.
      await schedule(pool, scraperTable, job, id, clock.now())
    }
  }

  function begin(id: string, revision: string): void {
    const stop = new AbortController()
    const ended = followScraper(id, AbortSignal.any([stop.signal, stopping.signal]))
      .catch((error: unknown) => log.error({ err: error, scraper: id }, 'following a source has failed'))
      .finally(() => {
        if (following.get(id)?.stop === stop) following.delete(id)
      })
    following.set(id, { revision, stop, ended })
  }

  async function tick(): Promise<void> {
    const { rows } = await pool.query<
      Columns<'core.scraper_follows', 'scraper_id'> & Columns<'core.config_scrapers', 'revision'>
    >(claim(processId, clock.now()))
    const wanted = new Map(rows.map(({ scraper_id: id, revision }) => [id, revision]))
    for (const [id, one] of following)
      if (wanted.get(id) !== one.revision) {
        one.stop.abort('it is not followed any more')
        await one.ended
      }
    for (const [id, revision] of wanted) if (!following.has(id)) begin(id, revision)
  }

  return {
    start(): void {
      loop = (async () => {
        while (!stopping.signal.aborted) {
          await tick().catch((error: unknown) =>
            log.warn({ reason: String(error) }, 'sources to follow could not be found'),
          )
          await clock.wait(TICK, stopping.signal)
        }
      })()
    },
    /** Releases sources that dead processes followed. */
    async takeOver(processIds: readonly string[]): Promise<void> {
      await tables.deleteFrom('core.scraper_follows').where('owner', '=', anyOf(processIds)).execute()
    },
    async stop(): Promise<void> {
      stopping.abort('the process stops')
      await loop
      await Promise.all([...following.values()].map(({ ended }) => ended))
      if (loop !== undefined)
        await tables
          .deleteFrom('core.scraper_follows')
          .where('owner', '=', processId)
          .execute()
          .catch(() => {})
    },
  }
}
