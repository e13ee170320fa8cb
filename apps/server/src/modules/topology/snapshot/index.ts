import type { Pool } from 'pg'
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

interface Query {
  columns: readonly string[]
  /** Where the columns come from. Takes the ids of items, a time range, and the last id of the page before. */
  source: string
}

// Items of the components, and what these items have to do with.
const findItems = `
  with linked as (
    select config_id from core.config_component_relationships where component_id = any ($1) and deleted_at is null
    union
    select config_id from core.components where id = any ($1) and config_id is not null
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
    source: `core.config_items as found
      where found.id = any ($1) and found.created_at <= $3 and (found.deleted_at is null or found.deleted_at >= $2) and found.id > $4
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
    source: `core.config_changes as found join core.config_items as config on config.id = found.config_id
      where found.config_id = any ($1) and found.created_at between $2 and $3 and found.id > $4
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
    source: `core.config_analysis as found join core.config_items as config on config.id = found.config_id
      where found.config_id = any ($1) and found.last_observed >= $2 and found.first_observed <= $3 and found.id > $4
      order by found.id`,
  },
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Only what the table shows: the document of an item is a thousand times as long. */
const columnOf = (name: string) => (name === 'config_name' ? 'config.name as config_name' : `found.${name}`)

async function* pagesOf(
  pool: Pool,
  { columns, source }: Query,
  values: readonly unknown[],
): AsyncGenerator<Record<string, unknown> & { id: string }> {
  const statement = `select ${columns.map(columnOf).join(', ')} from ${source} limit ${PAGE}`
  let last = FIRST_ID
  for (;;) {
    const { rows } = await pool.query<Record<string, unknown> & { id: string }>(statement, [...values, last])
    yield* rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < PAGE) return
    last = end.id
  }
}

async function itemsOf(pool: Pool, components: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(findItems, [components])
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
  const { node, from, to, related, logFormat: format, now, signal } = request
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
      const found = await itemsOf(pool, ids)
      for (const [name, query] of Object.entries(queries))
        yield {
          name,
          content: csvOf({ columns: query.columns, rows: pagesOf(pool, query, [found, from, to]) }),
        }
    }
    yield* logFiles(logs, { components: ids, from, to, format, signal })
  }
  return zipOf(files(), now)
}
