import type { Removal } from '../../../application/resource/resource.ts'
import { deleteRule } from './queries.ts'

/** How a rule is deleted. */
export const ruleRemoval: Removal<{ id: string; name: string }> = {
  remove: ({ id }) => deleteRule(id),
  nameOf: ({ name }) => name,
  label: 'Delete notification',
  explain: () => 'It sends no more messages. Messages that it sent stay in the history.',
  topics: ['notifications'],
}
