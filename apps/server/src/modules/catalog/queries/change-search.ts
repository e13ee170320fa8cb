import { changeFields } from '@binnacle/contract/catalog'
import { conditionSql, type InSql, type Search, type SqlField } from '@binnacle/query'
import type { Parameters } from '../../../platform/database/parameters.ts'
import { containing } from '../../../platform/database/pattern.ts'
import { readQuery } from '../../../platform/database/query.ts'

/** Where the fields of queries are. The range of time bounds those without an index. */
const sqlOf: Readonly<Record<(typeof changeFields)[number]['name'], string>> = {
  type: 'changes.change_type',
  severity: 'changes.severity',
  source: 'changes.source',
  summary: 'changes.summary',
  item: 'items.name',
  item_type: 'items.type',
  namespace: 'items.namespace',
  by: `coalesce(
    (select people.name from core.people where people.id = changes.created_by), changes.external_created_by
  )`,
  count: 'changes.count',
  time: 'changes.created_at',
  tags: 'items.tags',
}
const fields: readonly SqlField[] = changeFields.map((field) => ({ ...field, sql: sqlOf[field.name] }))

/** SQL that finds changes by a word in their type, their summary or the name of their item. */
function wordSql(word: string, parameters: Parameters): string {
  const pattern = containing(word)
  if (pattern === undefined) return 'true'
  const place = parameters.add(pattern)
  return `coalesce(
    changes.summary ilike ${place} or changes.change_type ilike ${place} or items.name ilike ${place}, false
  )`
}

/** Reads a query for changes. @throws RequestError with the position of a problem */
export function readChangeSearch(text = ''): Search<InSql> {
  return readQuery(text, fields)
}

/** The conditions of a query, on changes and their items. */
export function searchConditions({ condition }: Search<InSql>, parameters: Parameters): string[] {
  return condition === undefined
    ? []
    : [conditionSql(condition, parameters, (word) => wordSql(word, parameters))]
}
