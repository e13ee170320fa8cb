import { Network } from 'lucide-react'
import type { ResourceKind } from '../../../application/resource/kind.ts'
import { NEW_TOPOLOGY_PATH } from './paths.ts'

/** Specs of topologies, which make components on a schedule. */
export const topologyArea: ResourceKind = {
  table: 'topologies',
  resourceType: 'topology',
  title: 'Topologies',
  singular: 'Topology',
  icon: Network,
  keys: 'g w',
  keywords: ['components', 'specs', 'services'],
  access: 'topologies',
  feature: 'settings.topology',
  topics: ['topologies', 'components'],
  add: { label: 'New topology', href: NEW_TOPOLOGY_PATH, keywords: ['add', 'create', 'catalog'] },
}
