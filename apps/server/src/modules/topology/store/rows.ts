import type { ClientBase } from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { KnownColumns } from '../../../platform/database/columns.ts'

/** Rows of one statement. */
const PAGE = 500

/** What a run writes of a component. */
export type ComponentRow = KnownColumns<
  'core.components',
  | 'id'
  | 'topology_id'
  | 'agent_id'
  | 'parent_id'
  | 'path'
  | 'position'
  | 'is_leaf'
  | 'external_id'
  | 'name'
  | 'text'
  | 'type'
  | 'topology_type'
  | 'namespace'
  | 'labels'
  | 'icon'
  | 'owner'
  | 'lifecycle'
  | 'tooltip'
  | 'description'
  | 'hidden'
  | 'health'
  | 'status'
  | 'status_reason'
  | 'health_expr'
  | 'status_expr'
  | 'config_id'
  | 'properties'
  | 'selectors'
  | 'component_checks'
  | 'configs'
  | 'log_selectors'
  | 'hash',
  { topology_id: string; position: number; hash: string }
>

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
const record = raw(
  Object.entries(types)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
)
/** A catalog item that is gone by now must not fail the run. */
const value = (name: string) =>
  name === 'config_id'
    ? '(select item.id from core.config_items as item where item.id = fresh.config_id)'
    : `fresh."${name}"`

const names = raw(columns.map((name) => `"${name}"`).join(', '))
const values = raw(columns.map(value).join(', '))
const changes = raw(
  columns
    .filter((name) => name !== 'id')
    .map((name) => `"${name}" = ${value(name)}`)
    .join(', '),
)

/** Runs work for pages of rows, one after the other. */
export async function inPages<Row>(
  rows: readonly Row[],
  work: (page: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += PAGE) await work(rows.slice(start, start + PAGE))
}

/** Adds components, those of earlier pages before their children. */
export async function insertComponents(client: ClientBase, rows: readonly ComponentRow[]): Promise<void> {
  await client.query(sql`
    insert into core.components (${names})
    select ${values} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (${record})`)
}

export async function updateComponents(client: ClientBase, rows: readonly ComponentRow[]): Promise<void> {
  await client.query(sql`
    update core.components as component set ${changes}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (${record})
    where component.id = fresh.id`)
}

export async function movePaths(
  client: ClientBase,
  rows: readonly { id: string; path: string }[],
): Promise<void> {
  await inPages(rows, (page) =>
    client.query(sql`
      update core.components as component set path = fresh.path
      from jsonb_to_recordset(${JSON.stringify(page)}::jsonb) as fresh (id uuid, path text)
      where component.id = fresh.id`),
  )
}
