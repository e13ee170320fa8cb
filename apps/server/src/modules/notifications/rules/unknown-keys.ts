import type { Problem } from '@binnacle/contract/core'
import { suggestKey } from '@binnacle/contract/search'
import { writtenColumns } from './rule.ts'

/** What clients read of a rule from its list and send back with it. Writing it changes nothing. */
const readOnly: ReadonlySet<string> = new Set([
  'pending',
  'sent',
  'failed',
  'suppressed',
  'avg_duration_ms',
  'most_common_error',
  'last_sent_at',
  'event_names',
  'recipient_name',
  'created_by_name',
  'person',
  'team',
])

/** Most keys that an error names: suggestions for thousands would take seconds. */
const MOST_NAMED = 20

/** Problems of keys that no rule has: a misspelled one would be without effect. @param keys that are no columns */
export function unknownKeys(keys: readonly string[]): Problem[] {
  return keys
    .filter((key) => !readOnly.has(key))
    .slice(0, MOST_NAMED)
    .map((key) => {
      const suggestion = suggestKey(key, writtenColumns)
      const hint = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`
      return { path: key, message: `unknown key "${key}"${hint}` }
    })
}
