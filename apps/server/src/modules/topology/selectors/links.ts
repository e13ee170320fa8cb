import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { createParameters, type Parameters } from '../../../platform/database/parameters.ts'
import type { ResourceSelector } from '../component-tree.ts'

/** Begins the ids of selectors of components. Links of others, such as those that people made, have other ids. */
export const SELECTOR_PREFIX = 'selector:'
/** Most things that one selector of a component links. */
export const MOST_LINKS = 10_000
/** Selectors of one statement. */
const BATCH = 200

/** A selector, and the components that have it. */
export interface SelectorUse {
  selector: ResourceSelector
  componentIds: string[]
}

/** What selectors of one kind choose, and where their links are kept. */
export interface LinkKind {
  /** Such as `core.config_component_relationships`. */
  table: string
  /** Column of what is linked, and of the component that has the selector. */
  other: string
  owner: string
  /** The rows from which selectors choose; the id is that of `alias`. */
  from: string
  alias: string
  /** @returns undefined where the selector selects nothing */
  condition(selector: ResourceSelector, parameters: Parameters): string | undefined
}

/** Gathers equal selectors, so that each is followed once however many components have it. */
export function gatherSelectors(
  rows: readonly { id: string; selectors: readonly ResourceSelector[] }[],
): Map<string, SelectorUse> {
  const uses = new Map<string, SelectorUse>()
  for (const { id, selectors } of rows)
    for (const selector of selectors) {
      const ordered = Object.fromEntries(Object.entries(selector).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const key =
        SELECTOR_PREFIX + createHash('sha256').update(JSON.stringify(ordered)).digest('hex').slice(0, 24)
      const use = uses.get(key) ?? { selector, componentIds: [] }
      if (use.componentIds.at(-1) !== id) use.componentIds.push(id)
      uses.set(key, use)
    }
  return uses
}

const makeFound = `
  create temporary table found_links (component_id uuid, other_id uuid, selector_id text) on commit drop`

async function follow(
  client: ClientBase,
  kind: LinkKind,
  uses: readonly [key: string, use: SelectorUse][],
): Promise<string[]> {
  const parameters = createParameters()
  const parts = uses.flatMap(([key, { selector }]) => {
    const condition = kind.condition(selector, parameters)
    if (condition === undefined) return []
    const most = Math.min(selector.limit ?? MOST_LINKS + 1, MOST_LINKS + 1)
    return `(
      select ${parameters.add(key)}::text as key, ${kind.alias}.id from ${kind.from}
      where ${condition} order by ${kind.alias}.id limit ${parameters.add(most)}
    )`
  })
  if (parts.length === 0) return []
  const keys = parameters.add(uses.flatMap(([key, { componentIds }]) => componentIds.map(() => key)))
  const owners = parameters.add(uses.flatMap(([, { componentIds }]) => componentIds))
  // The keys tell apart what the selectors of one statement find; a selector that finds too much is cut, and told.
  const { rows } = await client.query<{ key: string }>(
    `with found as materialized (${parts.join(' union all ')}),
     added as (
       insert into found_links (component_id, other_id, selector_id)
       select owner.id, found.id, found.key
       from found join unnest(${keys}::text[], ${owners}::uuid[]) as owner (key, id) using (key)
       where owner.id <> found.id
     )
     select key from found group by key having count(*) > ${MOST_LINKS}`,
    [...parameters.values],
  )
  return rows.map(({ key }) => key)
}

/**
 * Makes the links that selectors of components mean, and takes away those that they no longer mean. Links that people or
 * others made stay as they are.
 * @param scope SQL condition on the column of the owner: whose links these are
 * @returns how many links changed, and sentences about selectors that find too much
 */
export async function syncLinks(
  client: ClientBase,
  kind: LinkKind,
  uses: ReadonlyMap<string, SelectorUse>,
  { topologyId, now }: { topologyId: string | undefined; now: Date },
): Promise<{ changed: number; errors: string[] }> {
  await client.query(makeFound)
  const errors: string[] = []
  const waiting = [...uses]
  while (waiting.length > 0) {
    for (const key of await follow(client, kind, waiting.splice(0, BATCH))) {
      const use = uses.get(key)
      errors.push(
        `the selector ${JSON.stringify(use?.selector ?? {})} finds more than ${MOST_LINKS}; the rest is left out`,
      )
    }
  }
  await client.query('create index on found_links (component_id, other_id, selector_id)')
  await client.query('analyze found_links')
  const { table, other, owner } = kind
  const added = await client.query(
    `insert into ${table} as stored (${owner}, ${other}, selector_id)
     select distinct component_id, other_id, selector_id from found_links
     order by component_id, other_id, selector_id
     on conflict (component_id, ${other === 'component_id' ? owner : other}, selector_id)
     do update set deleted_at = null where stored.deleted_at is not null`,
  )
  const removed = await client.query(
    `update ${table} as stored set deleted_at = $1
     where stored.deleted_at is null and stored.selector_id like '${SELECTOR_PREFIX}%'
       and ($2::uuid is null or stored.${owner} in (select id from core.components where topology_id = $2))
       and not exists (
         select from found_links as found
         where found.component_id = stored.${owner} and found.other_id = stored.${other}
           and found.selector_id = stored.selector_id
       )`,
    [now, topologyId ?? null],
  )
  await client.query('drop table found_links')
  return { changed: (added.rowCount ?? 0) + (removed.rowCount ?? 0), errors }
}
