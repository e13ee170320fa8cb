import {
  type CatalogChanges,
  type CatalogChangesRequest,
  changeSortColumns,
} from '@binnacle/contract/catalog'
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { severities } from '@binnacle/contract/health'
import { resolveDateMath } from '@binnacle/contract/notifications'
import { parseLabelSelector } from '@binnacle/contract/search'
import { type InSql, type Search, sortSql } from '@binnacle/query'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { allOf, createParameters, type Parameters } from '../../../platform/database/parameters.ts'
import { readRows } from '../../../platform/database/read.ts'
import { RequestError } from '../../../platform/errors.ts'
import { readChangeSearch, searchConditions } from './change-search.ts'
import { labelsSql } from './labels.ts'
import { readValueList, type ValueList, valueListSql } from './value-list.ts'

/** Most items around one whose changes are listed together. */
const MOST_ITEMS = 1_000
/** A change that goes on keeps its id; its id may be this much older than its last occurrence. Source: the grouping of changes. */
const LONGEST_GROUP = `interval '1 day'`

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
function severityConditions(text: string | undefined, parameters: Parameters): string[] {
  const { included, excluded } = readValueList(text?.toLowerCase())
  const wanted = included.flatMap((name) => {
    const rank = severities.findIndex((severity) => severity === name)
    return rank < 0 ? [name] : severities.slice(rank)
  })
  return valueListSql('changes.severity', { included: [...new Set(wanted)], excluded }, parameters)
}

function peopleConditions(list: ValueList, parameters: Parameters): string[] {
  const part = ({ included, excluded }: ValueList, belongs: (text: string) => boolean): ValueList => ({
    included: included.filter(belongs),
    excluded: excluded.filter(belongs),
  })
  const people = part(list, isId)
  const others = part(list, (text) => !isId(text))
  const included = [
    ...(people.included.length === 0
      ? []
      : [`changes.created_by = any (${parameters.add(people.included)}::uuid[])`]),
    ...valueListSql('changes.external_created_by', { ...others, excluded: [] }, parameters),
  ]
  return [
    ...(included.length === 0 ? [] : [included.join(' or ')]),
    ...valueListSql('changes.created_by::text', { ...people, included: [] }, parameters),
    ...valueListSql('changes.external_created_by', { ...others, included: [] }, parameters),
  ]
}

function agentConditions(agent: string | undefined, parameters: Parameters): string[] {
  if (agent === undefined || agent === '' || agent === 'all') return []
  if (agent === 'local' || agent === 'self') return [`items.agent_id = ${parameters.add(LOCAL_AGENT_ID)}`]
  if (!isId(agent)) throw refuse('agent_id', 'is not the id of an agent, "local" or "all"')
  return [`items.agent_id = ${parameters.add(agent)}`]
}

/** SQL that the item of a change is one of those that a list of ids chooses. */
function chosenSql({ included, excluded }: ValueList, parameters: Parameters): string {
  return allOf([
    ...(included.length === 0 ? [] : [`changes.config_id = any (${parameters.add(included)}::uuid[])`]),
    ...(excluded.length === 0 ? [] : [`changes.config_id <> all (${parameters.add(excluded)}::uuid[])`]),
  ])
}

/** The items whose changes a request selects. */
interface ItemFilter {
  /** SQL that the change belongs to them. */
  condition: string
  /** SQL that selects their ids, where they are found by going from one item to others. */
  ids?: string
}

// As a list, which has the changes looked up item by item. As a part of the statement, its length is guessed, and the changes
// of all items are read.
const isMeant = 'changes.config_id = any ((select ids from meant)::uuid[])'

