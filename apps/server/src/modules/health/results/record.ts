import type { Pool, PoolClient } from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { Clock } from '../../../platform/clock.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { Log } from '../../../platform/log.ts'
import { type Rollup, rollups } from './rollups.ts'
import { CanaryRunRecorder } from './canary-runs.ts'
import { emitCheckEvents, haveEvents } from './check-events.ts'
import type { RunData, RunResult } from './result.ts'
import type { NextStatus } from './check-status.ts'

/** A result to store. */
export interface NewResult {
  checkId: string
  canaryId: string
  leaseId: string
  /** The result of the run, for the history. */
  result: RunResult
  /** The status of the check after the run. */
  status: NextStatus
  /** What scripts saw of the run, if it is stored. */
  data?: RunData | undefined
  /** Next due time; null without a schedule, undefined to leave it unchanged. */
  nextDue: Date | null | undefined
  /** Ticks that passed during the run. */
  skipped: number
  /** Whether another system pushed the result. Its canary has no runs, so its status can wait for more results. */
  isPushed?: boolean
}

/**
 * Ratio between the bounds of a histogram bin. Percentiles are at most 5 % off (√1.1 − 1 = 4.9 %). They cannot be added up
 * from averages, and histograms can, exactly: any process makes any range of any stretches without reading results. Each
 * is one number of the database, which adds numbers by itself (`derived.histogram_of`): p95 of 10,000 checks with seven
 * rows each takes 93 ms of processor time on two busy cores, with a row for each bin 389. A need for p99.9 asks for
 * smaller bins, so for a new rollup.
 */
const BIN_RATIO = 1.1
/** 0.1 ms. */
const LOWEST_BIN = -24
/** Over an hour. */
const HIGHEST_BIN = 160

/** The histogram bin of a duration in milliseconds: bin n stands for 1.1^n. */
export function binOf(milliseconds: number): number {
  if (milliseconds <= 0) return LOWEST_BIN
  const bin = Math.round(Math.log(milliseconds) / Math.log(BIN_RATIO))
  return Math.min(HIGHEST_BIN, Math.max(LOWEST_BIN, bin))
}

function rolledUp({ table, width }: Rollup): string {
  return `
  ${table.replace('core.check_rollups_', 'rolled_')} as (
    insert into ${table} as current
      (check_id, bucket, passed, failed, unknown, duration_sum, duration_max, histogram)
    select check_id, date_bin('${width} milliseconds', time, 'epoch'), (state = 'healthy')::integer,
      (state = 'unhealthy')::integer, (state = 'unknown')::integer, counted, counted,
      case when state = 'unknown' then 0 else derived.histogram_of(bin) end
    from done
    on conflict (check_id, bucket) do update set
      passed = current.passed + excluded.passed,
      failed = current.failed + excluded.failed,
      unknown = current.unknown + excluded.unknown,
      duration_sum = current.duration_sum + excluded.duration_sum,
      duration_max = greatest(current.duration_max, excluded.duration_max),
      histogram = current.histogram + excluded.histogram
  )`
}

const allRolledUp = raw(rollups.map(rolledUp).join(','))

/**
 * Stores results whose lease is still valid: state, history and rollups in one statement, so that a result is stored exactly
 * once and completely, or not at all.
 * @param results as JSON
 */
