import {
  type CatalogItemsAnswer,
  type CatalogItemsQuery,
  itemFilters,
  MOST_COUNTED_ITEMS,
} from '@binnacle/contract/catalog'
import { type Condition, conditionSql, type InSql, type Search, sortSql } from '@binnacle/query'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { escapePattern } from '../../../platform/database/pattern.ts'
import { readQuery } from '../../../platform/database/query.ts'
import { readRows } from '../../../platform/database/read.ts'
import { fieldsFor, itemList, mayHave } from './item-fields.ts'
import { labelListSql } from './labels.ts'
import { directionSql, type Order, orderBy } from './order.ts'
import { fieldConditions, ownerConditions } from './people-filters.ts'
import { readValueList, valueListSql } from './value-list.ts'

/**
 * SQL condition: lists show the item. Few are archived, so their ids are gathered once. Asked as a join, the table is read for
 * each item while the database takes it for empty.
 */
export const isNotArchived = sql`
  items.id not in (select config_id from core.config_item_notes where archived_at is not null)`

/** Characters of a value that the index of tags and labels keeps. */
const INDEXED_CHARACTERS = 100

/**
 * SQL that finds items by the start of a name, or of the value of a tag or label. Each part has an index. They are looked up
 * apart: joined by "or", all that the indexes find is compared again, and to gather the values of a row takes a hundred times
 * as long as to look them up.
 */
export function wordSql(word: string): Sql {
  const trimmed = word.trim().toLowerCase()
  if (trimmed === '') return sql`true`
  const start = `${escapePattern(trimmed)}%`
  const rest = sql`exists (
    select from jsonb_each_text(items.tags || items.labels) as entry where lower(entry.value) like ${start}
  )`
  const valued = mayHave(sql`'{}'`, sql`array[${trimmed}::text]`)
  return sql`items.id in (
    select items.id from core.config_items as items where lower(items.name) like ${start}
    union all
    select items.id from core.config_items as items
    where ${trimmed.length <= INDEXED_CHARACTERS ? valued : sql`${valued} and ${rest}`}
  )`
}

/** Documents that are searched before a job has indexed their words. */
const MOST_UNINDEXED = 200

/** SQL that finds items by words of their documents: those that are indexed, and the latest of the others. */
function wordsSql(words: string): Sql {
  const found = sql`core.document_words(bodies.config) @@ websearch_to_tsquery('simple', ${words})`
  return sql`items.id in (
    select bodies.config_id from core.config_item_bodies as bodies where bodies.indexed and ${found}
    union all
    select bodies.config_id from (
      select config_id, config from core.config_item_bodies
      where not indexed order by changed_at desc limit ${MOST_UNINDEXED}
    ) as bodies where ${found}
  )`
}

/** Reads a query for items. @throws RequestError with the position of a problem */
async function readItemSearch(pool: Pool, text: string): Promise<Search<InSql>> {
  return readQuery(text, await fieldsFor(pool, text))
}

/** Conditions of label filters `key=value`, each key by itself. */
function labelConditions(text: string | undefined): Sql[] {
  const { included, excluded } = readValueList(text)
  const values = new Map<string, { included: string[]; excluded: string[] }>()
  for (const [items, way] of [
    [included, 'included'],
    [excluded, 'excluded'],
  ] as const)
    for (const item of items) {
      const sign = item.indexOf('=')
      if (sign < 1) continue
      const key = item.slice(0, sign)
      const wanted = values.get(key) ?? { included: [], excluded: [] }
      wanted[way].push(item.slice(sign + 1))
      values.set(key, wanted)
    }
  return Array.from(values).flatMap(([key, list]) => labelListSql(key, list))
}

/** An item without health is unknown. Where that is not asked for, the plain column has an index. */
function healthConditions(text: string | undefined): Sql[] {
  const list = readValueList(text)
  const isPlain = list.excluded.length === 0 && !list.included.some((health) => /^unknown$|\*/.test(health))
  return valueListSql(isPlain ? sql`items.health` : sql`coalesce(items.health, 'unknown')`, list)
}

/** Whether a query shows only what has a word. What lacks one may be almost everything. */
function needsWord(condition: Condition | undefined): boolean {
  if (condition?.kind === 'all') return condition.parts.some(needsWord)
  return condition?.kind === 'word' && condition.text.trim() !== ''
}

