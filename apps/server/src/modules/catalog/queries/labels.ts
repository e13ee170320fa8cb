import type { LabelRequirement } from '@binnacle/contract/search'
import type { Parameters } from '../../../platform/database/parameters.ts'
import { type ValueList, valueListSql } from './value-list.ts'

/** SQL that a label has one of some values. Containment of one object has an index; that of any of a list has none. */
function containsSql(sql: string, key: string, values: readonly string[], parameters: Parameters): string {
  const contained = values.map(
    (value) => `${sql} @> ${parameters.add(JSON.stringify({ [key]: value }))}::jsonb`,
  )
  return contained.length === 0 ? 'false' : `(${contained.join(' or ')})`
}

/** Conditions that a label of an item is one of a list of values. */
export function labelListSql(key: string, list: ValueList, parameters: Parameters): string[] {
  const { included } = list
  const isPlain = included.length > 0 && included.every((value) => !value.includes('*'))
  return [
    // It narrows the search, and an index answers it.
    ...(isPlain ? [containsSql('items.labels', key, included, parameters)] : []),
    ...valueListSql(`(items.labels ->> ${parameters.add(key)}::text)`, list, parameters),
  ]
}

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
      return containsSql(sql, key, requirement.values, parameters)
    default:
      return `coalesce(${value()} <> all (${parameters.add(requirement.values)}::text[]), true)`
  }
}