/** The filter of the items whose changes a request selects; undefined for all. */
function itemFilterOf(request: CatalogChangesRequest, parameters: Parameters): ItemFilter | undefined {
  const { depth, recursive } = request
  const given = request.id === undefined || request.id === '' ? request.config_id : request.id
  if (given === undefined || given === '') return undefined
  const list = readValueList(given)
  if ([...list.included, ...list.excluded].some((id) => !isId(id))) throw refuse('id', 'is not an id')
  const [start] = list.included
  const alone = list.included.length === 1 && list.excluded.length === 0
  if (start === undefined || !alone || recursive === 'none' || recursive === '')
    return { condition: chosenSql(list, parameters) }
  const item = `${parameters.add(start)}::uuid`
  const levels = parameters.add(depth)
  const alongEdges = request.soft === true || request.soft === 'true' || recursive === 'all'
  if (alongEdges) {
    const direction = { downstream: 'outgoing', upstream: 'incoming', all: 'all' }[recursive]
    return {
      condition: isMeant,
      ids: `select id from derived.walk_configs(
        array[${item}], '${direction}', 'both', 'both', ${levels}, ${MOST_ITEMS}, true
      )`,
    }
  }
  // Paths say who contains whom, so nothing is walked.
  if (recursive === 'upstream')
    return {
      condition: isMeant,
      ids: `
        select ${item}
        union all
        select above.id::uuid from core.config_items as start,
          unnest(string_to_array(nullif(start.path, ''), '.')) with ordinality as above (id, place)
        where start.id = ${item} and cardinality(string_to_array(start.path, '.')) - above.place < ${levels}`,
    }
  const path = `(select concat_ws('.', nullif(path, ''), id::text) from core.config_items where id = ${item})`
  return {
    condition: isMeant,
    // The operators that the index of paths has.
    ids: `
      select ${item}
      union all
      select below.id from core.config_items as below
      where below.path ~>=~ ${path} and below.path ~<~ (${path} || '~')
        and cardinality(string_to_array(below.path, '.')) - cardinality(string_to_array(${path}, '.')) < ${levels}`,
  }
}

/** Columns that are never null: an index gives them in order, as it would not with "nulls last". */
const filled = new Set<string>(['change_type', 'created_at', 'count'])

/** What a list is sorted by. */
interface Order {
  sql: string
  /** Whether it needs the item of each change. */
  byItem: boolean
}

/**
 * @param fewItems whether only changes of some items are listed: looking for those in the order of all changes takes
 *   longer than to sort them
 */
function orderOf(sortBy: string, fewItems: boolean, search: Search<InSql>, parameters: Parameters): Order {
  if (search.sort.length > 0) {
    const own = search.sort.map(
      (key) => `${sortSql(key, parameters)} ${key.isDescending ? 'desc' : 'asc'} nulls last`,
    )
    return { sql: [...own, 'changes.id desc'].join(', '), byItem: true }
  }
  const descending = sortBy.startsWith('-')
  const name = descending ? sortBy.slice(1) : sortBy
  const column = changeSortColumns.find((candidate) => candidate === name)
  if (column === undefined) throw refuse('sort_by', `is not one of ${changeSortColumns.join(', ')}`)
  const direction = descending ? 'desc' : 'asc'
  const byItem = column === 'name'
  const sql = byItem ? 'items.name' : `changes.${column}`
  const nulls = !fewItems && filled.has(column) ? '' : 'nulls last'
  return { sql: `${sql} ${direction} ${nulls}, changes.id ${direction}`, byItem }
}

