import { healthOf } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { createTurns } from '../../../platform/turns.ts'
import {
  addContribution,
  type ChildTotals,
  contributionOf,
  noChildTotals,
  noOwnCounts,
  summaryOf,
} from '../roll-up/compute/counts.ts'
import { createCauses } from './causes.ts'
import { facetsOf } from './facets.ts'
import type { Tree } from './index.ts'
import { Model, type TreeNode } from './model.ts'
import { loadComponentsThen } from './rows.ts'

/** Sums of what was below each component, from their healths of that time. */
function sumUp(model: Model): void {
  const sums = new Map<TreeNode, ChildTotals>()
  const visiting = new Set<TreeNode>()
  const sumOf = (node: TreeNode): ChildTotals => {
    const known = sums.get(node)
    if (known !== undefined) return known
    if (visiting.has(node)) return noChildTotals
    visiting.add(node)
    const sum = model
      .childrenOf(node)
      .reduce(
        (total, child) =>
          addContribution(
            total,
            contributionOf(healthOf(child.data.health), child.data.status, noOwnCounts, sumOf(child)),
            1,
          ),
        noChildTotals,
      )
    visiting.delete(node)
    sums.set(node, sum)
    return sum
  }
  for (const node of model.nodes.values()) node.data.summary = summaryOf(noOwnCounts, sumOf(node))
}

/**
 * The tree as of a past time: the components that there were, each at its place of then, with the name and the health that it
 * had, and what it depended on. Properties, costs and teams are those of now; counts of checks and insights are not kept.
 */
export async function treeThen(pool: Pool, at: Date): Promise<Tree> {
  const oneOfEach = tablesOn(pool)
    .selectFrom('core.component_transitions')
    .distinctOn('component_id')
    .orderBy('component_id')
  const [components, healths, sinces] = await Promise.all([
    loadComponentsThen(pool, at),
    // The first transition after a time says what was before it. If nothing changed since, what holds now held then.
    oneOfEach
      .select(['component_id as id', 'previous as health'])
      .where('at', '>', at)
      .orderBy('at')
      .execute(),
    oneOfEach
      .select(['component_id as id', 'at as since', 'health', 'reason'])
      .where('at', '<=', at)
      .orderBy('at', 'desc')
      .execute(),
  ])
  const healthThen = new Map(healths.map(({ id, health }) => [id, health ?? 'unknown']))
  const sinceThen = new Map(sinces.map((row) => [row.id, row]))
  const model = new Model()
  for (const data of components) {
    const since = sinceThen.get(data.id)
    // One that was removed for good has no health now.
    const health = healthThen.get(data.id) ?? (data.health === 'unknown' ? since?.health : undefined)
    if (health !== undefined) {
      data.status = data.said_status === data.status ? data.status : health
      data.health = health
      data.health_since = since?.since.toISOString() ?? null
      data.status_reason = since?.reason ?? null
      data.said_health = null
    }
    model.set(data, {})
  }
  sumUp(model)
  model.findRisks()
  return {
    model,
    shown: { causeOf: createCauses(model), now: at.getTime(), withStrip: false },
    facets: () => facetsOf(model),
  }
}

/** Milliseconds for which the tree of a past time is kept: a page asks for it part by part. */
const KEPT_MILLISECONDS = 30_000
/** Trees of past times that are made at once. Each reads all components and their transitions. */
const MOST_AT_ONCE = 2

/** Makes what answers trees of past times, and keeps the one that was asked for last. */
export function createPast(pool: Pool, clock: Clock): (at: Date) => Promise<Tree> {
  let last: { at: number; read: number; tree: Promise<Tree> } | undefined
  const turns = createTurns()
  return async (at) => {
    const now = clock.now().getTime()
    const known = last?.at === at.getTime() && now - last.read < KEPT_MILLISECONDS ? last : undefined
    if (known !== undefined) return known.tree
    const tree = turns.run('tree', MOST_AT_ONCE, () => treeThen(pool, at))
    // What is not over yet changes.
    last = at.getTime() < now ? { at: at.getTime(), read: now, tree } : undefined
    tree.catch(() => (last = undefined))
    return tree
  }
}