const storeResults = (results: string) => sql`
  with given as (
    select * from json_to_recordset(${results}::json) as given (
      check_id uuid, lease_id uuid, time timestamptz, state core.health_state, duration real, message text, error text,
      details jsonb, next_due timestamptz, skipped integer, bin integer, shown_state core.health_state, shown_message text,
      shown_error text, verdict core.health_state, streak integer, data jsonb, keeps_due boolean
    )
  ),
  done as (
    update core.check_state as current set
      state = given.shown_state,
      message = given.shown_message,
      error = given.shown_error,
      verdict = given.verdict,
      streak = given.streak,
      last_runtime = given.time,
      last_duration = given.duration,
      last_transition_time = case
        when current.last_runtime is null or current.state <> given.shown_state then given.time
        else current.last_transition_time
      end,
      last_pass = case when given.state = 'healthy' then given.time else current.last_pass end,
      last_fail = case when given.state = 'unhealthy' then given.time else current.last_fail end,
      skipped = current.skipped + given.skipped,
      due_at = case when given.keeps_due then current.due_at else given.next_due end,
      lease_owner = null,
      lease_id = null,
      lease_until = null
    from given
    where current.check_id = given.check_id and current.lease_id = given.lease_id
    returning given.*, case when given.state = 'unknown' then 0 else given.duration end as counted,
      -- The row as it is now: a state that stays keeps the time of an earlier result.
      current.last_transition_time = given.time as turned
  ),
  stored as (
    insert into core.check_statuses (check_id, time, state, duration, message, error, details)
    select check_id, time, state, duration, message, error, details from done
    on conflict (check_id, time) do nothing
  ),
  seen as (
    insert into core.check_data (check_id, time, data)
    select check_id, time, data from done where data is not null
    on conflict (check_id) do update set time = excluded.time, data = excluded.data
  ),
  ${allRolledUp}
  select check_id, lease_id, turned from done`

/** Finds results of the history. Whether they changed the status is not known any more. @param results as JSON */
const findStored = (results: string) => sql`
  select given.check_id, given.lease_id, true as turned
  from json_to_recordset(${results}::json) as given (check_id uuid, lease_id uuid, time timestamptz)
  where exists (
    select from core.check_statuses as stored where stored.check_id = given.check_id and stored.time = given.time
  )`

/** The message of a check, with the progress of a change below its threshold. */
function shownTexts(
  result: RunResult,
  { state, note }: NextStatus,
): { message: string | null; error: string | null } {
  if (note === undefined) return { message: result.message, error: result.error }
  const message = result.error ?? result.message
  const text = message === null ? note : `${note}: ${message}`
  return state === 'healthy' ? { message: text, error: null } : { message: null, error: text }
}

function toRow({ checkId, leaseId, result, status, data, nextDue, skipped }: NewResult) {
  const shown = shownTexts(result, status)
  return {
    check_id: checkId,
    lease_id: leaseId,
    time: result.time,
    state: result.state,
    duration: result.duration,
    message: result.message,
    error: result.error,
    details: result.details,
    next_due: nextDue ?? null,
    keeps_due: nextDue === undefined,
    skipped,
    bin: binOf(result.duration),
    shown_state: status.state,
    shown_message: shown.message,
    shown_error: shown.error,
    verdict: status.verdict,
    streak: status.streak,
    data: data ?? null,
  }
}

interface WaitingResult {
  recordable: NewResult
  stored: (ok: boolean) => void
}

/** How long results are collected in milliseconds: a statement with 50 costs little more than one with 1. */
const GATHER_MILLISECONDS = 40
const LARGEST_BATCH = 200
const RETRY_MILLISECONDS = 1_000

interface RecorderOptions {
  pool: Pool
  events: Events
  clock: Clock
  log: Log
}

type StoredRow = Columns<'core.check_state', 'check_id'> & { lease_id: string; turned: boolean }

/** Identifies a result. A batch may have another one of the same check, whose lease was lost. */
const leaseOf = ({ checkId, leaseId }: Pick<NewResult, 'checkId' | 'leaseId'>) => `${checkId} ${leaseId}`
const leaseOfRow = (row: Pick<StoredRow, 'check_id' | 'lease_id'>) =>
  leaseOf({ checkId: row.check_id, leaseId: row.lease_id })

/** Stores results in batches. While the database is away, results wait and `backlog` grows. */
export class Recorder {
  readonly #pool: Pool
  readonly #events: Events
  readonly #clock: Clock
  readonly #log: Log
  readonly #canaryRuns: CanaryRunRecorder
  #waiting: WaitingResult[] = []
  #writing: Promise<void> | undefined

  constructor({ pool, events, clock, log }: RecorderOptions) {
    this.#pool = pool
    this.#events = events
    this.#clock = clock
    this.#log = log
    this.#canaryRuns = new CanaryRunRecorder(pool, clock, log)
  }

  /** Number of results that are not stored yet. */
  get backlog(): number {
    return this.#waiting.length
  }

