import { healthOf, healths } from '@binnacle/contract/core'
import { setImmediate } from 'node:timers/promises'
import type { ScriptEngine } from '@binnacle/scripting'
import type { EventPayload } from '@binnacle/contract/kinds'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Events } from '../../../platform/events/index.ts'
import {
  addContribution,
  type ChildTotals,
  contributionOf,
  type Contribution,
  noChildTotals,
  noOwnCounts,
  type OwnCounts,
  summaryOf,
  rolledHealth,
} from './compute/counts.ts'
import { evaluateHealth, evaluateStatus, Expressions } from './compute/expressions.ts'
import { countOwn } from './load/own-counts.ts'
import { type Edge, loadChildContributions, type RollUpRow, type RollUpWork, takeStale } from './load/work.ts'
import { isSame } from './compute/same.ts'
import { closingEdges, orderUpwards } from './compute/order.ts'
import { writeStates, type ChangedState } from './store/write-states.ts'

// README.md in this folder says why sums are changed by differences, and what must always be true for that.

export interface RollUpDependencies {
  events: Events
  scripts: ScriptEngine
  now: () => Date
}

/** Milliseconds of work before other requests get a turn. */
const TURN = 10

/** Only one process rolls up at a time: two at once would add to the same sums. */
const lock = `select pg_advisory_xact_lock(hashtextextended('binnacle topology roll-up', 0))`

const refuseEdges = (below: readonly string[], above: readonly string[]) => sql`
  update core.component_relationships set refused = 'it would close a circle'
  where (component_id, relationship_id) in (select * from unnest(${below}::uuid[], ${above}::uuid[]))
    and kind = 'child' and deleted_at is null`

/**
 * Drops relationships that close a circle, which would count without end.
 * @returns the edges that stay
 */
async function withoutCircles(client: ClientBase, { rows, edges }: RollUpWork): Promise<readonly Edge[]> {
  const refused = closingEdges(rows.keys(), edges)
  if (refused.length === 0) return edges
  await client.query(
    refuseEdges(
      refused.map(({ below }) => below),
      refused.map(({ above }) => above),
    ),
  )
  const left = new Set(refused)
  return edges.filter((edge) => !left.has(edge))
}

type ComputedState = Omit<ChangedState, 'id' | 'previous' | 'time'>

async function computeState(
  row: RollUpRow,
  own: OwnCounts,
  below: ChildTotals,
  expressions: Expressions,
): Promise<ComputedState> {
  const summary = summaryOf(own, below)
  const worst = rolledHealth(row, own, below)
  const health = await evaluateHealth(expressions, row, summary, worst)
  const status = await evaluateStatus(expressions, row, summary, health.value, row.status ?? health.value)
  return {
    health: health.value,
    status: status.value,
    reason: health.problem ?? status.problem ?? row.status_reason,
    own,
    below,
    gives: contributionOf(health.value, status.value, own, below),
    summary,
  }
}

/**
 * Computes the states of some stale components and of all above them, in the transaction of the client. It adds up only what
 * changed: a component with ten thousand children reads one of them.
 * @returns whether any component was stale
 */
export async function rollUpStep(client: ClientBase, dependencies: RollUpDependencies): Promise<boolean> {
  await client.query(lock)
  const work = await takeStale(client)
  if (work === undefined) return false
  const edges = await withoutCircles(client, work)
  const { ordered } = orderUpwards(work.rows.keys(), edges)
  const ownOf = await countOwn(
    client,
    [...work.rows.values()].filter((row) => row.stale !== undefined).map(({ id }) => id),
  )
  const sums = await loadSums(client, work)
  const above = Map.groupBy(edges, ({ below }) => below)
  const time = dependencies.now()
  const changed: ChangedState[] = []
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
    const own = row.stale === undefined ? (row.rolled?.own ?? noOwnCounts) : ownOf(id)
    const below = sums.get(id) ?? noChildTotals
    const state = await computeState(row, own, below, expressions)
    const parents = new Set((above.get(id) ?? []).map((edge) => edge.above))
    replaceContribution(sums, parents, row.rolled?.gives, state.gives)
    if (!isSame(storedState(row), state)) {
      const previous = row.rolled === null ? null : healthOf(row.rolled.health)
      changed.push({ ...state, id, previous, time })
    }
  }
  await writeStates(client, changed)
  await emitHealth(client, dependencies.events, changed)
  return true
}

/** The sums of what children give: counted again where the children changed, otherwise as they are stored. */
async function loadSums(client: ClientBase, { rows }: RollUpWork): Promise<Map<string, ChildTotals>> {
  const counted = [...rows.values()].filter(({ stale }) => stale === 'children').map(({ id }) => id)
  const contributions = await loadChildContributions(client, counted)
  const sumOf = ({ id, stale, rolled }: RollUpRow): ChildTotals => {
    if (stale !== 'children') return rolled?.below ?? noChildTotals
    const given = contributions.get(id)?.values() ?? []
    return [...given].reduce((total, each) => addContribution(total, each, 1), noChildTotals)
  }
  return new Map([...rows.values()].map((row) => [row.id, sumOf(row)]))
}

/** Replaces the stored contribution of a component by the new one in the sums of its parents. */
function replaceContribution(
  sums: Map<string, ChildTotals>,
  parents: ReadonlySet<string>,
  stored: Contribution | undefined,
  fresh: Contribution,
): void {
  // The sums of the parents include what is stored: a sum that was counted again read it, any other got it earlier.
  if (isSame(stored, fresh)) return
  for (const parent of parents) {
    const sum = sums.get(parent) ?? noChildTotals
    const without = stored === undefined ? sum : addContribution(sum, stored, -1)
    sums.set(parent, addContribution(without, fresh, 1))
  }
}

/** The stored state with the fields of a computed one. */
function storedState({ rolled }: RollUpRow): Record<keyof ComputedState, unknown> | null {
  if (rolled === null) return null
  const { health, status, reason, own, below, gives, summary } = rolled
  return { health, status, reason, own, below, gives, summary }
}

async function emitHealth(
  client: ClientBase,
  events: Events,
  written: readonly ChangedState[],
): Promise<void> {
  for (const health of healths) {
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
