import { stripVTControlCharacters } from 'node:util'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { JobOutcome } from './define.ts'
import { redactOutcome, redactRun } from './redact.ts'

// A log has rows of its own, in partitions that go with those of the history: a column of the history would be written
// again with each line, and sent with each list; files would be on one machine of several.
// Writing is never in the way of the run: lines wait within the same bounds, lines that cannot be stored are lost, and
// all lines are stored before the row of the run says that it ended.

/** The log of a run, as the job writes it. */
export interface RunLog {
  info(text: string): void
  warn(text: string): void
  error(text: string): void
  /** Registers values that no line and no error of the run may show. */
  hide(...secrets: readonly string[]): void
}

/** The log of a run, as the engine uses it. */
export interface RecordedRunLog extends RunLog {
  /** Removes secrets from the outcome of the run. */
  clean(outcome: JobOutcome): JobOutcome
  /** Writes the remaining lines. Later lines are dropped: a run that was given up may continue. */
  close(): Promise<void>
}

type Level = 'info' | 'warning' | 'error'

interface Line {
  number: number
  created_at: string
  level: Level
  message: string
}

/** Lines that are kept from the beginning of a log. */
export const FIRST_LINES = 100
/** Lines that are kept from the end of a log. */
export const LAST_LINES = 900
/** Characters of a line. */
export const LINE_LENGTH = 1_000
/** Characters of one call that are kept, so that redacting them is fast. */
const TEXT_LENGTH = 100_000
/** Longest secret that is replaced, in characters. */
const LONGEST_SECRET = 10_000
/** Milliseconds for which lines are gathered before they are written. */
const GATHER_MILLISECONDS = 300

/** @param last number of the last line of the log */
const writeLines = (runId: string, last: number, lines: readonly Line[]) => sql`
  with dropped as (
    delete from core.job_logs
    where run_id = ${runId} and number > ${FIRST_LINES} and number <= ${last - LAST_LINES}
  )
  insert into core.job_logs (run_id, number, created_at, level, message)
  select ${runId}::uuid, number, created_at, level, message
  from json_to_recordset(${JSON.stringify(lines)}::json) as line (number integer, created_at timestamptz, level text, message text)`

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

/**
 * Writes the log of a run to the database within half a second. A log of more than a thousand lines loses those in
 * the middle. It never fails: the run continues without its log.
 * @param runId id of the run's row in the job history; if undefined, nothing is kept
 */
export function keepRunLog(
  { pool, clock, log }: { pool: Pool; clock: Clock; log: Log },
  runId: string | undefined,
): RecordedRunLog {
  const closing = new AbortController()
  let secrets: readonly string[] = []
  let last = 0
  let waiting: Line[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    const lines = waiting
    waiting = []
    if (runId === undefined || lines.length === 0) return
    try {
      await pool.query(writeLines(runId, last, lines))
    } catch (error) {
      log.warn({ reason: String(error) }, 'lines of a run could not be kept')
    }
  }

  async function writeLater(): Promise<void> {
    while (waiting.length > 0 && !closing.signal.aborted) {
      await clock.wait(GATHER_MILLISECONDS, closing.signal)
      await write()
    }
    writing = undefined
  }

  const redact = (text: string) => redactRun(text, secrets)

  /** Redact before cutting: a cut could leave the beginning of a secret at the end of the text. */
  function bounded(text: string): string {
    // Colors of a terminal go first: what they tear apart would be a secret again without them.
    const read = text.slice(0, TEXT_LENGTH + LONGEST_SECRET)
    const redacted = redact(stripVTControlCharacters(read))
    return read.length < text.length ? `${redacted.slice(0, -LONGEST_SECRET)}…` : cut(redacted, TEXT_LENGTH)
  }

  function say(level: Level, text: string): void {
    if (runId === undefined || closing.signal.aborted) return
    for (const line of bounded(text).split(/\r?\n/)) {
      last += 1
      waiting.push({
        number: last,
        created_at: clock.now().toISOString(),
        level,
        message: cut(line, LINE_LENGTH).replaceAll('\0', ''),
      })
    }
    const first = waiting.findIndex(({ number }) => number > FIRST_LINES)
    if (first !== -1) waiting.splice(first, waiting.length - first - LAST_LINES)
    writing ??= writeLater()
  }

  return {
    info: (text) => say('info', text),
    warn: (text) => say('warning', text),
    error: (text) => say('error', text),
    hide: (...more) => (secrets = [...secrets, ...more]),
    clean: (outcome) => redactOutcome(outcome, secrets),
    async close() {
      closing.abort()
      await writing
      await write()
    },
  }
}
