import type { LabelRequirement } from '@binnacle/contract/search'
import type { Parameters } from '../../../platform/database/parameters.ts'

/**
 * A condition on labels or tags, as Kubernetes means it: a missing label is unequal to every value.
 * @param sql of a JSON object of texts; it must not contain any text of a user
 */
export function labelsSql(sql: string, requirement: LabelRequirement, parameters: Parameters): string {
  const { key } = requirement
  const value = () => `(${sql} ->> ${parameters.add(key)}::text)`
  switch (requirement.is) {
    case 'exists':
      return `${value()} is not null`
    case 'missing':
      return `${value()} is null`
    case 'in':
      // Containment has an index; the value of a key has none.
      return `${sql} @> any (${parameters.add(
        requirement.values.map((value) => JSON.stringify({ [key]: value })),
      )}::jsonb[])`
    default:
      return `coalesce(${value()} <> all (${parameters.add(requirement.values)}::text[]), true)`
  }
}
