import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { emptySummary, type TopologyComponent } from '@binnacle/contract/topology'

/** Makes a component for tests. */
export function testComponent(name: string, changes: Partial<TopologyComponent> = {}): TopologyComponent {
  return {
    id: `00000000-0000-4000-8000-${name
      .padEnd(12, '0')
      .slice(0, 12)
      .replaceAll(/[^\da-f]/g, 'a')}`,
    name,
    title: null,
    text: null,
    type: 'Service',
    topology_type: null,
    namespace: null,
    icon: null,
    owner: null,
    lifecycle: null,
    tooltip: null,
    description: null,
    health: 'healthy',
    health_since: null,
    status: 'healthy',
    status_reason: null,
    labels: {},
    properties: [],
    summary: emptySummary,
    at_risk: false,
    cause: null,
    hidden: false,
    is_leaf: true,
    path: '',
    parent_id: null,
    parents: [],
    topology_id: null,
    agent_id: LOCAL_AGENT_ID,
    config_id: null,
    external_id: name,
    logs: [],
    cost_per_minute: null,
    cost_total_1d: null,
    cost_total_7d: null,
    cost_total_30d: null,
    created_at: '2026-11-23T12:00:00Z',
    updated_at: null,
    deleted_at: null,
    components: [],
    ...changes,
  }
}
