import { changeColumns } from '@binnacle/contract/catalog'
import { conditionSql, type InSql, type Search } from '@binnacle/query'
import sql, { type Sql } from 'sql-template-tag'
import { listSql } from '../../../platform/database/column-sql.ts'
import { containing } from '../../../platform/database/pattern.ts'
import { readQuery } from '../../../platform/database/query.ts'

/** The columns of a list of changes. The range of time bounds queries of those without an index. */
export const changeList = listSql({
  columns: changeColumns,
  table: 'core.config_changes',
  alias: 'changes',
  sources: {
    name: { value: sql`items.name` },
    type: { value: sql`items.type` },
    config_class: { value: sql`items.config_class` },
    namespace: { search: { sql: sql`items.namespace` } },
    tags: { value: sql`items.tags` },
    deleted_at: { value: sql`items.deleted_at` },
    agent_id: { value: sql`items.agent_id` },
    created_by: {
      search: {
        sql: sql`coalesce(
          (select people.name from core.people where people.id = changes.created_by), changes.external_created_by
        )`,
      },
    },
  },
})

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
  return readQuery(text, changeList.fields)
}

/** The conditions of a query, on changes and their items. */
export function searchConditions({ condition }: Search<InSql>): Sql[] {
  return condition === undefined ? [] : [conditionSql(condition, wordSql)]
}
