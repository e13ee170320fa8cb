import type { Removal } from '../../../application/resource/resource.ts'
import { deleteTopology } from './queries.ts'

/** How a topology is deleted. */
export const topologyRemoval: Removal<{ id: string; name: string }> = {
  remove: ({ id }) => deleteTopology(id),
  nameOf: ({ name }) => name,
  label: 'Delete topology',
  explain: () => 'It stops at once, and its components are deleted. Their history stays for a while.',
  topics: ['topologies', 'components'],
}
