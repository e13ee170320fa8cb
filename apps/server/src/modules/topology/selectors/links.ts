import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { ResourceSelector } from '../component-tree.ts'

/** Begins the ids of selectors of components. Links of others, such as those that people made, have other ids. */
export const SELECTOR_PREFIX = 'selector:'
/** Begins the ids of selectors of checks, which link them to components and catalog items. */
export const CHECK_PREFIX = 'check:'
/** Most things that one selector of a component links. */
const MOST_LINKS = 10_000
/** Selectors of one statement. */
const BATCH = 200

/** A selector, and the components, teams or checks that have it. */
export interface SelectorUse<Selector = ResourceSelector> {
  selector: Selector
  ownerIds: string[]
}

/** From what selectors of one kind choose. */
export interface Choice<Selector = ResourceSelector> {
  /** The rows from which selectors choose; the id is that of `alias`. */
  from: string
  alias: string
  /** @returns undefined where the selector selects nothing */
  condition(selector: Selector): Sql | undefined
  /** How many it chooses at most. Default: as many as may be linked. */
  most?(selector: Selector): number | undefined
}

/** The limit that people write into a selector. */
export const writtenLimit = ({ limit }: ResourceSelector): number | undefined => limit

/** What selectors of one kind choose, and where their links are kept. */
export interface LinkKind<Selector = ResourceSelector> extends Choice<Selector> {
  /** Begins the ids of the selectors. */
  prefix: string
  /** Such as `core.config_component_relationships`. */
  table: string
  /** Column of what is linked, and of the component or check that has the selector. */
  other: string
  owner: string
}

/** Gathers equal selectors, so that each is followed once however many have it. */
export function gatherSelectors<Selector extends object>(
  rows: readonly { id: string; selectors: readonly Selector[] }[],
  prefix = SELECTOR_PREFIX,
): Map<string, SelectorUse<Selector>> {
  const uses = new Map<string, SelectorUse<Selector>>()
  for (const { id, selectors } of rows)
    for (const selector of selectors) {
      const ordered = Object.fromEntries(Object.entries(selector).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const key = prefix + createHash('sha256').update(JSON.stringify(ordered)).digest('hex').slice(0, 24)
      const use = uses.get(key) ?? { selector, ownerIds: [] }
      if (use.ownerIds.at(-1) !== id) use.ownerIds.push(id)
      uses.set(key, use)
    }
  return uses
}

const makeFound = `
  create temporary table found_links (owner_id uuid, other_id uuid, selector_id text) on commit drop`

async function follow<Selector extends object>(
  client: ClientBase,
  kind: Choice<Selector>,
  uses: readonly [key: string, use: SelectorUse<Selector>][],
): Promise<string[]> {
  const [from, id] = [raw(kind.from), raw(`${kind.alias}.id`)]
  const parts = uses.flatMap(([key, { selector }]) => {
    const condition = kind.condition(selector)
    if (condition === undefined) return []
    const most = Math.min(kind.most?.(selector) ?? MOST_LINKS + 1, MOST_LINKS + 1)
    return sql`(
      select ${key}::text as key, ${id} from ${from} where ${condition} order by ${id} limit ${most}
    )`
  })
  if (parts.length === 0) return []
  const keys = uses.flatMap(([key, { ownerIds }]) => ownerIds.map(() => key))
  const owners = uses.flatMap(([, { ownerIds }]) => ownerIds)
  // The keys tell apart what the selectors of one statement find; a selector that finds too much is cut, and told.
  const { rows } = await client.query<{ key: string }>(sql`
    with found as materialized (${join(parts, ' union all ')}),
    added as (
      insert into found_links (owner_id, other_id, selector_id)
      select owner.id, found.id, found.key
      from (select key, id, row_number() over (partition by key order by id) as place from found) as found
      join unnest(${keys}::text[], ${owners}::uuid[]) as owner (key, id) using (key)
      where owner.id <> found.id and found.place <= ${MOST_LINKS}
    )
    select key from found group by key having count(*) > ${MOST_LINKS}`)
  return rows.map(({ key }) => key)
}

/**
 * Finds what selectors choose, in the temporary table `found_links` (owner_id, other_id, selector_id) of the transaction.
 * @param nameOf whose selector it is, before the sentence about it
 * @returns sentences about selectors that find too much
 */
export async function findLinks<Selector extends object>(
  client: ClientBase,
  choice: Choice<Selector>,
  uses: ReadonlyMap<string, SelectorUse<Selector>>,
  nameOf: (use: SelectorUse<Selector>) => string,
): Promise<string[]> {
  await client.query(makeFound)
  const errors: string[] = []
  const waiting = [...uses]
  while (waiting.length > 0) {
    for (const key of await follow(client, choice, waiting.splice(0, BATCH))) {
      const use = uses.get(key)
      if (use !== undefined)
        errors.push(
          `${nameOf(use)}the selector ${JSON.stringify(use.selector)} finds more than ${MOST_LINKS}; the rest is left out`,
        )
    }
  }
  await client.query('create index on found_links (owner_id, other_id, selector_id)')
  await client.query('analyze found_links')
  return errors
}

/**
 * Makes the links that selectors of components or checks mean, and takes away those that they no longer mean. Links that people or
 * others made stay as they are.
 * @param scope `topologyId` limits it to selectors of components of one topology, `ownerIds` to those of some owners;
 *   `nameOf` as in `findLinks`
 * @returns how many links changed, and sentences about selectors that find too much
 */
export async function syncLinks<Selector extends object>(
  client: ClientBase,
  kind: LinkKind<Selector>,
  uses: ReadonlyMap<string, SelectorUse<Selector>>,
  scope: {
    topologyId?: string | undefined
    ownerIds?: readonly string[] | undefined
    now: Date
    nameOf: (use: SelectorUse<Selector>) => string
  },
): Promise<{ changed: number; errors: string[] }> {
  const { topologyId, ownerIds, now, nameOf } = scope
  const errors = await findLinks(client, kind, uses, nameOf)
  const { table, other, owner } = kind
  const added = await client.query(
    `insert into ${table} as stored (${owner}, ${other}, selector_id)
     select distinct owner_id, other_id, selector_id from found_links
     order by owner_id, other_id, selector_id
     on conflict (${owner}, ${other}, selector_id)
     do update set deleted_at = null where stored.deleted_at is not null`,
  )
  const ownerColumn = raw(`stored.${owner}`)
  const ofTopology = sql`and ${ownerColumn} in (select id from core.components where topology_id = ${topologyId})`
  const removed = await client.query(sql`
    update ${raw(table)} as stored set deleted_at = ${now}
    where stored.deleted_at is null and stored.selector_id like ${`${kind.prefix}%`}
      ${topologyId === undefined ? empty : ofTopology}
      ${ownerIds === undefined ? empty : sql`and ${ownerColumn} = any(${ownerIds}::uuid[])`}
      and not exists (
        select from found_links as found
        where found.owner_id = ${ownerColumn} and found.other_id = ${raw(`stored.${other}`)}
          and found.selector_id = stored.selector_id
      )`)
  await client.query('drop table found_links')
  return { changed: (added.rowCount ?? 0) + (removed.rowCount ?? 0), errors }
}
