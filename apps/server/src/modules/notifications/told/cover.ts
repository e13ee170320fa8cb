// Tells of what fails already when a rule begins to look at it: because the rule is new, is switched on or covers more, or
// because the resource moved to where a rule looks. No event says so.
import { SECOND } from '@binnacle/contract/core'
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { newId } from '../../../platform/ids.ts'
import type { SubjectKind } from '@binnacle/contract/kinds'
import type { Subject, SubjectState } from '../../../platform/subjects.ts'
import { decideFailures, type DecideDependencies, prepareEvent } from '../pipeline/decide/decide.ts'
import { coverageOf, type Rule } from '../pipeline/rules.ts'

/** Resources that one statement loads, and that one run looks at. */
const MOST_LOADED = 500
const MOST_LOOKED_AT = 5_000
/** Failures that one transaction decides about, and that one run does. */
const MOST_TOGETHER = 100
const MOST_DECIDED = 1_000
/** Resources that no rule lets through and that are remembered. */
const MOST_REMEMBERED = 100_000
/** The event of a failure is decided about first. Milliseconds. */
const SETTLED_MILLISECONDS = 15 * SECOND

/** The event that says that a resource is as wrong as it is; undefined if nothing is wrong with it. */
export function failureEvent({ kind, health }: Pick<SubjectState, 'kind' | 'health'>): string | undefined {
  if (health !== 'unhealthy' && health !== 'warning') return undefined
  return kind === 'check' ? 'check.failed' : `${kind}.${health}`
}

/** What decides whether a rule lets a resource through, as far as it does not change with each run. */
function markOf({ name, type, namespace, labels, severity, health, since }: SubjectState): string {
  return createHash('sha256')
    .update(JSON.stringify([name, type, namespace, labels, severity, health, since]))
    .digest('base64')
}

/**
 * Which resources have an open alert, or one that somebody marked as resolved.
 * @returns when that was, by id; never over where an alert is open
 */
async function findSettled(pool: Pool, kind: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; closed_at: Date | null }>(sql`
    select alert.resource_id as id, alert.closed_at from core.alerts as alert
    where alert.resource_id = any(${[...ids]}) and alert.resource_kind = ${kind}
      and (alert.closed_at is null or alert.closed_reason = 'resolved')
    order by alert.closed_at nulls last`)
  return new Map(rows.map(({ id, closed_at: at }) => [id, at?.getTime() ?? Infinity]))
}

/** Looks for what fails and is told nobody. */
export interface Coverage {
  /** Looks at some of what fails, and goes on there the next time. @returns how many it decided about */
  look(): Promise<{ decided: number; isMore: boolean }>
  /** Has all of it looked at again, because a rule changed: one may be as it was before, and have been off in between. */
  forget(): void
}

/** Creates what looks. It remembers what it looked at, and looks again only at what changed, or if a rule did. */
export function createCoverage(dependencies: DecideDependencies): Coverage {
  const { pool, subjects, now } = dependencies
  const cursors = new Map<SubjectKind, string>()
  let rulesBefore = ''
  let seen = new Map<string, string>()

  const forget = () => {
    seen = new Map()
    cursors.clear()
  }

  async function lookAtPage(subject: Subject, ids: readonly string[]): Promise<SubjectState[]> {
    const settled = await findSettled(pool, subject.kind, ids)
    const untold = ids.filter((id) => settled.get(id) !== Infinity)
    const before = now().getTime() - SETTLED_MILLISECONDS
    return [...(await subject.load(untold)).values()].filter((state) => {
      const since = state.since?.getTime()
      if (failureEvent(state) === undefined || state.isOff === true) return false
      if (since === undefined || since > before || (settled.get(state.id) ?? 0) > since) return false
      return seen.get(state.id) !== markOf(state)
    })
  }

  async function decide(states: readonly SubjectState[]): Promise<void> {
    for (let start = 0; start < states.length; start += MOST_TOGETHER) {
      const some = states.slice(start, start + MOST_TOGETHER)
      const events = []
      for (const state of some) {
        const event = failureEvent(state)
        if (event === undefined) continue
        // An id of its own: the same failure may have been told of by a rule before that was switched off meanwhile.
        const happening = { id: newId(), event, tells: 'alert', time: now() } as const
        events.push(await prepareEvent(dependencies, { happening, state }))
      }
      await decideFailures(dependencies, events)
      // What a rule let through has an alert now. If that ends, it may have to be told of again.
      for (const { resource, ready } of events)
        if (ready.every(({ error }) => error !== undefined))
          seen.set(resource.state.id, markOf(resource.state))
    }
    if (seen.size > MOST_REMEMBERED) forget()
  }

  return {
    forget,
    async look() {
      const rules = await dependencies.rules.all()
      const rulesNow = JSON.stringify(rules.map(coverageOf))
      if (rulesNow !== rulesBefore) {
        rulesBefore = rulesNow
        forget()
      }
      let lookedAt = 0
      let decided = 0
      for (const subject of subjects.values()) {
        if (!namesFailuresOf(rules, subject.kind)) continue
        for (;;) {
          if (lookedAt >= MOST_LOOKED_AT || decided >= MOST_DECIDED) return { decided, isMore: true }
          const ids = await subject.pageOfWrong(cursors.get(subject.kind), MOST_LOADED)
          lookedAt += ids.length
          const states = await lookAtPage(subject, ids)
          await decide(states)
          decided += states.length
          const last = ids.at(-1)
          if (last === undefined || ids.length < MOST_LOADED) break
          cursors.set(subject.kind, last)
        }
        cursors.delete(subject.kind)
      }
      return { decided, isMore: false }
    },
  }
}

/** Whether a rule tells of failures of a kind of resource. */
export const namesFailuresOf = (rules: readonly Pick<Rule, 'events'>[], kind: SubjectKind): boolean =>
  rules.some(({ events }) =>
    events.some((event) =>
      (['unhealthy', 'warning'] as const).some((health) => event === failureEvent({ kind, health })),
    ),
  )
