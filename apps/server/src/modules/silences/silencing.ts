import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { ScriptEngine } from '@binnacle/scripting'
import type { Clock } from '../../platform/clock.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { Live } from '../../platform/live/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Subject, SubjectState } from '../../platform/subjects.ts'
import { coverageOf } from './coverage.ts'
import { createFilter } from './filter.ts'
import type { ActiveSilence, Silencing } from './ports.ts'
import {
  createSilenceIndex,
  type HoldingEntry,
  type SilenceEntry,
  type SilenceIndex,
} from './silence-index.ts'
import { selectorOf, silenceColumns, type SilenceRow, type SilenceTables } from './stored.ts'
import { timesOf } from './windows.ts'

const SILENCE_TOPIC = 'notification_silences'

/** Silences that ended this long ago are still loaded, for events of a while ago and a clock that is set back. */
const SLACK_MILLISECONDS = 3_600_000
/** How often silences are read again while nobody announces changes. */
const UNHEARD_MILLISECONDS = 1_000
/** Most runs of filters for the resources of one page. */
const MOST_SHOWN_FILTERS = 2_000

const load = (pool: Pool, since: Date): Promise<SilenceRow[]> =>
  tablesOn<SilenceTables>(pool)
    .selectFrom('core.notification_silences')
    .select(silenceColumns)
    .where('deleted_at', 'is', null)
    .where('error', 'is', null)
    .where((expressions) =>
      expressions.or([expressions('until', 'is', null), expressions('until', '>=', since)]),
    )
    .execute()

const count = (silenceId: string, suppressed: number): Sql => sql`
  insert into core.notification_silence_totals as totals (silence_id, suppressed)
  select id, ${suppressed}::bigint from core.notification_silences where id = ${silenceId}
  on conflict (silence_id) do update set suppressed = totals.suppressed + excluded.suppressed, last_at = now()`

export interface SilencingDependencies {
  pool: Pool
  live: Live
  scripts: ScriptEngine
  clock: Clock
  log: Log
  subjects: ReadonlyMap<string, Subject>
}

/** Compiles a stored silence. @returns undefined if it cannot be read, which is logged */
function entryOf(row: SilenceRow, scripts: ScriptEngine, log: Log): SilenceEntry | undefined {
  const times = timesOf(row)
  if (!times.ok) {
    log.warn({ silence: row.id, reason: times.failure }, 'a silence has no times that can be read')
    return undefined
  }
  return {
    id: row.id,
    kind: row.kind,
    description: row.description ?? row.name ?? undefined,
    coverage: coverageOf({ ...row, selector: selectorOf(row) }),
    times: times.value,
    filter: row.filter === null ? undefined : createFilter(scripts, row.filter),
  }
}

const shownOf = ({ entry: { id, kind, description }, window }: HoldingEntry): ActiveSilence => ({
  id,
  kind,
  description,
  until: window.until,
})

/** Keeps silences in memory, reads them again when they change, and matches resources with them. */
export function createSilencing(dependencies: SilencingDependencies): Silencing & { close(): void } {
  const { pool, live, scripts, clock, log, subjects } = dependencies
  const listeners = new Set<() => void>()
  /** Increases with each change, so that a load that began before a change does not count as newer. */
  let changes = 0
  let loaded: { changes: number; index: SilenceIndex; reach: number; at: number } | undefined
  let loading: Promise<void> | undefined

  async function read(since: number): Promise<void> {
    const begun = changes
    const rows = await load(pool, new Date(since))
    const entries = rows.flatMap((row) => entryOf(row, scripts, log) ?? [])
    loaded = { changes: begun, index: createSilenceIndex(entries), reach: since, at: clock.now().getTime() }
  }

  function isFresh(at: number): boolean {
    if (loaded === undefined || loaded.changes !== changes || loaded.reach > at) return false
    // Without the line to the database nobody says when something changes.
    return live.connected || Math.abs(clock.now().getTime() - loaded.at) < UNHEARD_MILLISECONDS
  }

  async function indexFor(time: Date): Promise<SilenceIndex> {
    const at = time.getTime()
    while (loaded === undefined || !isFresh(at)) {
      loading ??= read(Math.min(at, clock.now().getTime()) - SLACK_MILLISECONDS).finally(() => {
        loading = undefined
      })
      await loading
    }
    return loaded.index
  }

  async function disable({ id, filter }: SilenceEntry, message: string): Promise<void> {
    log.warn({ silence: id, reason: message }, 'the filter of a silence failed')
    await tablesOn(pool)
      .updateTable('core.notification_silences')
      .set({ error: message, error_at: clock.now() })
      .where('id', '=', id)
      .where('filter', '=', filter?.source ?? '')
      .where('error', 'is', null)
      .execute()
  }

  /** Whether the filter of a silence lets it cover a resource. */
  async function passes(entry: SilenceEntry, state: SubjectState): Promise<boolean> {
    if (entry.filter === undefined) return true
    const passed = await entry.filter.passes(state)
    if (passed.ok) return passed.value
    if (passed.failure.lasting) await disable(entry, passed.failure.message)
    return false
  }

  async function firstPassing(
    found: readonly HoldingEntry[],
    state: SubjectState,
  ): Promise<ActiveSilence | undefined> {
    for (const each of found) if (await passes(each.entry, state)) return shownOf(each)
    return undefined
  }

  const tellAll = () => {
    for (const listener of listeners) listener()
  }
  const unsubscribe = live.subscribe((event) => {
    if (event.kind === 'change' && event.change.topic !== SILENCE_TOPIC) return
    changes += 1
    tellAll()
  })

  return {
    async match(state, at) {
      const index = await indexFor(at)
      return firstPassing(index.covering(state, at), state)
    },
    async shown(kind, ids, at) {
      const found = new Map<string, ActiveSilence>()
      const index = await indexFor(at)
      const subject = subjects.get(kind)
      if (subject === undefined || ids.length === 0) return found
      if (!index.holding(at).some(({ entry }) => entry.coverage.kinds.includes(kind))) return found
      let left = MOST_SHOWN_FILTERS
      for (const state of (await subject.load(ids)).values()) {
        const covering = index.covering(state, at).filter(({ entry }) => {
          if (entry.filter !== undefined) left -= 1
          return entry.filter === undefined || left >= 0
        })
        const silence = await firstPassing(covering, state)
        if (silence !== undefined) found.set(state.id, silence)
      }
      return found
    },
    async maintenance(kind, at) {
      const index = await indexFor(at)
      return index
        .holding(at)
        .filter(({ entry }) => entry.kind === 'maintenance' && entry.coverage.kinds.includes(kind))
        .map(shownOf)
    },
    async suppressed(within, silenceId, suppressedNow) {
      await within.query(count(silenceId, suppressedNow))
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: unsubscribe,
  }
}
