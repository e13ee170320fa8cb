import {
  type CatalogItems,
  type CatalogItemsQuery,
  type itemSortColumns,
  MOST_COUNTED_ITEMS,
} from '@binnacle/contract/catalog'
import { type Condition, conditionSql, type InSql, type Search, sortSql } from '@binnacle/query'
import type { Pool } from 'pg'
import { allOf, createParameters, type Parameters } from '../../../platform/database/parameters.ts'
import { escapePattern } from '../../../platform/database/pattern.ts'
import { readQuery } from '../../../platform/database/query.ts'
import { readRows } from '../../../platform/database/read.ts'
import { fieldsFor, mayHave } from './item-fields.ts'
import { labelListSql } from './labels.ts'
import { fieldConditions, ownerConditions } from './people-filters.ts'
import { readValueList, valueListSql } from './value-list.ts'

/** Columns of a catalog item in a list. */
const itemColumns = `
  items.id, items.agent_id, items.scraper_id, items.config_class, items.type, items.name, items.namespace,
  items.description, items.icon, items.status, items.health, items.ready, items.labels, items.tags,
  coalesce(stats.changes_7d, 0) as changes, coalesce(stats.open_analysis, '{}') as analysis, items.cost_per_minute,
  items.cost_total_1d, items.cost_total_7d, items.cost_total_30d, items.created_at, items.updated_at,
  items.deleted_at, live.last_scraped_time, derived.field_values(items.id) as fields,
  case
    when owner_teams.id is not null
      then jsonb_build_object('kind', 'team', 'id', owner_teams.id, 'name', owner_teams.name)
    when owner_people.id is not null
      then jsonb_build_object('kind', 'person', 'id', owner_people.id, 'name', owner_people.name)
  end as owner`

/**
 * SQL condition: lists show the item. Few are archived, so their ids are gathered once. Asked as a join, the table is read for
 * each item while the database takes it for empty.
 */
export const isNotArchived =
  'items.id not in (select config_id from core.config_item_notes where archived_at is not null)'

/** What a list is sorted by. */
const orders: Readonly<Record<(typeof itemSortColumns)[number], string>> = {
  name: 'items.name',
  type: 'items.type',
  status: 'items.status',
  health: `array_position(array['unhealthy', 'warning', 'unknown', 'healthy'], coalesce(items.health, 'unknown'))`,
  changes: 'coalesce(stats.changes_7d, 0)',
  cost_total_30d: 'items.cost_total_30d',
  created_at: 'items.created_at',
  updated_at: 'items.updated_at',
  deleted_at: 'items.deleted_at',
}

/** Characters of a value that the index of tags and labels keeps. */
const INDEXED_CHARACTERS = 100

/**
 * SQL that finds items by the start of a name, or of the value of a tag or label. Each part has an index. They are looked up
 * apart: joined by "or", all that the indexes find is compared again, and to gather the values of a row takes a hundred times
 * as long as to look them up.
 */
export function wordSql(word: string, parameters: Parameters): string {
  const trimmed = word.trim().toLowerCase()
  if (trimmed === '') return 'true'
  const start = parameters.add(`${escapePattern(trimmed)}%`)
  const rest = `exists (
    select from jsonb_each_text(items.tags || items.labels) as entry where lower(entry.value) like ${start}
  )`
  const valued = mayHave("'{}'", `array[${parameters.add(trimmed)}::text]`)
  return `items.id in (
    select items.id from core.config_items as items where lower(items.name) like ${start}
    union all
    select items.id from core.config_items as items
    where ${trimmed.length <= INDEXED_CHARACTERS ? valued : `${valued} and ${rest}`}
  )`
}

/** Documents that are searched before a job has indexed their words. */
const MOST_UNINDEXED = 200

/** SQL that finds items by words of their documents: those that are indexed, and the latest of the others. */
function wordsSql(words: string, parameters: Parameters): string {
  const found = `core.document_words(bodies.config) @@ websearch_to_tsquery('simple', ${parameters.add(words)})`
  return `items.id in (
    select bodies.config_id from core.config_item_bodies as bodies where bodies.indexed and ${found}
    union all
    select bodies.config_id from (
      select config_id, config from core.config_item_bodies
      where not indexed order by changed_at desc limit ${MOST_UNINDEXED}
    ) as bodies where ${found}
  )`
}

/** Reads a query for items. @throws RequestError with the position of a problem */
export async function readItemSearch(pool: Pool, text: string): Promise<Search<InSql>> {
  return readQuery(text, await fieldsFor(pool, text))
}

