import { setImmediate } from 'node:timers/promises'
import type { ScriptEngine } from '@binnacle/scripting'
import type { EventPayload } from '@binnacle/contract/kinds'
import type { ComponentHealth } from '@binnacle/contract/topology'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Events } from '../../../platform/events/index.ts'
import {
  addGiven,
  type ChildTotals,
  givenBy,
  type Contribution,
  healthOf,
  nothingBelow,
  nothingOwn,
  type OwnCounts,
  summaryOf,
  worstHealth,
} from './counts.ts'
import { evaluateHealth, evaluateStatus, Expressions } from './expressions.ts'
import { countOwn, type Edge, findGivenTo, type RollUpRow, takeWork, type Work } from './load.ts'
import { closingEdges, orderUpwards } from './order.ts'
import { writeStates, type ChangedState } from './write.ts'

// Checks change a hundred times a second and a tree has thousands of components, so only what changed is added up;
// recounting all roots every two minutes would show a red check late and read everything for it. A row of
// core.component_states holds what is linked with a component (`own`), the sum of what its children give (`below`) and
// what it gives itself (`gives`). Changes mark components in core.component_stale: triggers of the link tables do, and
// consumers of events. A component that gives something else takes its old share out of each sum above it and adds the
// new one. What is taken includes all marked ancestors, so a sum is never changed before it fits to its children.
//
// Checks, insights and costs count once, however many components have them. Sums cannot see that, so `again` holds how
// much the own sum and those of the children have more than once. It is counted from the links only where it may have
// changed: where holders of a changed check meet, where something was shared before, above a component at two places.
// Components themselves count at each place, as their health does.

export interface RollUpDependencies {
  events: Events
  scripts: ScriptEngine
  now: () => Date
}

/** Milliseconds of work before other requests get a turn. */
const TURN = 10

/** Only one process rolls up at a time: two at once would add to the same sums. */
const lock = `select pg_advisory_xact_lock(hashtextextended('binnacle topology roll-up', 0))`

const refuse = (below: readonly string[], above: readonly string[]) => sql`
  update core.component_relationships set refused = 'it would close a circle'
  where (component_id, relationship_id) in (select * from unnest(${below}::uuid[], ${above}::uuid[]))
    and kind = 'child' and deleted_at is null`

/**
 * Drops relationships that close a circle, which would count without end.
 * @returns the edges that stay
 */
async function withoutCircles(client: ClientBase, { rows, edges }: Work): Promise<readonly Edge[]> {
  const refused = closingEdges(rows.keys(), edges)
  if (refused.length === 0) return edges
  await client.query(
    refuse(
      refused.map(({ below }) => below),
      refused.map(({ above }) => above),
    ),
  )
  const left = new Set(refused)
  return edges.filter((edge) => !left.has(edge))
}

interface ComputedState {
  health: ComponentHealth
  status: string
  reason: string | null
  gives: Contribution
  summary: ReturnType<typeof summaryOf>
}

async function roll(
  row: RollUpRow,
  own: OwnCounts,
  below: ChildTotals,
  expressions: Expressions,
): Promise<ComputedState> {
  const summary = summaryOf(own, below)
  const worst = worstHealth(row, own, below)
  const health = await evaluateHealth(expressions, row, summary, worst)
  const status = await evaluateStatus(expressions, row, summary, health.value, row.status ?? health.value)
  return {
    health: health.value,
    status: status.value,
    reason: health.problem ?? status.problem ?? row.status_reason,
    gives: givenBy(health.value, status.value, own, below),
    summary,
  }
}

/** Whether two values have the same content, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other
  const keys = Object.entries(one)
  const others = new Map(Object.entries(other))
  return (
    keys.length === others.size &&
    keys.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  )
}

/**
 * Finds the states of some of the components that wait, and of all above them, in the transaction of the client. Only what
 * changed is added up: a component with ten thousand children reads one of them.
 * @returns whether there were any
 */
export async function rollUpStep(client: ClientBase, dependencies: RollUpDependencies): Promise<boolean> {
  await client.query(lock)
  const work = await takeWork(client)
  if (work === undefined) return false
  const edges = await withoutCircles(client, work)
  const { ordered } = orderUpwards(work.rows.keys(), edges)
  const stale = [...work.rows.values()].filter((row) => row.stale !== undefined).map(({ id }) => id)
  const counted = [...work.rows.values()].filter((row) => row.stale === 'children').map(({ id }) => id)
  const ownOf = await countOwn(client, stale)
  const givenTo = await findGivenTo(client, counted)
  const above = Map.groupBy(edges, ({ below }) => below)
  const sums = new Map<string, ChildTotals>()
  for (const row of work.rows.values()) {
    const given = row.stale === 'children' ? (givenTo.get(row.id)?.values() ?? []) : undefined
    const sum =
      given === undefined
        ? row.rolled?.below
        : [...given].reduce((total, each) => addGiven(total, each, 1), nothingBelow)
    sums.set(row.id, sum ?? nothingBelow)
  }
  const time = dependencies.now()
  const written: ChangedState[] = []
  const expressions = new Expressions(dependencies.scripts)
  let turn = performance.now()
  for (const id of ordered) {
    const row = work.rows.get(id)
    if (row === undefined) continue
    // Short expressions are evaluated in this thread.
    if (performance.now() - turn > TURN) {
      await setImmediate()
      turn = performance.now()
    }
    const before = row.rolled
    const own = row.stale === undefined ? (before?.own ?? nothingOwn) : ownOf(id)
    const below = sums.get(id) ?? nothingBelow
    const { health, status, reason, gives, summary } = await roll(row, own, below, expressions)
    // What is stored of it counts above it already.
    if (!isSame(before?.gives, gives))
      for (const edge of new Set((above.get(id) ?? []).map((each) => each.above))) {
        const sum = sums.get(edge) ?? nothingBelow
        // A parent whose children were read has what is stored; any other was given it at some time.
        sums.set(edge, addGiven(before === null ? sum : addGiven(sum, before.gives, -1), gives, 1))
      }
    const previous = before === null ? null : healthOf(before.health)
    const fresh = { id, health, status, reason, own, below, gives, summary, previous, time }
    const stored = before && {
      health: before.health,
      status: before.status,
      reason: before.reason,
      own: before.own,
      below: before.below,
      gives: before.gives,
      summary: before.summary,
    }
    if (!isSame(stored, { health, status, reason, own, below, gives, summary })) written.push(fresh)
  }
  await writeStates(client, written)
  await emitHealth(client, dependencies.events, written)
  return true
}

async function emitHealth(
  client: ClientBase,
  events: Events,
  written: readonly ChangedState[],
): Promise<void> {
  for (const health of ['healthy', 'unhealthy', 'warning', 'unknown'] as const) {
    const name = `component.${health}` as const
    if (!events.isConsumed(name)) continue
    const payloads = written
      // As items of the catalog: what is well from the start is no news.
      .filter((state) => state.health === health && state.previous !== health)
      .filter(({ previous }) => previous !== null || health === 'unhealthy' || health === 'warning')
      .map(({ id, previous, time }): EventPayload<typeof name> => ({
        componentId: id,
        time: time.toISOString(),
        previous,
      }))
    await events.emit(client, name, ...payloads)
  }
}
