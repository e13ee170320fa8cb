import type { Removal } from '../../../application/resource/resource.ts'
import { deleteRule } from './queries.ts'

/** How a rule is deleted. */
export const ruleRemoval: Removal<{ id: string; name: string }> = {
  remove: ({ id }) => deleteRule(id),
  nameOf: ({ name }) => name,
  label: 'Delete notification',
  explain: () => 'Nobody is told by it any more. What it sent stays in the history.',
  topics: ['notifications'],
}
