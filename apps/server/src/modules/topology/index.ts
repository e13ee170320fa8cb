import { partOf } from '../../platform/access/gate.ts'
import type { DataRule, DataRules } from '../../platform/data/index.ts'
import type { PartitionedTable } from '../../platform/database/partitions.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import type { OpenModule } from '../../platform/module.ts'
import { componentLogs } from '../logs/index.ts'
import { topologyJobs } from './jobs.ts'
import { openPublicViews } from './public-view/index.ts'
import { rollUpConsumers } from './roll-up/consumers.ts'
import { createRoller } from './roll-up/index.ts'
import { heldRoutes, topologyRoutes } from './routes.ts'
import { searchComponents } from './search.ts'
import { createComponentSubject } from './subject.ts'
import { openTopologies } from './topologies/index.ts'
import { createTreeCache } from './tree/index.ts'

export { type EngineRun, runTopology } from './engine/run.ts'
export type { ComponentNode } from './component-tree.ts'
export { readTopologyFile, type TopologyDocument } from './spec/document.ts'
export { createTopologyParser } from './spec/topology.ts'
export { worst as worstHealth } from './topologies/shown.ts'

/** Days that transitions of components are kept; sums of each day stay. */
const TRANSITIONS_KEEP_DAYS = 90

/** Tables of this module that are partitioned by time. */
export const topologyPartitions: readonly PartitionedTable[] = [
  { table: 'core.component_transitions', column: 'at', by: 'time', days: 7, keepDays: TRANSITIONS_KEEP_DAYS },
]

const readable: DataRule = { resource: 'topologies', feature: 'topology' }
const callable: DataRule = { ...readable, callable: true }

/**
 * What the data service shows. Disabling the feature does not close the components, because pages of checks embed those
 * that a check belongs to.
 */
const data: DataRules = {
  components: { resource: 'topologies' },
  component_names: { resource: 'topologies' },
  component_names_all: readable,
  component_types: readable,
  component_labels: readable,
  components_with_logs: readable,
  component_relationships: readable,
  team_components: readable,
  component_transitions: readable,
  component_health_daily: readable,
  topologies_with_status: readable,
  topology_held_deletions: readable,
  checks_by_component: readable,
  check_summary_by_component: readable,
  check_summary_for_component: callable,
  lookup_component_by_property: callable,
  lookup_component_children: callable,
  lookup_component_relations: callable,
  lookup_component_names: callable,
  lookup_components_by_check: callable,
  lookup_components_by_config: callable,
  lookup_configs_by_component: callable,
  lookup_changes_by_component: callable,
  lookup_component_config_id_related_components: callable,
}

const heard = { access: { resource: 'topologies', action: 'read' }, feature: 'topology' } as const

/** Who may hear of changes. */
const topics: LiveTopics = {
  components: heard,
  topologies: heard,
  topology_shares: { access: { resource: 'rbac', action: 'read' }, feature: 'topology' },
}

/** The topology: the system as a tree of components, how each is, how it was and why. */
export const openTopology: OpenModule = (platform) => {
  const { pool, parts } = platform
  const tree = createTreeCache(platform)
  parts.onEnd('tree of components', () => tree.close())
  const roller = createRoller(platform)
  const topologies = openTopologies(platform)
  const publicViews = openPublicViews(platform, tree)
  return {
    name: 'topology',
    routes: partOf('topology', [
      ...topologyRoutes({ ...platform, tree, logs: componentLogs.of(platform) }),
      ...heldRoutes(platform),
      ...topologies.routes,
      ...publicViews.routes,
    ]),
    receivers: publicViews.receivers,
    data: { ...data, topologies: { ...readable, writes: topologies.writer } },
    topics,
    partitions: topologyPartitions,
    jobs: [...topologyJobs(pool), ...topologies.jobs],
    consumers: rollUpConsumers(pool),
    finders: {
      components: { ...heard, find: (selectors, limit) => searchComponents(pool, selectors, limit) },
    },
    subjects: [createComponentSubject(pool)],
    async start() {
      roller.start()
      await topologies.start()
    },
    async stop() {
      await topologies.stop()
      await roller.stop()
    },
  }
}