  /** @returns whether the result was stored; false if the lease was lost meanwhile */
  record(recordable: NewResult): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#waiting.push({ recordable, stored: resolve })
    this.#writing ??= this.#write()
    return promise
  }

  /** Waits until all results are stored. */
  async drain(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    await this.#canaryRuns.drain()
  }

  async #write(): Promise<void> {
    await this.#clock.wait(GATHER_MILLISECONDS)
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, LARGEST_BATCH)
      const stored = await this.#store(batch.map(({ recordable }) => recordable))
      for (const { recordable, stored: resolve } of batch) resolve(stored.has(leaseOf(recordable)))
    }
    this.#writing = undefined
  }

  /** Stores a batch, and retries until the database answers. @returns the leases whose result was stored */
  async #store(batch: readonly NewResult[]): Promise<ReadonlySet<string>> {
    let isRepeated = false
    for (;;) {
      try {
        const done = await this.#storeWithEvents(batch)
        if (isRepeated) done.push(...(await this.#storedBefore(batch, done)))
        const recordables = new Map(batch.map((recordable) => [leaseOf(recordable), recordable]))
        await this.#canaryRuns.record(
          done.flatMap((row) => {
            const { canaryId, isPushed = false } = recordables.get(leaseOfRow(row)) ?? {}
            return canaryId === undefined ? [] : [{ canaryId, turned: row.turned && !isPushed }]
          }),
        )
        return new Set(done.map(leaseOfRow))
      } catch (error) {
        if (isAboutData(error)) return await this.#storeApart(batch, error)
        this.#log.error(
          { reason: String(error), results: batch.length },
          'results could not be stored; trying again',
        )
        isRepeated = true
        await this.#clock.wait(RETRY_MILLISECONDS)
      }
    }
  }

  /** Results that an earlier attempt stored although its answer was lost: their leases ended with that. */
  async #storedBefore(batch: readonly NewResult[], done: readonly StoredRow[]): Promise<StoredRow[]> {
    const leases = new Set(done.map(leaseOfRow))
    const missing = batch.filter((recordable) => !leases.has(leaseOf(recordable)))
    if (missing.length === 0) return []
    const { rows } = await this.#pool.query<StoredRow>(findStored(JSON.stringify(missing.map(toRow))))
    return rows
  }

  /** Stores a batch, in one transaction with its events if it has any. */
  async #storeWithEvents(batch: readonly NewResult[]): Promise<StoredRow[]> {
    const store = async (within: Pool | PoolClient) =>
      (await within.query<StoredRow>(storeResults(JSON.stringify(batch.map(toRow))))).rows
    if (!haveEvents(this.#events, batch)) return store(this.#pool)
    return inTransaction(this.#pool, async (client) => {
      const done = await store(client)
      const leases = new Set(done.map(leaseOfRow))
      const stored = batch.filter((recordable) => leases.has(leaseOf(recordable)))
      await emitCheckEvents(client, this.#events, stored).catch((error: unknown) => {
        // Drop the error code: the results are fine, so a failed event must not discard any of them.
        throw new Error(`events could not be emitted: ${String(error)}`, { cause: error })
      })
      return done
    })
  }

  /** Stores the results of a batch one by one, so that one refused result does not affect the others. */
  async #storeApart(batch: readonly NewResult[], error: unknown): Promise<ReadonlySet<string>> {
    const [only] = batch
    if (only !== undefined && batch.length === 1) {
      this.#log.error({ check: only.checkId, reason: String(error) }, 'a result could not be stored as it is')
      return only.result.error === UNSTORABLE ? new Set() : await this.#store([withoutContent(only)])
    }
    const stored = await Promise.all(batch.map((recordable) => this.#store([recordable])))
    return new Set(stored.flatMap((ids) => [...ids]))
  }
}

const UNSTORABLE = 'the result could not be stored; the log of the server says why'

function withoutContent(recordable: NewResult): NewResult {
  const result = {
    ...recordable.result,
    state: 'unknown' as const,
    duration: 0,
    message: null,
    details: null,
    error: UNSTORABLE,
  }
  const status = { ...recordable.status, state: 'unknown' as const, note: undefined }
  return { ...recordable, result, status, data: undefined }
}

/** Whether an error is about the data, so that a retry would fail again (by its SQLSTATE class). */
function isAboutData(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(21|22|23|42)/.test(error.code)
  )
}
