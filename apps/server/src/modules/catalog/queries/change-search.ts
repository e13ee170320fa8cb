import { changeFields } from '@binnacle/contract/catalog'
import { conditionSql, type InSql, type Search, type SqlField } from '@binnacle/query'
import sql, { type Sql } from 'sql-template-tag'
import { containing } from '../../../platform/database/pattern.ts'
import { readQuery } from '../../../platform/database/query.ts'

/** Where the fields of queries are. The range of time bounds those without an index. */
const sqlOf: Readonly<Record<(typeof changeFields)[number]['name'], Sql>> = {
  type: sql`changes.change_type`,
  severity: sql`changes.severity`,
  source: sql`changes.source`,
  summary: sql`changes.summary`,
  item: sql`items.name`,
  item_type: sql`items.type`,
  namespace: sql`items.namespace`,
  by: sql`coalesce(
    (select people.name from core.people where people.id = changes.created_by), changes.external_created_by
  )`,
  count: sql`changes.count`,
  time: sql`changes.created_at`,
  tags: sql`items.tags`,
}
const fields: readonly SqlField[] = changeFields.map((field) => ({ ...field, sql: sqlOf[field.name] }))

/** SQL that finds changes by a word in their type, their summary or the name of their item. */
function wordSql(word: string): Sql {
  const pattern = containing(word)
  if (pattern === undefined) return sql`true`
  return sql`coalesce(
    changes.summary ilike ${pattern} or changes.change_type ilike ${pattern} or items.name ilike ${pattern}, false
  )`
}

/** Reads a query for changes. @throws RequestError with the position of a problem */
export function readChangeSearch(text = ''): Search<InSql> {
  return readQuery(text, fields)
}

/** The conditions of a query, on changes and their items. */
export function searchConditions({ condition }: Search<InSql>): Sql[] {
  return condition === undefined ? [] : [conditionSql(condition, wordSql)]
}
