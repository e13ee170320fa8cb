import { isUuid, LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { gatherChanges } from '../../../platform/live/gather.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { type CheckRelationships, readCheckSelectors, type RelatedSelector } from '../../health/index.ts'
import { CHECK_PREFIX, gatherSelectors, type LinkKind, syncLinks } from './links.ts'
import type { SyncSummary } from './sync.ts'

/** What differs between the tables of components and of catalog items. */
interface Target {
  alias: string
  /** The condition that one of its external ids is this. */
  externalId: (value: string) => Sql
  /** The condition that its scraper or topology is this. */
  scope: (value: string) => Sql
}

/** The condition of a selector of a check; undefined where its id is none, or it has no field. */
function conditionOf(target: Target, selector: RelatedSelector): Sql | undefined {
  const { id, external_id: externalId, name, namespace, type, scope, agent = '', labels } = selector
  const column = (name: string) => raw(`${target.alias}.${name}`)
  if (id !== undefined && !isUuid(id)) return undefined
  const chosen = [
    ...Object.entries({ id, name, namespace, type }).flatMap(([key, value]) =>
      value === undefined ? [] : [sql`${column(key)} = ${value}`],
    ),
    ...(externalId === undefined ? [] : [target.externalId(externalId)]),
    ...(scope === undefined ? [] : [target.scope(scope)]),
    ...(labels === undefined ? [] : [sql`${column('labels')} @> ${JSON.stringify(labels)}::jsonb`]),
  ]
  if (chosen.length === 0) return undefined
  if (agent === '' || agent === 'self') chosen.push(sql`${column('agent_id')} = ${LOCAL_AGENT_ID}`)
  else if (agent !== 'all')
    chosen.push(
      sql`${column('agent_id')} = any (array(select id from core.agents where ${agent} in (id::text, name)))`,
    )
  return allOf([...chosen, sql`${column('deleted_at')} is null`])
}

const components: LinkKind<RelatedSelector> = {
  prefix: CHECK_PREFIX,
  table: 'core.check_component_relationships',
  owner: 'check_id',
  other: 'component_id',
  from: 'core.components',
  alias: 'components',
  condition: (selector) =>
    conditionOf(
      {
        alias: 'components',
        externalId: (value) => sql`components.external_id = ${value}`,
        scope: (value) => sql`components.topology_id = any (array(
          select id from core.topologies where ${value} in (id::text, namespace || '/' || name)
        ))`,
      },
      selector,
    ),
}

const configs: LinkKind<RelatedSelector> = {
  prefix: CHECK_PREFIX,
  table: 'core.check_config_relationships',
  owner: 'check_id',
  other: 'config_id',
  from: 'core.config_items as items',
  alias: 'items',
  condition: (selector) =>
    conditionOf(
      {
        alias: 'items',
        externalId: (value) => sql`items.external_id @> array[${value}]::text[]`,
        scope: (value) => sql`items.scraper_id = any (array(
          select id from core.config_scrapers where ${value} in (id::text, namespace || '/' || name)
        ))`,
      },
      selector,
    ),
}

/** Two processes that follow the same selectors at once would wait for each other's rows in different orders. */
const lock = `select pg_advisory_xact_lock(hashtextextended('binnacle relationships of checks', 0))`

/**
 * Links checks to the components and catalog items that they say to belong to, by the values of their last results, and
 * takes away what they no longer belong to.
 * @param ids checks; undefined for all
 * @returns how many links changed, and why checks could not be linked
 */
export async function syncRelationshipsOfChecks(
  pool: Pool,
  now: Date,
  ids?: readonly string[],
): Promise<SyncSummary> {
  const checks = await readCheckSelectors(pool, ids)
  const names = new Map(checks.map(({ id, name }) => [id, name]))
  return inTransaction(pool, async (client) => {
    await client.query(lock)
    let changed = 0
    const errors = checks.flatMap(({ name, problem }) =>
      problem === null ? [] : [`check ${name}: ${problem}`],
    )
    for (const [kind, selectorsOf] of [
      [components, (one: (typeof checks)[number]) => one.components],
      [configs, (one: (typeof checks)[number]) => one.configs],
    ] as const) {
      const uses = gatherSelectors(
        checks.map((one) => ({ id: one.id, selectors: selectorsOf(one) })),
        CHECK_PREFIX,
      )
      const synced = await syncLinks(client, kind, uses, {
        ownerIds: ids,
        now,
        nameOf: ({ ownerIds: [first = ''] }) => `check ${names.get(first) ?? first}: `,
      })
      changed += synced.changed
      errors.push(...synced.errors)
    }
    return { changed, errors }
  })
}

/** Follows the relationships of checks as soon as a result changed them. The job finds things that are new. */
export function followRelationshipsOfChecks({
  pool,
  clock,
  log,
}: {
  pool: Pool
  clock: Clock
  log: Log
}): CheckRelationships & { end(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  const gathered = gatherChanges(
    (_, ids) => {
      running = syncRelationshipsOfChecks(pool, clock.now(), ids ?? undefined)
      return running.then(() => {})
    },
    (error) =>
      log.warn({ reason: String(error) }, 'the relationships of checks are followed by the next job only'),
  )
  return {
    changed: (ids) => gathered.add('checks', ids),
    async end() {
      gathered.end()
      await Promise.allSettled([running])
    },
  }
}
