import { createHash } from 'node:crypto'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { ComponentNode, TopologyRun, TopologyRunResult } from '../component-tree.ts'
import { type FlatTree, flatten, keyOf } from './flatten.ts'
import { type ComponentRow, insertComponents, inPages, movePaths, updateComponents } from './rows.ts'

/** More deletions than this of one topology wait for a person, if they are also more than `MOST_SHARE` of it. */
const MOST_DELETIONS = 20
const MOST_SHARE = 0.3

const storedColumns = ['id', 'external_id', 'type', 'parent_id', 'path', 'hash', 'deleted_at'] as const

type StoredComponent = Columns<'core.components', (typeof storedColumns)[number]>

/** Whether so many deletions wait until a person approves them. */
function isHeld(deletions: number, total: number): boolean {
  return deletions > MOST_DELETIONS && deletions > total * MOST_SHARE
}

function pathBelow(parent: { id: string; path: string } | undefined): string {
  if (parent === undefined) return ''
  return parent.path === '' ? parent.id : `${parent.path}.${parent.id}`
}

type Place = Pick<ComponentRow, 'id' | 'parent_id' | 'path' | 'position' | 'is_leaf'>

function rowOf(node: ComponentNode, run: TopologyRun, place: Place): ComponentRow {
  const row = {
    ...place,
    topology_id: run.topologyId,
    agent_id: run.agentId,
    external_id: node.externalId,
    name: node.name,
    text: node.text ?? null,
    type: node.type ?? null,
    topology_type: node.topologyType ?? null,
    namespace: node.namespace ?? null,
    labels: node.labels,
    icon: node.icon ?? null,
    owner: node.owner ?? null,
    lifecycle: node.lifecycle ?? null,
    tooltip: node.tooltip ?? null,
    description: node.description ?? null,
    hidden: node.hidden,
    position: node.order ?? place.position,
    health: node.followsItem === true ? null : (node.health ?? null),
    status: node.status ?? null,
    status_reason: node.statusReason ?? null,
    health_expr: node.healthExpression ?? null,
    status_expr: node.statusExpression ?? null,
    config_id: node.configId ?? null,
    properties: node.properties,
    selectors: node.selectors,
    component_checks: node.checks,
    configs: node.configs,
    log_selectors: node.logs,
  }
  // What comes and goes below a component does not change what its source says of it.
  const text = JSON.stringify({ ...row, is_leaf: undefined })
  return { ...row, hash: createHash('sha256').update(text).digest('base64') }
}

/**
 * Chooses ids and paths, and makes the rows that a run shows.
 * @param kept components that stay although the run does not show them
 */
function rowsOf(
  tree: FlatTree,
  run: TopologyRun,
  known: ReadonlyMap<string, StoredComponent>,
  kept: readonly StoredComponent[],
): Map<string, ComponentRow> {
  const rows = new Map<string, ComponentRow>()
  const parents = new Set(tree.nodes.map(({ parent }) => parent))
  const keptParents = new Set(kept.map((row) => row.parent_id))
  for (const { key, node, parent, position } of tree.nodes) {
    const above = parent === undefined ? undefined : rows.get(parent)
    const id = known.get(key)?.id ?? newId()
    const isLeaf = !parents.has(key) && !keptParents.has(id)
    const place = { id, parent_id: above?.id ?? null, path: pathBelow(above), position, is_leaf: isLeaf }
    rows.set(key, rowOf(node, run, place))
  }
  return rows
}

