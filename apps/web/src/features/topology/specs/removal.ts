import type { Removal } from '../../../application/resource/resource.ts'
import { topologyRequests } from './requests.ts'

/** How a topology is deleted. */
export const topologyRemoval: Removal<{ id: string; name: string }> = {
  remove: ({ id }) => topologyRequests.remove(id),
  nameOf: ({ name }) => name,
  label: 'Delete topology',
  explain: () => 'It stops at once, and its components are deleted. Their history stays for a while.',
  topics: ['topologies', 'components'],
}
