import { createHash } from 'node:crypto'
import { LOCAL_AGENT_ID, worstHealth } from '@binnacle/contract/core'
import {
  type ComponentHealth,
  type ComponentSummary,
  emptySummary,
  type TopologyComponent,
  type TopologyPreview,
} from '@binnacle/contract/topology'
import type { ComponentNode } from '../component-tree.ts'
import type { EngineRun } from '../engine/run.ts'

/** Most components that a preview shows. */
const MOST_SHOWN = 2_000

/** An id that depends only on what it is made of, for components that are stored nowhere. */
function idOf(parts: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Counts what is below: a child with healthy and unhealthy ones is a warning. Source: section 3.5 of the reference. */
function summaryOf(own: ComponentHealth, children: readonly TopologyComponent[]): ComponentSummary {
  const sum = structuredClone(emptySummary)
  if (children.length === 0) return { ...sum, [own]: 1 }
  for (const { summary } of children) {
    if (summary.healthy > 0 && summary.unhealthy > 0) sum.warning += 1
    else if (summary.unhealthy > 0) sum.unhealthy += 1
    else if (summary.healthy > 0) sum.healthy += 1
    else if (summary.warning === 0) sum.unknown += 1
    sum.warning += summary.warning
  }
  return sum
}

/**
 * The trees that a run made as the answers of the topology show them, without what is linked with components. Expressions
 * of health and status count when the components are stored.
 */
export function shownRun({ roots, count, problems }: EngineRun, now: Date): TopologyPreview {
  let left = MOST_SHOWN
  const time = now.toISOString()
  const show = (
    node: ComponentNode,
    above: readonly string[],
    place: readonly string[],
  ): TopologyComponent => {
    const parts = [...place, node.type ?? '', node.externalId]
    const id = idOf(parts)
    const children = showAll(node.children, [...above, id], parts)
    const health = worstHealth([node.health ?? 'unknown', ...children.map((child) => child.health)])
    return {
      id,
      name: node.name,
      title: null,
      text: node.text ?? null,
      type: node.type ?? null,
      topology_type: node.topologyType ?? null,
      namespace: node.namespace ?? null,
      icon: node.icon ?? null,
      owner: node.owner ?? null,
      lifecycle: node.lifecycle ?? null,
      tooltip: node.tooltip ?? null,
      description: node.description ?? null,
      health,
      health_since: null,
      status: node.status ?? health,
      status_reason: node.statusReason ?? null,
      labels: { ...node.labels },
      properties: [...node.properties],
      summary: summaryOf(node.health ?? 'unknown', children),
      at_risk: false,
      cause: null,
      hidden: node.hidden,
      is_leaf: node.children.length === 0,
      path: above.join('.'),
      parent_id: above.at(-1) ?? null,
      parents: [],
      topology_id: null,
      agent_id: LOCAL_AGENT_ID,
      config_id: null,
      external_id: node.externalId,
      logs: node.logs.map(({ name }) => ({ name })),
      cost_per_minute: null,
      cost_total_1d: null,
      cost_total_7d: null,
      cost_total_30d: null,
      created_at: time,
      updated_at: null,
      deleted_at: null,
      components: children,
    }
  }
  const showAll = (nodes: readonly ComponentNode[], above: readonly string[], place: readonly string[]) => {
    const shown: TopologyComponent[] = []
    for (const node of nodes) {
      if (left <= 0) break
      left -= 1
      shown.push(show(node, above, place))
    }
    return shown
  }
  return { components: showAll(roots, [], []), count, errors: problems }
}
