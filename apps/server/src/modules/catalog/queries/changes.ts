import {
  type CatalogChangesAnswer,
  type CatalogChangesRequest,
  type changeColumns,
  type ChangeSortColumn,
  changeSortColumns,
} from '@binnacle/contract/catalog'
import { type FilterName, LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { severities } from '@binnacle/contract/health'
import { resolveDateMath } from '@binnacle/contract/notifications'
import { parseLabelSelector } from '@binnacle/contract/search'
import { type InSql, type Search, sortSql } from '@binnacle/query'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { readRows } from '../../../platform/database/read.ts'
import { RequestError } from '../../../platform/errors.ts'
import { changeList, readChangeSearch, searchConditions } from './change-search.ts'
import { labelsSql } from './labels.ts'
import { directionSql, type Order, orderBy } from './order.ts'
import { readValueList, type ValueList, valueListSql } from './value-list.ts'

/** Most items around one whose changes are listed together. */
const MOST_ITEMS = 1_000
/** A change that goes on keeps its id; its id may be this much older than its last occurrence. Source: the grouping of changes. */
const LONGEST_GROUP = sql`interval '1 day'`

const uuid = z.guid()
const isId = (text: string) => uuid.safeParse(text).success

function refuse(path: string, message: string): RequestError {
  return new RequestError('EINVALID', `${path}: ${message}`, [{ path, message }])
}

/** Instants between which changes are listed. */
function periodOf({ from, to }: CatalogChangesRequest, now: Date): { from?: Date; to?: Date } {
  const time = (path: 'from' | 'to', text: string | undefined) => {
    if (text === undefined || text === '') return undefined
    const resolved = resolveDateMath(text, now)
    if (!resolved.ok) throw refuse(path, resolved.failure)
    return resolved.value
  }
  const start = time('from', from)
  const end = time('to', to)
  if (start !== undefined && end !== undefined && start >= end) throw refuse('from', 'is not before "to"')
  if (start === undefined && end === undefined) return { from: new Date(now.getTime() - 2 * 86_400_000) }
  return { ...(start && { from: start }), ...(end && { to: end }) }
}

/** A severity stands for itself and all that are worse. */
function severityConditions(text: string | undefined): Sql[] {
  const { included, excluded } = readValueList(text?.toLowerCase())
  const wanted = included.flatMap((name) => {
    const rank = severities.findIndex((severity) => severity === name)
    return rank < 0 ? [name] : severities.slice(rank)
  })
  return valueListSql(changeList.filtered.severity, { included: [...new Set(wanted)], excluded })
}

function peopleConditions(list: ValueList): Sql[] {
  const part = ({ included, excluded }: ValueList, belongs: (text: string) => boolean): ValueList => ({
    included: included.filter(belongs),
    excluded: excluded.filter(belongs),
  })
  const people = part(list, isId)
  const others = part(list, (text) => !isId(text))
  const included = [
    ...(people.included.length === 0 ? [] : [sql`changes.created_by = any (${people.included}::uuid[])`]),
    ...valueListSql(sql`changes.external_created_by`, { ...others, excluded: [] }),
  ]
  return [
    ...(included.length === 0 ? [] : [join(included, ' or ')]),
    ...valueListSql(sql`changes.created_by::text`, { ...people, included: [] }),
    ...valueListSql(sql`changes.external_created_by`, { ...others, included: [] }),
  ]
}

type ChangeFilter = Exclude<FilterName<typeof changeColumns>, 'config_type'>

/** Conditions by the values that a request names. Free texts are encoded, as they may contain commas. */
const changeConditions: Readonly<Record<ChangeFilter, (request: CatalogChangesRequest) => Sql[]>> = {
  type: ({ type }) => valueListSql(changeList.filtered.type, readValueList(type)),
  severity: ({ severity }) => severityConditions(severity),
  summary: ({ summary }) => valueListSql(changeList.filtered.summary, readValueList(summary, true)),
  source: ({ source }) => valueListSql(changeList.filtered.source, readValueList(source, true)),
  created_by: ({ created_by: list }) => peopleConditions(readValueList(list, true)),
  external_created_by: ({ external_created_by: list }) =>
    valueListSql(changeList.filtered.external_created_by, readValueList(list, true)),
}

function agentConditions(agent: string | undefined): Sql[] {
  if (agent === undefined || agent === '' || agent === 'all') return []
  if (agent === 'local' || agent === 'self') return [sql`items.agent_id = ${LOCAL_AGENT_ID}`]
  if (!isId(agent)) throw refuse('agent_id', 'is not the id of an agent, "local" or "all"')
  return [sql`items.agent_id = ${agent}`]
}

/** SQL that the item of a change is one of those that a list of ids chooses. */
function chosenSql({ included, excluded }: ValueList): Sql {
  return allOf([
    ...(included.length === 0 ? [] : [sql`changes.config_id = any (${included}::uuid[])`]),
    ...(excluded.length === 0 ? [] : [sql`changes.config_id <> all (${excluded}::uuid[])`]),
  ])
}

/** The items whose changes a request selects. */
interface ItemFilter {
  /** SQL that the change belongs to them. */
  condition: Sql
  /** SQL that selects their ids, where they are found by going from one item to others. */
  ids?: Sql
}

// As a list, which has the changes looked up item by item. As a part of the statement, its length is guessed, and the changes
// of all items are read.
const isMeant = sql`changes.config_id = any ((select ids from meant)::uuid[])`

/** The filter of the items whose changes a request selects; undefined for all. */
function itemFilterOf(request: CatalogChangesRequest): ItemFilter | undefined {
  const { depth, recursive } = request
  const given = request.id === undefined || request.id === '' ? request.config_id : request.id
  if (given === undefined || given === '') return undefined
  const list = readValueList(given)
  if ([...list.included, ...list.excluded].some((id) => !isId(id))) throw refuse('id', 'is not an id')
  const [start] = list.included
  const alone = list.included.length === 1 && list.excluded.length === 0
  if (start === undefined || !alone || recursive === 'none' || recursive === '')
    return { condition: chosenSql(list) }
  const item = sql`${start}::uuid`
  const alongEdges = request.soft === true || request.soft === 'true' || recursive === 'all'
  if (alongEdges) {
    const direction = { downstream: 'outgoing', upstream: 'incoming', all: 'all' }[recursive]
    return {
      condition: isMeant,
      ids: sql`select id from derived.walk_configs(
        array[${item}], ${direction}, 'both', 'both', ${depth}, ${MOST_ITEMS}, true
      )`,
    }
  }
  // Paths say who contains whom, so nothing is walked.
  if (recursive === 'upstream')
    return {
      condition: isMeant,
      ids: sql`
        select ${item}
        union all
        select above.id::uuid from core.config_items as start,
          unnest(string_to_array(nullif(start.path, ''), '.')) with ordinality as above (id, place)
        where start.id = ${item} and cardinality(string_to_array(start.path, '.')) - above.place < ${depth}`,
    }
  const path = sql`(select concat_ws('.', nullif(path, ''), id::text) from core.config_items where id = ${item})`
  return {
    condition: isMeant,
    // The operators that the index of paths has.
    ids: sql`
      select ${item}
      union all
      select below.id from core.config_items as below
      where below.path ~>=~ ${path} and below.path ~<~ (${path} || '~')
        and cardinality(string_to_array(below.path, '.')) - cardinality(string_to_array(${path}, '.')) < ${depth}`,
  }
}

/** Columns that are never null. */
const filled = new Set<ChangeSortColumn>(['change_type', 'created_at', 'count'])

/**
 * @param fewItems whether only changes of some items are listed: looking for those in the order of all changes takes
 *   longer than to sort them
 * @returns the order, and whether it needs the item of each change
 */
function orderOf(
  sortBy: string,
  fewItems: boolean,
  { sort }: Search<InSql>,
): { order: Order; byItem: boolean } {
  if (sort.length > 0) {
    const own = sort.map((key) => ({ value: sortSql(key), isDescending: key.isDescending }))
    return { order: orderBy(own, [sql`id desc`]), byItem: true }
  }
  const isDescending = sortBy.startsWith('-')
  const name = isDescending ? sortBy.slice(1) : sortBy
  const column = changeSortColumns.find((candidate) => candidate === name)
  if (column === undefined) throw refuse('sort_by', `is not one of ${changeSortColumns.join(', ')}`)
  const byItem = column === 'name'
  const isFilled = !fewItems && filled.has(column)
  const key = { value: changeList.orders[column], isDescending, isFilled }
  return { order: orderBy([key], [sql`id ${directionSql(isDescending)}`]), byItem }
}

// Few items are deleted, so it is quicker to look for those than to look at the item of every change.
const notDeleted = sql`not exists (
  select from core.config_items as gone where gone.id = changes.config_id and gone.deleted_at is not null
)`

function withDeleted({ include_deleted_configs: wanted }: CatalogChangesRequest): boolean {
  return wanted === true || wanted === 'true'
}

/** Ids that a request names. */
function namedIds({ id, config_id: configId }: CatalogChangesRequest): readonly string[] {
  return readValueList(id === undefined || id === '' ? configId : id).included
}

/** Changes of archived items stand aside, except those of items that the request names. */
function archivedConditions(request: CatalogChangesRequest): Sql[] {
  const { include_archived_configs: wanted } = request
  if (wanted === true || wanted === 'true') return []
  // Few items are archived: their ids are gathered once. Asked as a join, the table is read for each change while the
  // database takes it for empty.
  const notArchived = sql`
    changes.config_id not in (select config_id from core.config_item_notes where archived_at is not null)`
  const named = namedIds(request)
  return named.length === 0
    ? [notArchived]
    : [sql`(changes.config_id = any (${named}::uuid[]) or ${notArchived})`]
}

/** Conditions on the change, and on the item that it belongs to. */
interface Conditions {
  changes: readonly Sql[]
  items: readonly Sql[]
  /** Undefined for the changes of all items. */
  itemFilter: ItemFilter | undefined
}

function conditionsOf(request: CatalogChangesRequest, search: Search<InSql>, now: Date): Conditions {
  const tags = parseLabelSelector(request.tags ?? '')
  if (!tags.ok) throw refuse('tags', tags.failure)
  const { from, to } = periodOf(request, now)
  const itemFilter = itemFilterOf(request)
  const changes = [
    ...(itemFilter === undefined ? [] : [itemFilter.condition]),
    // The id is older than the last occurrence by the length of a group at most, so older partitions are left out.
    ...(from === undefined
      ? []
      : [
          sql`changes.created_at >= ${from}::timestamptz and changes.id >= core.id_at(${from}::timestamptz - ${LONGEST_GROUP})`,
        ]),
    ...(to === undefined ? [] : [sql`changes.created_at <= ${to}::timestamptz`]),
    ...(withDeleted(request) ? [] : [notDeleted]),
    ...archivedConditions(request),
    ...Object.values(changeConditions).flatMap((conditions) => conditions(request)),
  ]
  return {
    changes,
    itemFilter,
    items: [
      ...valueListSql(changeList.filtered.config_type, readValueList(request.config_type)),
      ...agentConditions(request.agent_id),
      ...searchConditions(search),
      ...tags.value.map((requirement) => labelsSql(sql`items.tags`, requirement)),
    ],
  }
}

/**
 * A page of changes.
 * @throws RequestError that names the field of a request that cannot be read
 */
export async function listChanges(
  { pool, clock }: { pool: Pool; clock: Clock },
  request: CatalogChangesRequest,
): Promise<CatalogChangesAnswer> {
  const search = readChangeSearch(request.query)
  const most = search.limit ?? Infinity
  const conditions = conditionsOf(request, search, clock.now())
  const where = allOf([...conditions.changes, ...conditions.items])
  const { order, byItem } = orderOf(request.sort_by, conditions.itemFilter !== undefined, search)
  const first = (request.page - 1) * request.page_size
  const limit = Math.max(0, Math.min(request.page_size, most - first))
  const joined = sql`join core.config_items as items on items.id = changes.config_id`
  const isFiltered = conditions.items.length > 0
  const meantIds = conditions.itemFilter?.ids
  const changesOf = (isJoined: boolean) =>
    sql`from core.config_changes as changes ${isJoined ? joined : empty} where ${where}`
  const sorted = sql`(
      select changes.id, changes.change_type, ${order.columns} ${changesOf(isFiltered || byItem)}
    ) as sorted`
  const place = sql`row_number() over (order by ${order.by}) as place`
  // Few items: their changes lie scattered and are read once, for the counts and for the page. All items: an index counts,
  // and gives the page in its order.
  const parts =
    meantIds === undefined
      ? sql`
    counted as (select changes.change_type, count(*) as count ${changesOf(isFiltered)} group by changes.change_type),
    chosen as materialized (
      select id, ${place} from ${sorted} order by ${order.by} limit ${limit} offset ${first}
    ),`
      : sql`
    meant as materialized (select array(${meantIds}) as ids),
    matching as materialized (select id, change_type, ${place} from ${sorted}),
    counted as (select change_type, count(*) as count from matching group by change_type),
    chosen as (select id, place from matching where place > ${first} order by place limit ${limit}),`
  const statement = sql`
    with ${parts}
    page as (
      select ${changeList.select}, chosen.place
      from chosen join core.config_changes as changes on changes.id = chosen.id ${joined}
    )
    select json_build_object(
      'changes', coalesce((select json_agg(to_jsonb(page) - 'place' order by place) from page), '[]'),
      'total', coalesce((select sum(count) from counted), 0),
      'summary', coalesce((select json_object_agg(change_type, count) from counted), '{}')
    ) as found`
  const rows = await readRows<{ found: CatalogChangesAnswer }>(pool, statement.text, statement.values)
  const found = rows[0]?.found ?? { changes: [], total: 0, summary: {} }
  return { ...found, total: Math.min(found.total, most) }
}
