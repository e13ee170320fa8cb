import { NIL_ID } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import type { ComponentLogs } from '../../logs/index.ts'
import type { Tree } from '../tree/index.ts'
import type { TreeNode } from '../tree/model.ts'
import { shownComponent, treesText } from '../tree/render.ts'
import { selectTree } from '../tree/select.ts'
import { csvOf, type Table } from './csv.ts'
import { type LogFormat, logFiles } from './logs.ts'
import { type ZipFile, zipOf } from './zip.ts'

/** Rows that are read at once. */
const PAGE = 5_000
const MOST_LEVELS = 50
/** Characters of one part of a long text. */
const PART = 64 * 1024

const componentColumns = [
  'id',
  'name',
  'type',
  'namespace',
  'health',
  'health_since',
  'status',
  'status_reason',
  'at_risk',
  'owner',
  'lifecycle',
  'labels',
  'parent_id',
  'path',
  'topology_id',
  'agent_id',
  'config_id',
  'external_id',
  'cost_total_30d',
  'created_at',
  'updated_at',
] as const

/** Which rows of a table a snapshot has. */
interface Chosen {
  items: readonly string[]
  from: Date
  to: Date
}

interface Query {
  columns: readonly string[]
  /** Where the columns come from. @param last id of the last row of the page before */
  source: (chosen: Chosen, last: string) => Sql
}

// Items of the components, and what these items have to do with.
const findItems = (components: readonly string[]) => sql`
  with given as not materialized (select ${components}::uuid[] as ids),
  linked as (
    select config_id from core.config_component_relationships cross join given
    where component_id = any (given.ids) and deleted_at is null
    union
    select config_id from core.components cross join given where id = any (given.ids) and config_id is not null
  ),
  item as (
    select config_id from linked
    union
    select edge.related_id from core.config_relationships as edge join linked using (config_id)
    where edge.deleted_at is null
    union
    select edge.config_id from core.config_relationships as edge join linked on linked.config_id = edge.related_id
    where edge.deleted_at is null
  )
  select config_id as id from item`

const queries: Readonly<Record<string, Query>> = {
  'config_items.csv': {
    columns: [
      'id',
      'name',
      'type',
      'config_class',
      'namespace',
      'health',
      'status',
      'description',
      'labels',
      'tags',
      'created_at',
      'updated_at',
    ],
    source: ({ items, from, to }, last) => sql`core.config_items as found
      where found.id = any (${items}) and found.created_at <= ${to} and (found.deleted_at is null or found.deleted_at >= ${from}) and found.id > ${last}
      order by found.id`,
  },
  'config_changes.csv': {
    columns: [
      'id',
      'config_id',
      'config_name',
      'change_type',
      'severity',
      'source',
      'summary',
      'external_created_by',
      'first_observed',
      'created_at',
      'count',
    ],
    source: (
      { items, from, to },
      last,
    ) => sql`core.config_changes as found join core.config_items as config on config.id = found.config_id
      where found.config_id = any (${items}) and found.created_at between ${from} and ${to} and found.id > ${last}
      order by found.id`,
  },
  'config_analysis.csv': {
    columns: [
      'id',
      'config_id',
      'config_name',
      'analyzer',
      'analysis_type',
      'severity',
      'status',
      'summary',
      'message',
      'first_observed',
      'last_observed',
    ],
    source: (
      { items, from, to },
      last,
    ) => sql`core.config_analysis as found join core.config_items as config on config.id = found.config_id
      where found.config_id = any (${items}) and found.last_observed >= ${from} and found.first_observed <= ${to} and found.id > ${last}
      order by found.id`,
  },
}

/** Only what the table shows: the document of an item is a thousand times as long. */
const columnOf = (name: string) => (name === 'config_name' ? 'config.name as config_name' : `found.${name}`)

async function* pagesOf(
  pool: Pool,
  { columns, source }: Query,
  chosen: Chosen,
): AsyncGenerator<Record<string, unknown> & { id: string }> {
  const shown = raw(columns.map(columnOf).join(', '))
  let last = NIL_ID
  for (;;) {
    const { rows } = await pool.query<Record<string, unknown> & { id: string }>(
      sql`select ${shown} from ${source(chosen, last)} limit ${PAGE}`,
    )
    yield* rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < PAGE) return
    last = end.id
  }
}

async function itemsOf(pool: Pool, components: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<Columns<'core.config_items', 'id'>>(findItems(components))
  return rows.map(({ id }) => id)
}

function* partsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PART) yield text.slice(start, start + PART)
}

export interface SnapshotRequest {
  node: TreeNode
  from: Date
  to: Date
  /** Whether what the component needs and the catalog items of all of them are part of it. */
  related: boolean
  logFormat: LogFormat
  /** Who gets it. */
  actor: Actor
  now: Date
  /** Ends the reading of logs. */
  signal: AbortSignal
}

/** A component and all below it, with what they need where that is asked for. */
function componentsOf({ model }: Tree, node: TreeNode, related: boolean): TreeNode[] {
  const found = new Set<TreeNode>([node])
  // A set that grows is walked to its end.
  for (const each of found) for (const child of model.childrenOf(each)) found.add(child)
  const inside = [...found]
  if (related)
    for (const each of inside)
      for (const { id } of model.needsOf(each)) {
        const needed = model.nodes.get(id)
        if (needed !== undefined) found.add(needed)
      }
  return [...found]
}

/** What is known of a component and of what is below it, as a zip archive that is written while it is read. */
export function snapshotOf(
  { pool, logs }: { pool: Pool; logs: ComponentLogs },
  tree: Tree,
  request: SnapshotRequest,
): AsyncGenerator<Uint8Array> {
  const { node, from, to, related, logFormat: format, actor, now, signal } = request
  const trees = selectTree(tree.model, {
    id: node.data.id,
    sortBy: 'name',
    sortOrder: 'asc',
    flatten: false,
    hidden: true,
    depth: MOST_LEVELS,
  })
  const components = componentsOf(tree, node, related)
  const ids = components.map(({ data }) => data.id)
  function* componentRows() {
    for (const component of components) yield { ...shownComponent(component, tree.shown) }
  }
  const table: Table = { columns: componentColumns, rows: componentRows() }
  async function* files(): AsyncGenerator<ZipFile> {
    yield { name: 'components.json', content: partsOf(treesText(trees, tree.shown)) }
    yield { name: 'components.csv', content: csvOf(table) }
    if (related) {
      const items = await itemsOf(pool, ids)
      for (const [name, query] of Object.entries(queries))
        yield {
          name,
          content: csvOf({ columns: query.columns, rows: pagesOf(pool, query, { items, from, to }) }),
        }
    }
    yield* logFiles(logs, { components: ids, actor, from, to, format, signal })
  }
  return zipOf(files(), now)
}
