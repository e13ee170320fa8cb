import type { LabelRequirement } from '@binnacle/contract/search'
import sql, { join, type Sql } from 'sql-template-tag'
import { type ValueList, valueListSql } from './value-list.ts'

/** SQL that a label has one of some values. Containment of one object has an index; that of any of a list has none. */
function containsSql(labels: Sql, key: string, values: readonly string[]): Sql {
  const contained = values.map((value) => sql`${labels} @> ${JSON.stringify({ [key]: value })}::jsonb`)
  return contained.length === 0 ? sql`false` : sql`(${join(contained, ' or ')})`
}

/** Conditions that a label of an item is one of a list of values. */
export function labelListSql(key: string, list: ValueList): Sql[] {
  const { included } = list
  const isPlain = included.length > 0 && included.every((value) => !value.includes('*'))
  return [
    // It narrows the search, and an index answers it.
    ...(isPlain ? [containsSql(sql`items.labels`, key, included)] : []),
    ...valueListSql(sql`(items.labels ->> ${key}::text)`, list),
  ]
}

/**
 * A condition on labels or tags, as Kubernetes means it: a missing label is unequal to every value.
 * @param labels SQL of a JSON object of texts
 */
export function labelsSql(labels: Sql, requirement: LabelRequirement): Sql {
  const { key } = requirement
  const value = sql`(${labels} ->> ${key}::text)`
  switch (requirement.is) {
    case 'exists':
      return sql`${value} is not null`
    case 'missing':
      return sql`${value} is null`
    case 'in':
      return containsSql(labels, key, requirement.values)
    default:
      return sql`coalesce(${value} <> all (${requirement.values}::text[]), true)`
  }
}