/** Conditions of label filters `key=value`, each key by itself. */
function labelConditions(text: string | undefined, parameters: Parameters): string[] {
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
  return Array.from(values).flatMap(([key, list]) => labelListSql(key, list, parameters))
}

/** An item without health is unknown. Where that is not asked for, the plain column has an index. */
function healthConditions(text: string | undefined, parameters: Parameters): string[] {
  const list = readValueList(text)
  const isPlain = list.excluded.length === 0 && !list.included.some((health) => /^unknown$|\*/.test(health))
  return valueListSql(isPlain ? 'items.health' : `coalesce(items.health, 'unknown')`, list, parameters)
}

/** Whether a query shows only what has a word. What lacks one may be almost everything. */
function needsWord(condition: Condition | undefined): boolean {
  if (condition?.kind === 'all') return condition.parts.some(needsWord)
  return condition?.kind === 'word' && condition.text.trim() !== ''
}

function conditionsOf(query: CatalogItemsQuery, search: Search<InSql>, parameters: Parameters): string[] {
  const { condition } = search
  return [
    ...(query.deleted === true ? [] : ['items.deleted_at is null']),
    ...(query.archived === true ? [] : [isNotArchived]),
    ...(condition === undefined
      ? []
      : [conditionSql(condition, parameters, (word) => wordSql(word, parameters))]),
    ...valueListSql('items.type', readValueList(query.configType), parameters),
    ...valueListSql('items.status', readValueList(query.status), parameters),
    ...healthConditions(query.health, parameters),
    ...labelConditions(query.labels, parameters),
    ...ownerConditions(query.owner, parameters),
    ...fieldConditions(query.fields, parameters),
    ...(query.words === undefined || query.words.trim() === '' ? [] : [wordsSql(query.words, parameters)]),
  ]
}

/** SQL of a page. */
interface Page {
  where: string
  /** Whether `where` needs a word. */
  byWord: boolean
  order: string
  most: string
  limit: string
  offset: string
}

/** The tables `counted` and `chosen` of a statement: how many items there are, and those of the page with their places. */
function chooseSql({ where, byWord, order, most, limit, offset }: Page): string {
  const found = `
    select items.id, row_number() over (order by ${order}) as place
    from core.config_items as items
    left join core.config_item_stats as stats on stats.config_id = items.id
    where ${where}`
  // No index gives what has a word in order, so all of it is found in either case: once is enough for both.
  if (byWord)
    return `
    found as materialized (${found}),
    counted as (select least(count(*), ${most}) as total from found),
    chosen as (select id, place from found order by place limit ${limit} offset ${offset})`
  return `
    counted as (
      select count(*) as total from (
        select from core.config_items as items where ${where} limit ${most}
      ) as few
    ),
    chosen as (${found} order by ${order} limit ${limit} offset ${offset})`
}

function orderOf(
  { sortBy, sortOrder }: CatalogItemsQuery,
  search: Search<InSql>,
  parameters: Parameters,
): string {
  const own = search.sort.map(
    (key) => `${sortSql(key, parameters)} ${key.isDescending ? 'desc' : 'asc'} nulls last`,
  )
  const chosen = own.length > 0 ? own : [`${orders[sortBy]} ${sortOrder} nulls last`]
  return [...chosen, `items.name ${sortOrder}`, `items.id ${sortOrder}`].join(', ')
}

/**
 * A page of items.
 * @throws RequestError with the position of a problem in the query
 */
export async function listItems(pool: Pool, query: CatalogItemsQuery): Promise<CatalogItems> {
  const search = await readItemSearch(pool, query.query)
  const parameters = createParameters()
  const where = allOf(conditionsOf(query, search, parameters))
  const byWord = needsWord(search.condition)
  const order = orderOf(query, search, parameters)
  const most = parameters.add(MOST_COUNTED_ITEMS + 1)
  const limit = parameters.add(search.limit ?? query.pageSize)
  const offset = parameters.add(search.limit === undefined ? query.pageIndex * query.pageSize : 0)
  const rows = await readRows<{ found: Omit<CatalogItems, 'more'> }>(
    pool,
    `
    with ${chooseSql({ where, byWord, order, most, limit, offset })},
    page as (
      select ${itemColumns}, chosen.place
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
    ) as found`,
    parameters.values,
  )
  const found = rows[0]?.found ?? { rows: [], total: 0 }
  return {
    ...found,
    total: Math.min(found.total, MOST_COUNTED_ITEMS),
    more: found.total > MOST_COUNTED_ITEMS,
  }
}
