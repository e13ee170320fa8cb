import { limitAnswers } from '@binnacle/data-api'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import sql from 'sql-template-tag'
import type { Clock } from '../../../platform/clock.ts'
import { LARGEST_ANSWER } from '../../../platform/database/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { FollowMove } from '../../../platform/moves.ts'
import { foldCounts } from './counts/counts.ts'
import type { RunMode } from './decide/decide.ts'
import { mergeItems } from './merge/merge-items.ts'
import { previewStaged } from './runs/preview.ts'
import { type PublishSummary, publishStaged, runLock } from './publish.ts'
import type { CatalogStore, StoreInput, RunPreview, RunSummary, ScraperIdentity, StagedRun } from './input.ts'
import { lockAgainstRetention } from './retention/retention-lock.ts'
import { beginRun, endLost, endRun, failRun, markComplete } from './runs/run-rows.ts'
import { stageBatch } from './stage/stage.ts'
import { newStagingContext, type StagingContext } from './stage/staged.ts'
import { forgetBatch, forgetStaged, stagingTables } from './stage/temporary-tables.ts'

export { ScraperGone } from './publish.ts'

/** Runs and followed sources of a process that gather at once. Each has a connection. */
const CONNECTIONS = 8
/** Times that publishing is tried where others wrote the same rows in another order. */
const MOST_TRIES = 5
/** Batches of followed sources after which their counts are added up. A job does it too. */
const FOLD_EVERY = 10
/**
 * What batches may gather before the tables of a connection give back the room of the rows that were deleted. Statements read
 * that room, too: with thousands of such rows each takes longer than to truncate.
 */
const MOST_GATHERED = 300
/** Items that a run adds after which the statistics of the tables are gathered again. */
const MANY = 2_000
/** Deadlock and serialization failure. */
const PASSING = new Set(['40P01', '40001'])

/** Another run of the scraper is under way. */
export class ScraperBusy extends Error {
  constructor() {
    super('Another run of this scraper is under way')
  }
}

export interface StoreDependencies {
  /** Of the database. Runs gather in their own connections. */
  connection: PoolConfig
  clock: Clock
  events: Events
  log: Log
  /** What follows items that are joined. */
  followers: readonly FollowMove[]
}

export interface OpenCatalogStore extends CatalogStore {
  close(): Promise<void>
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && PASSING.has(error.code)
  )
}

/** Runs work in a transaction, again where it lost against another one. */
async function inTransaction<Value>(
  client: PoolClient,
  ending: 'commit' | 'rollback',
  work: () => Promise<Value>,
): Promise<Value> {
  for (let tries = 1; ; tries += 1)
    try {
      await client.query('begin')
      const value = await work()
      await client.query(ending)
      return value
    } catch (error) {
      await client.query('rollback')
      if (!isPassing(error) || tries === MOST_TRIES) throw error
    }
}

const analyzeStored = `
  analyze core.config_items, core.config_item_bodies (config_id, indexed), core.config_item_liveness,
    core.config_item_stats, core.config_relationships`

/** Faults as people read them, with those that were too many to keep. */
function faultsOf({ faults, moreFaults }: StagingContext): RunSummary['faults'] {
  return moreFaults === 0
    ? faults
    : [...faults, { kind: 'fault', message: `${moreFaults} more faults are not listed` }]
}