// Few items are deleted, so it is quicker to look for those than to look at the item of every change.
const notDeleted = `not exists (
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
function archivedConditions(request: CatalogChangesRequest, parameters: Parameters): string[] {
  const { include_archived_configs: wanted } = request
  if (wanted === true || wanted === 'true') return []
  // Few items are archived: their ids are gathered once. Asked as a join, the table is read for each change while the
  // database takes it for empty.
  const notArchived =
    'changes.config_id not in (select config_id from core.config_item_notes where archived_at is not null)'
  const named = namedIds(request)
  return named.length === 0
    ? [notArchived]
    : [`(changes.config_id = any (${parameters.add(named)}::uuid[]) or ${notArchived})`]
}

/** Conditions on the change, and on the item that it belongs to. */
interface Conditions {
  changes: readonly string[]
  items: readonly string[]
  /** Undefined for the changes of all items. */
  itemFilter: ItemFilter | undefined
}

function conditionsOf(
  request: CatalogChangesRequest,
  search: Search<InSql>,
  now: Date,
  parameters: Parameters,
): Conditions {
  const tags = parseLabelSelector(request.tags ?? '')
  if (!tags.ok) throw refuse('tags', tags.failure)
  const { from, to } = periodOf(request, now)
  const itemFilter = itemFilterOf(request, parameters)
  const start = from === undefined ? undefined : parameters.add(from)
  const changes = [
    ...(itemFilter === undefined ? [] : [itemFilter.condition]),
    // The id is older than the last occurrence by the length of a group at most, so older partitions are left out.
    ...(start === undefined
      ? []
      : [
          `changes.created_at >= ${start}::timestamptz and changes.id >= core.id_at(${start}::timestamptz - ${LONGEST_GROUP})`,
        ]),
    ...(to === undefined ? [] : [`changes.created_at <= ${parameters.add(to)}::timestamptz`]),
    ...(withDeleted(request) ? [] : [notDeleted]),
    ...archivedConditions(request, parameters),
    ...valueListSql('changes.change_type', readValueList(request.type), parameters),
    ...severityConditions(request.severity, parameters),
    ...valueListSql('changes.summary', readValueList(request.summary, true), parameters),
    ...valueListSql('changes.source', readValueList(request.source, true), parameters),
    ...peopleConditions(readValueList(request.created_by, true), parameters),
    ...valueListSql(
      'changes.external_created_by',
      readValueList(request.external_created_by, true),
      parameters,
    ),
  ]
  return {
    changes,
    itemFilter,
    items: [
      ...valueListSql('items.type', readValueList(request.config_type), parameters),
      ...agentConditions(request.agent_id, parameters),
      ...searchConditions(search, parameters),
      ...tags.value.map((requirement) => labelsSql('items.tags', requirement, parameters)),
    ],
  }
}

/** Columns of a change in a list, with those of its item. */
const changeColumns = `
  changes.id, changes.config_id, items.name, items.type, items.config_class, items.deleted_at, items.agent_id,
  changes.change_type, changes.severity, changes.source, changes.summary, changes.created_at, changes.first_observed,
  changes.count, items.tags, changes.created_by, changes.external_created_by`

/**
 * A page of changes.
 * @throws RequestError that names the field of a request that cannot be read
 */
export async function listChanges(
  { pool, clock }: { pool: Pool; clock: Clock },
  request: CatalogChangesRequest,
): Promise<CatalogChanges> {
  const parameters = createParameters()
  const search = readChangeSearch(request.query)
  const most = search.limit ?? Infinity
  const conditions = conditionsOf(request, search, clock.now(), parameters)
  const where = allOf([...conditions.changes, ...conditions.items])
  const order = orderOf(request.sort_by, conditions.itemFilter !== undefined, search, parameters)
  const first = (request.page - 1) * request.page_size
  const limit = parameters.add(Math.max(0, Math.min(request.page_size, most - first)))
  const offset = parameters.add(first)
  const joined = 'join core.config_items as items on items.id = changes.config_id'
  const isFiltered = conditions.items.length > 0
  const meantIds = conditions.itemFilter?.ids
  const changesOf = (isJoined: boolean) =>
    `from core.config_changes as changes ${isJoined ? joined : ''} where ${where}`
  const placed = `row_number() over (order by ${order.sql}) as place`
  // Few items: their changes lie scattered and are read once, for the counts and for the page. All items: an index counts,
  // and gives the page in its order.
  const parts =
    meantIds === undefined
      ? `
    counted as (select changes.change_type, count(*) as count ${changesOf(isFiltered)} group by changes.change_type),
    chosen as materialized (
      select changes.id, ${placed} ${changesOf(isFiltered || order.byItem)}
      order by ${order.sql} limit ${limit} offset ${offset}
    ),`
      : `
    meant as materialized (select array(${meantIds}) as ids),
    matching as materialized (
      select changes.id, changes.change_type, ${placed} ${changesOf(isFiltered || order.byItem)}
    ),
    counted as (select change_type, count(*) as count from matching group by change_type),
    chosen as (select id, place from matching where place > ${offset} order by place limit ${limit}),`
  const rows = await readRows<{ found: CatalogChanges }>(
    pool,
    `
    with ${parts}
    page as (
      select ${changeColumns}, chosen.place
      from chosen join core.config_changes as changes on changes.id = chosen.id ${joined}
    )
    select json_build_object(
      'changes', coalesce((select json_agg(to_jsonb(page) - 'place' order by place) from page), '[]'),
      'total', coalesce((select sum(count) from counted), 0),
      'summary', coalesce((select json_object_agg(change_type, count) from counted), '{}')
    ) as found`,
    parameters.values,
  )
  const found = rows[0]?.found ?? { changes: [], total: 0, summary: {} }
  return { ...found, total: Math.min(found.total, most) }
}
