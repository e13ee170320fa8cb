import { Network } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { pathOf, kindPages } from '../../application/resource/kind.ts'
import { TOPOLOGY_PATH } from './paths.ts'
import { topologyArea } from './specs/area.ts'
import { NEW_TOPOLOGY_PATH, SHARED_PATH } from './specs/paths.ts'

/** The paths of its pages. */
export type TopologyPath =
  | '/topology'
  | '/topology/$id'
  | '/settings/topologies'
  | '/settings/topologies/$id'
  | '/settings/topologies/new'
  | '/settings/topologies/shared'

const shared = {
  title: 'Topology',
  icon: Network,
  access: { resource: 'topologies', action: 'read' },
  feature: 'topology',
  topics: ['components'],
  load: async () => {
    const { TopologyPage } = await import('./topology-page.tsx')
    return { default: TopologyPage }
  },
} as const

/** Components as cards and as a graph, and the specs that make them. */
export const topologyPages: readonly Page[] = [
  definePage({
    ...shared,
    path: TOPOLOGY_PATH,
    place: 'area',
    keys: 'g y',
    keywords: ['components', 'services', 'graph', 'dependencies', 'tree'],
    finder: {
      group: 'Components',
      topic: 'components',
      async find(text, signal) {
        const { findComponents } = await import('./finder.tsx')
        return findComponents(text, signal)
      },
    },
  }),
  definePage({ ...shared, path: `${TOPOLOGY_PATH}/$id`, place: 'nowhere' }),
  ...kindPages(topologyArea, {
    list: async () => (await import('./specs/resource.tsx')).topologies,
    item: async () => (await import('./specs/item-page.tsx')).topologyItemPage,
  }),
  definePage({
    path: NEW_TOPOLOGY_PATH,
    parent: pathOf(topologyArea),
    title: 'New topology',
    icon: topologyArea.icon,
    place: 'nowhere',
    access: { resource: topologyArea.access, action: 'write' },
    feature: topologyArea.feature,
    load: async () => {
      const { NewTopologyPage } = await import('./specs/new-page.tsx')
      return { default: NewTopologyPage }
    },
  }),
  definePage({
    path: SHARED_PATH,
    parent: pathOf(topologyArea),
    title: 'Shared components',
    icon: topologyArea.icon,
    place: 'nowhere',
    keywords: ['public', 'link', 'wall', 'status'],
    access: { resource: 'rbac', action: 'read' },
    feature: topologyArea.feature,
    topics: ['topology_shares'],
    load: async () => {
      const { SharedPage } = await import('./sharing/shared-page.tsx')
      return { default: SharedPage }
    },
  }),
]
