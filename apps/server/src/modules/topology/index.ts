import type { Pool } from 'pg'
import { partOf } from '../../platform/access/gate.ts'
import type { DataRule } from '../../platform/data/index.ts'
import type { PartitionedTable } from '../../platform/database/partitions.ts'
import { defineKind, type Kind } from '../../platform/kind.ts'
import type { OpenModule } from '../../platform/module.ts'
import { componentLogs } from '../logs/index.ts'
import { topologyJobs } from './jobs.ts'
import { openPublicViews } from './public-view/index.ts'
import { rollUpConsumers } from './roll-up/mark/consumers.ts'
import { createRoller } from './roll-up/roller.ts'
import { heldRoutes, topologyRoutes } from './routes.ts'
import { searchComponents } from './search.ts'
import { followItem } from './selectors/follow-item.ts'
import { createComponentSubject } from './subject.ts'
import { openTopologies } from './topologies/index.ts'
import { createTreeCache } from './tree/index.ts'

export { type EngineRun, runTopology } from './engine/run.ts'
export type { ComponentNode } from './component-tree.ts'
export { readTopologyFile, type TopologyDocument } from './spec/document.ts'
export { createTopologyParser } from './spec/topology.ts'

/** Days that transitions of components are kept; sums of each day stay. */
const TRANSITIONS_KEEP_DAYS = 90

/** Tables of this module that are partitioned by time. */
export const topologyPartitions: readonly PartitionedTable[] = [
  { table: 'core.component_transitions', column: 'at', by: 'time', days: 7, keepDays: TRANSITIONS_KEEP_DAYS },
]

const call = { callable: true } as const

/** Pages of checks embed the components that a check belongs to, so disabling the feature does not close these relations. */
const embedded = { feature: undefined }

/** The kinds of the topology. */
function topologyKinds(pool: Pool, writeTopologies: NonNullable<DataRule['writes']>): readonly Kind[] {
  const own = { resource: 'topologies', feature: 'topology' } as const
  return [
    defineKind({
      ...own,
      name: 'components',
      relations: {
        components: embedded,
        component_names: embedded,
        component_names_all: {},
        component_types: {},
        component_labels: {},
        components_with_logs: {},
        component_relationships: {},
        team_components: {},
        component_transitions: {},
        component_health_daily: {},
        checks_by_component: {},
        check_summary_by_component: {},
        check_summary_for_component: call,
        lookup_component_by_property: call,
        lookup_component_children: call,
        lookup_component_relations: call,
        lookup_component_names: call,
        lookup_components_by_check: call,
        lookup_components_by_config: call,
        lookup_configs_by_component: call,
        lookup_changes_by_component: call,
        lookup_component_config_id_related_components: call,
      },
      find: (selectors, limit) => searchComponents(pool, selectors, limit),
      subject: createComponentSubject(pool),
    }),
    defineKind({
      ...own,
      name: 'topologies',
      relations: {
        topologies: { writes: writeTopologies },
        topologies_with_status: {},
        topology_held_deletions: {},
      },
    }),
    defineKind({ ...own, name: 'topology_shares', resource: 'rbac' }),
  ]
}

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // Silences, logs and causes name components.
  'core.components',
  // How components are, for causes.
  'core.component_states',
  // When components changed, for causes.
  'core.component_transitions',
  // What components need, for causes.
  'core.component_relationships',
  // The components of a check are shown with it, and searched for causes.
  'core.check_component_relationships',
  // The items of a check are shown with it, and searched for causes.
  'core.check_config_relationships',
  // The components of an item are shown with it, and keep it.
  'core.config_component_relationships',
] as const

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
    kinds: topologyKinds(pool, topologies.writer),
    partitions: topologyPartitions,
    jobs: [...topologyJobs(pool), ...topologies.jobs],
    consumers: rollUpConsumers(pool),
    async followMove(client, { kind, oldId, newId }) {
      if (kind === 'configs') await followItem(client, oldId, newId)
    },
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