/** Paths of components that stay although the run does not show them: what they are below may have moved. */
function movedOf(
  kept: readonly StoredComponent[],
  rows: Iterable<ComponentRow>,
): { id: string; path: string }[] {
  const byId = new Map<string, { id: string; path: string; parent_id: string | null }>(
    kept.map((row) => [row.id, row]),
  )
  const placed = new Map<string, { id: string; path: string }>([...rows].map((row) => [row.id, row]))
  const place = (id: string): { id: string; path: string } | undefined => {
    const done = placed.get(id)
    const row = byId.get(id)
    if (done !== undefined || row === undefined) return done
    const fresh = { id, path: pathBelow(row.parent_id === null ? undefined : place(row.parent_id)) }
    placed.set(id, fresh)
    return fresh
  }
  return kept.flatMap(({ id, path }) => {
    const fresh = place(id)
    return fresh === undefined || fresh.path === path ? [] : [fresh]
  })
}

const markStale = (ids: readonly string[]) => sql`
  insert into core.component_stale (component_id, children)
  select distinct marked.id, true from unnest(${ids}::uuid[]) as marked (id)
  join core.components on components.id = marked.id
  order by marked.id
  on conflict (component_id) do update set children = true`

/** Has deletions wait for a person. Since when they wait stays when they become others. */
async function holdDeletions(
  client: ClientBase,
  topologyId: string,
  ids: readonly string[],
  total: number,
): Promise<void> {
  await tablesOn(client)
    .insertInto('core.topology_held_deletions')
    .values({ topology_id: topologyId, component_ids: [...ids], total, held_at: fragment<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column('topology_id')
        .doUpdateSet((expressions) => ({
          component_ids: expressions.ref('excluded.component_ids'),
          total: expressions.ref('excluded.total'),
        }))
        .whereRef('core.topology_held_deletions.component_ids', 'is distinct from', 'excluded.component_ids'),
    )
    .execute()
}

const setLeaves = (ids: readonly string[], areLeaves: readonly boolean[]) => sql`
  update core.components as component set is_leaf = found.is_leaf
  from unnest(${ids}::uuid[], ${areLeaves}::boolean[]) as found (id, is_leaf)
  where component.id = found.id and component.is_leaf <> found.is_leaf`

/** Who says so of a relationship that a run of a topology makes, and what it is. */
const made = { tree: 'child', spec: 'dependency' } as const

/** Relationships as two lists: the components, and what each has to do with. */
type Ends = readonly [ones: readonly string[], others: readonly string[]]

const addLinks = (from: keyof typeof made, [ones, others]: Ends) => sql`
  insert into core.component_relationships (component_id, relationship_id, selector_id, kind)
  select one, other, ${from}, ${made[from]} from unnest(${ones}::uuid[], ${others}::uuid[]) as link (one, other)
  order by one, other
  on conflict (component_id, relationship_id, selector_id) do update set deleted_at = null, refused = null
  where component_relationships.deleted_at is not null`

const removeLinks = (from: keyof typeof made, topologyId: string, [ones, others]: Ends) => sql`
  update core.component_relationships as link set deleted_at = now()
  from core.components as component
  where component.id = link.component_id and component.topology_id = ${topologyId} and link.selector_id = ${from}
    and link.deleted_at is null
    and not exists (
      select from unnest(${ones}::uuid[], ${others}::uuid[]) as stays (one, other)
      where stays.one = link.component_id and stays.other = link.relationship_id
    )`

/** Relationships that would have closed a circle may fit by now; the roll-up refuses them again if not. */
const tryRefusedAgain = (ids: readonly string[]) => sql`
  update core.component_relationships set refused = null
  from (select ${ids}::uuid[] as ids) as given
  where refused is not null and deleted_at is null
    and (component_id = any (given.ids) or relationship_id = any (given.ids))`

/**
 * Merges what a run saw into the components of its topology, in the transaction of the client. Components keep their ids,
 * also when they were gone in between.
 * @throws RequestError where the topology is gone
 */
export async function publishRun(client: ClientBase, run: TopologyRun): Promise<TopologyRunResult> {
  const { topologyId, complete } = run
  const tables = tablesOn(client)
  // A second run of the topology waits until this one is committed.
  const found = await tables
    .selectFrom('core.topologies')
    .select('id')
    .where('id', '=', topologyId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw new RequestError('ENOTFOUND', 'The topology is deleted')
  const stored = await tables
    .selectFrom('core.components')
    .select(storedColumns)
    .where('topology_id', '=', topologyId)
    .execute()
  const known = new Map(stored.map((row) => [keyOf({ externalId: row.external_id, type: row.type }), row]))
  const tree = flatten(run.roots)
  const shown = new Set(tree.nodes.map(({ key }) => key))
  const live = stored.filter(({ deleted_at: deletedAt }) => deletedAt === null)
  const missing = live.filter((row) => !shown.has(keyOf({ externalId: row.external_id, type: row.type })))
  const waits = complete && isHeld(missing.length, live.length)
  const gone = complete && !waits ? missing : []
  const kept = gone.length > 0 ? [] : missing
  const rows = rowsOf(tree, run, known, kept)

  const added = [...rows].filter(([key]) => !known.has(key)).map(([, row]) => row)
  const revived = [...rows]
    .filter(([key]) => (known.get(key)?.deleted_at ?? null) !== null)
    .map(([, row]) => row)
  const updated = [...rows]
    .filter(([key, { hash }]) => {
      const before = known.get(key)
      return before !== undefined && before.hash !== hash
    })
    .map(([, row]) => row)

  if (revived.length > 0)
    await client.query(sql`select core.revive_components(${revived.map(({ id }) => id)})`)
  await inPages(added, (page) => insertComponents(client, page))
  await inPages(updated, (page) => updateComponents(client, page))
  if (gone.length > 0)
    await client.query(
      sql`select core.delete_components(${gone.map(({ id }) => id)}, date_trunc('milliseconds', now()))`,
    )
  else await movePaths(client, movedOf(kept, rows.values()))

  const link = async (from: keyof typeof made, pairs: readonly (readonly [string, string])[]) => {
    const links = pairs.flatMap(([one, other]) => {
      const [first, second] = [rows.get(one)?.id, rows.get(other)?.id]
      return first === undefined || second === undefined ? [] : [[first, second] as const]
    })
    const ends: Ends = [links.map(([first]) => first), links.map(([, second]) => second)]
    if (complete) await client.query(removeLinks(from, topologyId, ends))
    if (links.length > 0) await client.query(addLinks(from, ends))
  }
  await link(
    'tree',
    tree.alsoBelow.map(({ child, parent }) => [child, parent]),
  )
  await link(
    'spec',
    tree.needs.map(({ component, needed }) => [component, needed]),
  )

  const before = new Map(stored.map((row) => [row.id, row.parent_id]))
  const changed = [...added, ...revived, ...updated]
  const stale = changed.flatMap((row) => [row.id, row.parent_id, before.get(row.id)])
  if (changed.length > 0 || gone.length > 0) {
    const there = [...rows.values(), ...kept]
    const parents = new Set(there.map((row) => row.parent_id))
    await client.query(
      setLeaves(
        there.map(({ id }) => id),
        there.map(({ id }) => !parents.has(id)),
      ),
    )
    await client.query(tryRefusedAgain([...known.values(), ...added].map(({ id }) => id)))
    await client.query(markStale(stale.filter((id) => id !== null && id !== undefined)))
  }
  if (waits) await holdDeletions(client, topologyId, missing.map(({ id }) => id).toSorted(), live.length)
  else if (complete)
    await tables.deleteFrom('core.topology_held_deletions').where('topology_id', '=', topologyId).execute()
  if (complete)
    await tables
      .updateTable('core.topologies')
      .set({ complete_at: fragment<Date>`now()` })
      .where('id', '=', topologyId)
      .execute()

  const back = new Set(revived.map(({ id }) => id))
  return {
    added: added.length + revived.length,
    updated: updated.filter(({ id }) => !back.has(id)).length,
    deleted: gone.length,
    held: waits ? missing.length : 0,
    problems: [...tree.problems, ...(complete ? tree.unclearNeeds : [])],
  }
}
