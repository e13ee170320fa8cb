import { DAY } from '@binnacle/contract/core'
import type { SubjectKind } from '@binnacle/contract/kinds'
import type { SilenceDraft, SilencePreview } from '@binnacle/contract/notifications'
import type { ScriptEngine } from '@binnacle/scripting'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { anyOf, tablesOn } from '../../platform/database/tables-on.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Problem } from '@binnacle/contract/core'
import type { Subject, SubjectState } from '../../platform/subjects.ts'
import { type Coverage, coverageOf, targetOf } from './coverage.ts'
import { createFilter, type Filter } from './filter.ts'
import { readCoverage, readTimes } from './form.ts'
import { timesOf, type Window } from './windows.ts'

/** Resources that are read at once. */
const PAGE = 500
/** Most resources that a preview reads. */
const MOST_RESOURCES = 20_000
/** Longest time that a preview reads resources. */
const LONGEST_MILLISECONDS = 5_000
/** Resources that a preview shows. */
const SHOWN = 20
/** Windows of recurring maintenance that a preview shows. */
const WINDOWS = 3

export interface PreviewDependencies {
  pool: Pool
  scripts: ScriptEngine
  clock: Clock
  subjects: ReadonlyMap<string, Subject>
}

/** What was counted so far. */
interface Tally {
  of: number
  complete: boolean
  error: string | null
  covered: SubjectState[]
}

/** Messages about resources that went out since a time. */
async function countMessages(pool: Pool, resourceIds: readonly string[], since: Date): Promise<number> {
  const { messages } = await tablesOn(pool)
    .selectFrom('core.notification_send_history')
    .select(({ fn }) => fn.countAll<number>().as('messages'))
    .where('resource_id', '=', anyOf(resourceIds))
    .where('created_at', '>=', since)
    .where('status', '=', fragment.lit('sent'))
    .where('tells', '<>', fragment.lit('recovery'))
    .executeTakeFirstOrThrow()
  return messages
}

async function isCovered(
  state: SubjectState,
  coverage: Coverage,
  filter: Filter | undefined,
  tally: Tally,
): Promise<boolean> {
  if (!coverage.includes(state)) return false
  if (filter === undefined) return true
  const passed = await filter.passes(state)
  if (passed.ok) return passed.value
  tally.error ??= `${state.name}: ${passed.failure.message}`
  return false
}

const shownResource = (state: SubjectState): SilencePreview['resources'][number] => ({
  kind: state.kind,
  id: state.id,
  name: state.name,
  type: state.type ?? null,
  namespace: state.namespace ?? null,
  health: state.health,
  path: state.path,
})

function kindsOf(states: readonly SubjectState[]): SilencePreview['kinds'] {
  const counts = new Map<SubjectKind, number>()
  for (const { kind } of states) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count }))
}

/** Says what a silence would cover now, and what it would have kept back. */
export function createSilencePreview({ pool, scripts, clock, subjects }: PreviewDependencies) {
  /** Reads all resources of a kind, page by page, within the limits. */
  async function lookAt(
    subject: Subject,
    coverage: Coverage,
    filter: Filter | undefined,
    tally: Tally,
    signal: AbortSignal,
  ): Promise<void> {
    const end = clock.now().getTime() + LONGEST_MILLISECONDS
    let after: string | undefined
    for (;;) {
      const ids = await subject.page(after, PAGE)
      for (const state of (await subject.load(ids)).values()) {
        tally.of += 1
        if (await isCovered(state, coverage, filter, tally)) tally.covered.push(state)
      }
      after = ids.at(-1)
      if (ids.length < PAGE) return
      if (signal.aborted || tally.of >= MOST_RESOURCES || clock.now().getTime() > end) {
        tally.complete = false
        return
      }
    }
  }

  return async (
    draft: SilenceDraft,
    signal: AbortSignal,
  ): Promise<{ preview: SilencePreview } | { problems: Problem[] }> => {
    const now = clock.now()
    const context = { now, isNew: true }
    // What needs a confirmation can be looked at before.
    const coverage = readCoverage({ ...draft, everything: 'everything' }, context)
    if (!coverage.ok) return { problems: coverage.failure }
    // What is still missing in a form is no reason to show nothing.
    const until = draft.until ?? ((draft.schedule ?? '') === '' ? 'now+1h' : undefined)
    const times = readTimes({ ...draft, from: draft.from ?? 'now', until }, context)
    if (!times.ok) return { problems: times.failure }
    const compiled = coverageOf(coverage.value)
    const filter = coverage.value.filter === null ? undefined : createFilter(scripts, coverage.value.filter)
    const tally: Tally = { of: 0, complete: true, error: null, covered: [] }
    const target = targetOf(coverage.value)
    for (const subject of subjects.values()) {
      if (!compiled.kinds.includes(subject.kind)) continue
      if (target?.kind === subject.kind && compiled.kinds.length === 1) {
        for (const state of (await subject.load([target.id])).values()) {
          tally.of += 1
          if (await isCovered(state, compiled, filter, tally)) tally.covered.push(state)
        }
      } else await lookAt(subject, compiled, filter, tally, signal)
    }
    const isHealthy = ({ health }: SubjectState) => health === 'healthy'
    const sorted = tally.covered.toSorted(
      (one, other) =>
        Number(isHealthy(one)) - Number(isHealthy(other)) || one.name.localeCompare(other.name, 'en'),
    )
    const coveredIds = tally.covered.map(({ id }) => id)
    const messages = await countMessages(pool, coveredIds, new Date(now.getTime() - DAY))
    const compiledTimes = timesOf(times.value)
    const windows: Window[] =
      compiledTimes.ok && times.value.schedule !== null ? compiledTimes.value.next(now, WINDOWS) : []
    return {
      preview: {
        total: tally.covered.length,
        of: tally.of,
        complete: tally.complete,
        kinds: kindsOf(tally.covered),
        resources: sorted.slice(0, SHOWN).map(shownResource),
        unhealthy: tally.covered.filter((state) => !isHealthy(state)).length,
        messages,
        windows: windows.map(({ from, until }) => ({
          from: from.toISOString(),
          until: (until ?? from).toISOString(),
        })),
        error: tally.error,
      },
    }
  }
}
