import type { ClientBase } from 'pg'

/** Rows of one statement. */
const PAGE = 500

/** What a run writes of a component. */
export interface ComponentRow {
  id: string
  topology_id: string
  agent_id: string
  parent_id: string | null
  path: string
  position: number
  is_leaf: boolean
  external_id: string
  name: string
  text: string | null
  type: string | null
  topology_type: string | null
  namespace: string | null
  labels: unknown
  icon: string | null
  owner: string | null
  lifecycle: string | null
  tooltip: string | null
  description: string | null
  hidden: boolean
  health: string | null
  status: string | null
  status_reason: string | null
  health_expr: string | null
  status_expr: string | null
  config_id: string | null
  properties: unknown
  selectors: unknown
  component_checks: unknown
  configs: unknown
  log_selectors: unknown
  hash: string
}

const types: Readonly<Record<keyof ComponentRow, string>> = {
  id: 'uuid',
  topology_id: 'uuid',
  agent_id: 'uuid',
  parent_id: 'uuid',
  path: 'text',
  position: 'integer',
  is_leaf: 'boolean',
  external_id: 'text',
  name: 'text',
  text: 'text',
  type: 'text',
  topology_type: 'text',
  namespace: 'text',
  labels: 'jsonb',
  icon: 'text',
  owner: 'text',
  lifecycle: 'text',
  tooltip: 'text',
  description: 'text',
  hidden: 'boolean',
  health: 'text',
  status: 'text',
  status_reason: 'text',
  health_expr: 'text',
  status_expr: 'text',
  config_id: 'uuid',
  properties: 'jsonb',
  selectors: 'jsonb',
  component_checks: 'jsonb',
  configs: 'jsonb',
  log_selectors: 'jsonb',
  hash: 'text',
}

const columns = Object.keys(types)
const record = Object.entries(types)
  .map(([name, type]) => `"${name}" ${type}`)
  .join(', ')
const quoted = columns.map((name) => `"${name}"`)
/** A catalog item that is gone by now must not fail the run. */
const value = (name: string) =>
  name === 'config_id'
    ? '(select item.id from core.config_items as item where item.id = fresh.config_id)'
    : `fresh."${name}"`

const insert = `
  insert into core.components (${quoted.join(', ')})
  select ${columns.map(value).join(', ')} from jsonb_to_recordset($1::jsonb) as fresh (${record})`

const update = `
  update core.components as component set ${columns
    .filter((name) => name !== 'id')
    .map((name) => `"${name}" = ${value(name)}`)
    .join(', ')}
  from jsonb_to_recordset($1::jsonb) as fresh (${record})
  where component.id = fresh.id`

const move = `
  update core.components as component set path = fresh.path
  from jsonb_to_recordset($1::jsonb) as fresh (id uuid, path text)
  where component.id = fresh.id`

/** Runs work for pages of rows, one after the other. */
export async function inPages<Row>(
  rows: readonly Row[],
  work: (page: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += PAGE) await work(rows.slice(start, start + PAGE))
}

/** Adds components, those of earlier pages before their children. */
export async function insertComponents(client: ClientBase, rows: readonly ComponentRow[]): Promise<void> {
  await client.query(insert, [JSON.stringify(rows)])
}

export async function updateComponents(client: ClientBase, rows: readonly ComponentRow[]): Promise<void> {
  await client.query(update, [JSON.stringify(rows)])
}

export async function movePaths(
  client: ClientBase,
  rows: readonly { id: string; path: string }[],
): Promise<void> {
  await inPages(rows, (page) => client.query(move, [JSON.stringify(page)]))
}
