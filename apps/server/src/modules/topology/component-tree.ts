import type { ComponentProperty } from '@binnacle/contract/topology'

/** A selector of other things by their properties. Source: section 3.6 of the description of the reference product. */
export interface ResourceSelector {
  id?: string
  name?: string
  namespace?: string
  types?: readonly string[]
  statuses?: readonly string[]
  agent?: string
  scope?: string
  labelSelector?: string
  tagSelector?: string
  fieldSelector?: string
  search?: string
  limit?: number
  includeDeleted?: boolean
}

/** A component as a run of a spec, or a push, makes it. The store gives it its id. */
export interface ComponentNode {
  /** What lasts of a component: two runs that say the same one mean the same component of a topology. */
  externalId: string
  name: string
  text?: string
  type?: string
  topologyType?: string
  namespace?: string
  labels: Readonly<Record<string, string>>
  icon?: string
  owner?: string
  lifecycle?: string
  tooltip?: string
  description?: string
  hidden: boolean
  order?: number
  /** What the source says of it; the roll-up of the store decides the rest. */
  health?: 'healthy' | 'unhealthy' | 'warning' | 'unknown'
  status?: string
  statusReason?: string
  healthExpression?: string
  statusExpression?: string
  configId?: string
  /** Whether its health is that of its catalog item. What the run saw of it would hide that the item is well again. */
  followsItem?: boolean
  properties: readonly ComponentProperty[]
  /** Components that also belong below it. */
  selectors: readonly ResourceSelector[]
  /** Components of its topology that it cannot work without: their ids in their source, else their names. */
  needs: readonly string[]
  checks: readonly { selector?: ResourceSelector; inline?: Readonly<Record<string, unknown>> }[]
  configs: readonly ResourceSelector[]
  logs: readonly { name: string; type?: string; labels?: Readonly<Record<string, string>> }[]
  children: readonly ComponentNode[]
}

/** What a run of a topology saw. */
export interface TopologyRun {
  topologyId: string
  agentId: string
  roots: readonly ComponentNode[]
  /** False if a lookup failed: what was not seen is kept then. */
  complete: boolean
}

/** What the store did with a run. */
export interface TopologyRunResult {
  added: number
  updated: number
  deleted: number
  /** Deletions that the brake holds until someone confirms them. */
  held: number
  /** What was left out, and why, such as a place of a component below itself. */
  problems?: readonly string[]
}
