import { healthsByWeight } from '@binnacle/contract/core'
import type { ComponentHealth, ComponentSummary } from '@binnacle/contract/topology'
import { raw, type Sql } from 'sql-template-tag'

/** Numbers by name; a name that has none is left out. */
type Counts = Readonly<Record<string, number>>
/** Numbers by type and severity. */
type CountsByType = Readonly<Record<string, Counts>>

/** Names of the costs of catalog items, and of components. */
export const costNames = ['cost_per_minute', 'cost_total_1d', 'cost_total_7d', 'cost_total_30d'] as const

/** The costs of an item as rows of SQL, in the order of name and amount. */
export const costsOf = (item: string): Sql =>
  raw(costNames.map((name) => `('${name}', ${item}.${name})`).join(', '))

/** Counts of what is linked with a component itself. */
export interface OwnCounts {
  /** Checks by state. */
  checks: Counts
  /** Catalog items by health. */
  configs: Counts
  insights: CountsByType
  incidents: CountsByType
  /** Costs of the items by name, in ten-thousandths: whole numbers, which stay exact however often they are added. */
  costs: Counts
  /** How much of this and of the sum of the children is counted more than once, because several of them share it. */
  again: Pick<OwnCounts, 'checks' | 'insights' | 'costs'>
}

/** What a component adds to the sums of the components directly above it. */
export interface Contribution {
  health: ComponentHealth
  /** Components, with the health that they count with. */
  components: Counts
  checks: Counts
  insights: CountsByType
  incidents: CountsByType
  costs: Counts
}

/** The sum of the contributions of the children of a component. */
export interface ChildTotals extends Omit<Contribution, 'health'> {
  /** Children by health. */
  children: Counts
}

/** What the source of a component reports about it. */
export interface SourceState {
  health: string | null
  status: string | null
}

export const noOwnCounts: OwnCounts = {
  checks: {},
  configs: {},
  insights: {},
  incidents: {},
  costs: {},
  again: { checks: {}, insights: {}, costs: {} },
}
export const noChildTotals: ChildTotals = {
  children: {},
  components: {},
  checks: {},
  insights: {},
  incidents: {},
  costs: {},
}

function add(counts: Counts, more: Counts, sign: 1 | -1): Counts {
  const sum: Record<string, number> = { ...counts }
  for (const [name, count] of Object.entries(more)) {
    const total = (sum[name] ?? 0) + sign * count
    if (total === 0) delete sum[name]
    else sum[name] = total
  }
  return sum
}

function addByType(counts: CountsByType, more: CountsByType, sign: 1 | -1): CountsByType {
  const sum: Record<string, Counts> = { ...counts }
  for (const [type, bySeverity] of Object.entries(more)) {
    const total = add(sum[type] ?? {}, bySeverity, sign)
    if (Object.keys(total).length === 0) delete sum[type]
    else sum[type] = total
  }
  return sum
}

/** Adds the contribution of a child to a sum, or subtracts it. */
export function addContribution(below: ChildTotals, given: Contribution, sign: 1 | -1): ChildTotals {
  return {
    children: add(below.children, { [given.health]: 1 }, sign),
    components: add(below.components, given.components, sign),
    checks: add(below.checks, given.checks, sign),
    insights: addByType(below.insights, given.insights, sign),
    incidents: addByType(below.incidents, given.incidents, sign),
    costs: add(below.costs, given.costs, sign),
  }
}

/** The worst known health; unknown if none is known. Source: section 3.5 of the reference. */
export function rolledHealth(source: SourceState, own: OwnCounts, below: ChildTotals): ComponentHealth {
  const has = (health: ComponentHealth) =>
    source.health === health ||
    (own.checks[health] ?? 0) > 0 ||
    (own.configs[health] ?? 0) > 0 ||
    (below.children[health] ?? 0) > 0
  return healthsByWeight.find(has) ?? 'unknown'
}

/** The counts that people see: of the component and everything below it, each thing once. */
export function summaryOf(own: OwnCounts, below: ChildTotals): ComponentSummary {
  const count = (health: string) => below.components[health] ?? 0
  return {
    healthy: count('healthy'),
    unhealthy: count('unhealthy'),
    warning: count('warning'),
    unknown: count('unknown'),
    info: count('info'),
    checks: { ...add(add(below.checks, own.checks, 1), own.again.checks, -1) },
    incidents: { ...addByType(below.incidents, own.incidents, 1) },
    insights: { ...addByType(addByType(below.insights, own.insights, 1), own.again.insights, -1) },
  }
}

/**
 * Says as which health a component counts above it. A leaf counts with its health, or as info where its status says so. What has healthy
 * and unhealthy things below it counts as a warning, otherwise with what is below it; its warnings and infos are added.
 * Where its own checks or its source say worse than all below it, it counts with that.
 * Source: section 3.5 of the reference, which counts by the text of the status instead.
 */
function componentsOf(health: ComponentHealth, status: string, below: ChildTotals): Counts {
  const count = (name: string) => below.components[name] ?? 0
  if (Object.keys(below.children).length === 0)
    return status.toLowerCase() === 'info' ? { info: 1 } : { [health]: 1 }
  const passed: Counts = {
    ...(count('warning') > 0 ? { warning: count('warning') } : {}),
    ...(count('info') > 0 ? { info: count('info') } : {}),
  }
  const counted = (): ComponentHealth | undefined => {
    if (count('healthy') > 0 && count('unhealthy') > 0) return 'warning'
    if (count('unhealthy') > 0 || health === 'unhealthy') return 'unhealthy'
    if (health === 'warning') return count('warning') > 0 ? undefined : 'warning'
    if (count('healthy') > 0) return 'healthy'
    return count('warning') + count('info') > 0 ? undefined : health
  }
  const kind = counted()
  return kind === undefined ? passed : add(passed, { [kind]: 1 }, 1)
}

/** Computes the contribution of a component to each component above it. */
export function contributionOf(
  health: ComponentHealth,
  status: string,
  own: OwnCounts,
  below: ChildTotals,
): Contribution {
  const { checks, insights, incidents } = summaryOf(own, below)
  const costs = add(add(below.costs, own.costs, 1), own.again.costs, -1)
  return { health, components: componentsOf(health, status, below), checks, insights, incidents, costs }
}