/** Opens the store of the catalog. */
export function createCatalogStore({
  connection,
  clock,
  events,
  log,
  followers,
}: StoreDependencies): OpenCatalogStore {
  const staging = new Pool({
    ...connection,
    max: CONNECTIONS,
    application_name: 'binnacle catalog',
    idle_in_transaction_session_timeout: 60_000,
    idleTimeoutMillis: 60_000,
  })
  staging.on('error', (error) => log.warn({ reason: error.message }, 'a connection of the catalog was lost'))
  staging.on('connect', (client) => client.on('error', () => {}))
  limitAnswers(staging, LARGEST_ANSWER)

  /** Connections that have the tables. They are empty while nobody has the connection. */
  const prepared = new WeakSet<PoolClient>()
  async function take(): Promise<PoolClient> {
    const client = await staging.connect()
    try {
      if (!prepared.has(client)) await client.query(stagingTables)
      prepared.add(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  /** What was gathered on a connection since its tables were truncated. */
  const gathered = new WeakMap<PoolClient, number>()
  async function giveBack(client: PoolClient, more = MOST_GATHERED): Promise<void> {
    try {
      const total = (gathered.get(client) ?? 0) + more
      await client.query(total < MOST_GATHERED ? forgetBatch : forgetStaged)
      gathered.set(client, total < MOST_GATHERED ? total : 0)
      await client.query('select pg_advisory_unlock_all()')
      client.release()
    } catch {
      // What it gathered ends with the connection.
      client.release(true)
    }
  }

  /** What was published is stored, whatever comes of this; a job does it again. */
  async function fold(client: PoolClient): Promise<void> {
    await foldCounts(client).catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'the counts of the catalog could not be added up'),
    )
  }
  /** Plans of the next run depend on what this one added, and the database looks at its tables only now and then. */
  async function analyze(client: PoolClient): Promise<void> {
    await client
      .query(analyzeStored)
      .catch((error: unknown) =>
        log.warn({ reason: String(error) }, 'the tables of the catalog could not be analyzed'),
      )
  }
  let followed = 0

  function stagedRun(
    client: PoolClient,
    scraper: ScraperIdentity,
    id: string,
    isPreview: boolean,
  ): StagedRun {
    const staged = newStagingContext(scraper)
    const began = clock.now()
    let ended = false
    const mode = (): RunMode => ({ runId: id, began, now: clock.now(), detectsDeletions: true })
    const summary = ({ counts, types, held }: PublishSummary): RunSummary => ({
      runId: id,
      counts,
      types,
      held,
      faults: faultsOf(staged),
    })

    // While a batch is written, the caller reads the next one.
    let writing = Promise.resolve()
    function add(batch: readonly StoreInput[]): Promise<void> {
      const before = writing
      writing = before.then(() => stageBatch(client, staged, batch))
      // The next call that adds or publishes gets the error.
      writing.catch(() => {})
      return before
    }
    async function end(): Promise<void> {
      if (ended) return
      ended = true
      await giveBack(client)
    }
    async function fail(faults: unknown): Promise<void> {
      if (!isPreview) await failRun(client, id, faults, clock.now())
    }
    return {
      id,
      add,
      async preview(limit: number): Promise<RunPreview> {
        await writing
        return inTransaction(client, 'rollback', async () => {
          const copy = { ...staged, faults: [...staged.faults], drops: staged.drops.copy() }
          const { items, published } = await previewStaged(client, events, copy, mode(), limit)
          return { ...summary(published), faults: faultsOf(copy), items }
        })
      },
      async publish() {
        if (isPreview) throw new Error('a preview cannot be published')
        try {
          await writing
          const attempt = { staged }
          const published = await inTransaction(client, 'commit', async () => {
            // What an attempt found out does not count when it is repeated.
            attempt.staged = { ...staged, faults: [...staged.faults], drops: staged.drops.copy() }
            const now = mode()
            const result = await publishStaged(client, events, attempt.staged, now)
            // A name that both have in their source shows that they are one thing.
            for (const { oldId, newId, because } of result.renames)
              if (because === 'key')
                await mergeItems(client, { events, followers }, { oldId, newId, now: now.now, by: undefined })
            const ended = { ...summary(result), faults: faultsOf(attempt.staged) }
            await endRun(client, ended, staged.complete, now.now)
            const sawAll = staged.complete.some(
              ({ type, scope }) => type === undefined && scope === undefined,
            )
            if (sawAll && staged.hidden.length === 0) await markComplete(client, scraper.id, began)
            return result
          })
          await fold(client)
          if (published.counts.added >= MANY) await analyze(client)
          return { ...summary(published), faults: faultsOf(attempt.staged) }
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error)
          await fail([{ kind: 'fault', message }]).catch(() => {})
          throw error
        } finally {
          await end()
        }
      },
      async discard() {
        if (ended) return
        await writing.catch(() => {})
        await fail(faultsOf(staged)).catch(() => {})
        await end()
      },
    }
  }

  return {
    async begin(scraper, { preview }) {
      const client = await take()
      try {
        const id = newId()
        if (!preview) {
          const { rows } = await client.query<{ free: boolean }>(
            sql`select pg_try_advisory_lock(hashtextextended(${runLock(scraper.id)}, 0)) as free`,
          )
          if (rows[0]?.free !== true) throw new ScraperBusy()
          await lockAgainstRetention(client, scraper.id, 'session')
          await endLost(client, scraper.id, clock.now())
          await beginRun(client, { id, scraperId: scraper.id, now: clock.now() })
        }
        return stagedRun(client, scraper, id, preview)
      } catch (error) {
        await giveBack(client)
        throw error
      }
    },
    async follow(scraper, batch) {
      const client = await take()
      try {
        const now = clock.now()
        const { counts } = await inTransaction(client, 'commit', async () => {
          await lockAgainstRetention(client, scraper.id, 'transaction')
          const staged = newStagingContext(scraper, { keepsEach: true })
          await stageBatch(client, staged, batch)
          const mode = { runId: undefined, began: now, now, detectsDeletions: false }
          return publishStaged(client, events, staged, mode)
        })
        followed += 1
        if (followed % FOLD_EVERY === 0) await fold(client)
        return counts
      } finally {
        await giveBack(client, batch.length)
      }
    },
    close: () => staging.end(),
  }
}