function conditionsOf(query: CatalogItemsQuery, { condition }: Search<InSql>): Sql[] {
  return [
    ...(query.deleted === true ? [] : [sql`items.deleted_at is null`]),
    ...(query.archived === true ? [] : [isNotArchived]),
    ...(condition === undefined ? [] : [conditionSql(condition, wordSql)]),
    ...itemFilters.flatMap((name) =>
      name === 'health'
        ? healthConditions(query.health)
        : valueListSql(itemList.filtered[name], readValueList(query[name])),
    ),
    ...labelConditions(query.labels),
    ...ownerConditions(query.owner),
    ...fieldConditions(query.fields),
    ...(query.words === undefined || query.words.trim() === '' ? [] : [wordsSql(query.words)]),
  ]
}

function orderOf({ sortBy, sortOrder }: CatalogItemsQuery, { sort }: Search<InSql>): Order {
  const isDescending = sortOrder === 'desc'
  const own = sort.map((key) => ({ value: sortSql(key), isDescending: key.isDescending }))
  const direction = directionSql(isDescending)
  return orderBy(own.length > 0 ? own : [{ value: itemList.orders[sortBy], isDescending }], [
    sql`name ${direction}`,
    sql`id ${direction}`,
  ])
}

/** What a page shows. */
interface Page {
  where: Sql
  /** Whether `where` needs a word. */
  byWord: boolean
  order: Order
  limit: number
  offset: number
}

/** The tables `counted` and `chosen` of a statement: how many items there are, and those of the page with their places. */
function chooseSql({ where, byWord, order, limit, offset }: Page): Sql {
  const most = MOST_COUNTED_ITEMS + 1
  const found = sql`
    select id, row_number() over (order by ${order.by}) as place from (
      select items.id, items.name, ${order.columns}
      from core.config_items as items
      left join core.config_item_stats as stats on stats.config_id = items.id
      where ${where}
    ) as sorted`
  // No index gives what has a word in order, so all of it is found in either case: once is enough for both.
  if (byWord)
    return sql`
    found as materialized (${found}),
    counted as (select least(count(*), ${most}) as total from found),
    chosen as (select id, place from found order by place limit ${limit} offset ${offset})`
  return sql`
    counted as (
      select count(*) as total from (
        select from core.config_items as items where ${where} limit ${most}
      ) as few
    ),
    chosen as (${found} order by ${order.by} limit ${limit} offset ${offset})`
}

/**
 * A page of items.
 * @throws RequestError with the position of a problem in the query
 */
export async function listItems(pool: Pool, query: CatalogItemsQuery): Promise<CatalogItemsAnswer> {
  const search = await readItemSearch(pool, query.query)
  const choice = chooseSql({
    where: allOf(conditionsOf(query, search)),
    byWord: needsWord(search.condition),
    order: orderOf(query, search),
    limit: search.limit ?? query.pageSize,
    offset: search.limit === undefined ? query.pageIndex * query.pageSize : 0,
  })
  const statement = sql`
    with ${choice},
    page as (
      select ${itemList.select}, chosen.place
      from chosen
      join core.config_items as items on items.id = chosen.id
      left join core.config_item_stats as stats on stats.config_id = items.id
      left join core.config_item_liveness as live on live.config_id = items.id
      left join core.config_item_notes as notes on notes.config_id = items.id
      left join core.teams as owner_teams on owner_teams.id = notes.owner_team_id and owner_teams.deleted_at is null
      left join core.people as owner_people on owner_people.id = notes.owner_person_id and owner_people.deleted_at is null
    )
    select json_build_object(
      'rows', coalesce((select json_agg(to_jsonb(page) - 'place' order by place) from page), '[]'),
      'total', (select total from counted)
    ) as found`
  const rows = await readRows<{ found: Omit<CatalogItemsAnswer, 'more'> }>(
    pool,
    statement.text,
    statement.values,
  )
  const found = rows[0]?.found ?? { rows: [], total: 0 }
  return {
    ...found,
    total: Math.min(found.total, MOST_COUNTED_ITEMS),
    more: found.total > MOST_COUNTED_ITEMS,
  }
}
