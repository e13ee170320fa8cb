import type { Removal } from '../../../application/resource/resource.ts'
import { backendRequests } from './requests.ts'

/** How a log backend is deleted. */
export const backendRemoval: Removal<{ id: string; name: string }> = {
  remove: ({ id }) => backendRequests.remove(id),
  nameOf: ({ name }) => name,
  label: 'Delete log backend',
  explain: () => 'Lines stay where they are, but nobody can read them here any more.',
  topics: ['logging_backends'],
}
