import { isRecord } from '@binnacle/plugin-kit/core'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { itemSelection } from '../../catalog/index.ts'
import { checkSelection } from '../../health/index.ts'
import type { ResourceSelector } from '../component-tree.ts'
import { selector as selectorShape } from '../spec/fields.ts'
import { plainSelector } from '../engine/draft.ts'
import { componentSelection, withTerms } from './conditions.ts'
import { type InlineOwner, type InlineCheckDependencies, syncInlineChecks } from './inline-checks.ts'
import { gatherSelectors, type LinkKind, SELECTOR_PREFIX, syncLinks, writtenLimit } from './links.ts'
import { searchable } from './searchable.ts'

/** What following the selectors of components changed. */
export interface SyncSummary {
  changed: number
  errors: string[]
}

const componentLinks: LinkKind = {
  prefix: SELECTOR_PREFIX,
  most: writtenLimit,
  table: 'core.component_relationships',
  owner: 'relationship_id',
  other: 'component_id',
  from: 'core.components',
  alias: 'components',
  condition: componentSelection,
}

const configLinks: LinkKind = {
  prefix: SELECTOR_PREFIX,
  most: writtenLimit,
  table: 'core.config_component_relationships',
  owner: 'component_id',
  other: 'config_id',
  from: 'core.config_items as items',
  alias: 'items',
  condition: (selector) => searchable(withTerms(selector)).flatMap((one) => itemSelection(one) ?? [])[0],
}

const checkLinks: LinkKind = {
  prefix: SELECTOR_PREFIX,
  most: writtenLimit,
  table: 'core.check_component_relationships',
  owner: 'component_id',
  other: 'check_id',
  from: 'core.checks join core.check_state as state on state.check_id = checks.id',
  alias: 'checks',
  condition: (selector) => searchable(withTerms(selector)).flatMap((one) => checkSelection(one) ?? [])[0],
}

/** Reads the selectors of a row. A selector that is no longer valid selects nothing. */
function selectorsOf(value: unknown): ResourceSelector[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    const parsed = selectorShape.safeParse(one)
    return parsed.success ? [plainSelector(parsed.data)] : []
  })
}

/** Selectors of components with the names of these, for what is said about them. */
interface Owner {
  id: string
  name: string
  selectors: readonly ResourceSelector[]
}

/** Most names of components with the same selector that a sentence has. */
const MOST_NAMES = 3

function linksOf(
  client: ClientBase,
  kind: LinkKind,
  owners: readonly Owner[],
  scope: { topologyId: string | undefined; now: Date },
): Promise<SyncSummary> {
  const names = new Map(owners.map(({ id, name }) => [id, name]))
  return syncLinks(client, kind, gatherSelectors(owners), {
    ...scope,
    nameOf: ({ ownerIds }) => {
      const more = ownerIds.length - MOST_NAMES
      const found = ownerIds.slice(0, MOST_NAMES).map((id) => names.get(id) ?? id)
      return `${found.join(', ')}${more > 0 ? ` and ${more} more` : ''}: `
    },
  })
}

/** Components that also belong below others, by the selectors of these. */
export async function syncRelationships(pool: Pool, now: Date, topologyId?: string): Promise<SyncSummary> {
  return inTransaction(pool, async (client) => {
    const all = tablesOn(client)
      .selectFrom('core.components')
      .select(['id', 'name', 'selectors'])
      .where('deleted_at', 'is', null)
      .where(fragment<boolean>`selectors <> '[]'`)
    const rows = await (topologyId === undefined ? all : all.where('topology_id', '=', topologyId)).execute()
    const owners = rows.map((row) => ({ ...row, selectors: selectorsOf(row.selectors) }))
    const synced = await linksOf(client, componentLinks, owners, { topologyId, now })
    await client.query(
      `update core.component_relationships as link
       set relationship_path = concat_ws('.', nullif(above.path, ''), above.id::text)
       from core.components as above
       where above.id = link.relationship_id and link.deleted_at is null
         and link.relationship_path is distinct from concat_ws('.', nullif(above.path, ''), above.id::text)`,
    )
    return synced
  })
}

/** Catalog items of components, by the selectors of these. */
export async function syncConfigs(pool: Pool, now: Date, topologyId?: string): Promise<SyncSummary> {
  return inTransaction(pool, async (client) => {
    const all = tablesOn(client)
      .selectFrom('core.components')
      .select(['id', 'name', 'configs'])
      .where('deleted_at', 'is', null)
      .where(fragment<boolean>`configs <> '[]'`)
    const rows = await (topologyId === undefined ? all : all.where('topology_id', '=', topologyId)).execute()
    const owners = rows.map((row) => ({ ...row, selectors: selectorsOf(row.configs) }))
    return linksOf(client, configLinks, owners, { topologyId, now })
  })
}

/** Checks of components: those that selectors choose, and those that are made for them. */
export async function syncChecks(dependencies: InlineCheckDependencies, now: Date): Promise<SyncSummary> {
  const { pool } = dependencies
  const rows = await tablesOn(pool)
    .selectFrom('core.components as component')
    .leftJoin('core.topologies as topology', 'topology.id', 'component.topology_id')
    .select(({ fn }) => [
      'component.id',
      'component.name',
      'component.namespace',
      fn
        .coalesce('component.schedule', fragment<string | null>`nullif(topology.schedule, '@never')`)
        .as('schedule'),
      'component.component_checks',
    ])
    .where('component.deleted_at', 'is', null)
    .where(fragment<boolean>`component.component_checks <> '[]'`)
    .orderBy('component.id')
    .execute()
  const chosen: Owner[] = []
  const owners: InlineOwner[] = []
  for (const { component_checks: written, ...row } of rows) {
    const checks = Array.isArray(written) ? written.map((one: unknown) => (isRecord(one) ? one : {})) : []
    chosen.push({ ...row, selectors: checks.flatMap((check) => selectorsOf([check['selector']])) })
    owners.push({
      ...row,
      checks: checks.flatMap(({ inline }, index) => (isRecord(inline) ? [{ index, inline }] : [])),
    })
  }
  const inline = await syncInlineChecks(dependencies, owners, now)
  const linked = await inTransaction(pool, (client) =>
    linksOf(client, checkLinks, chosen, { topologyId: undefined, now }),
  )
  return { changed: inline.changed + linked.changed, errors: [...inline.errors, ...linked.errors] }
}
