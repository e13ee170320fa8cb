import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { newId } from '../../../platform/ids.ts'
import { MINUTE, type World, type WorldCheck, type WorldNode } from './world.ts'

/** Where the dependencies of a world are told: as relations of components, of catalog items, or of both. */
export type Telling = 'topology' | 'catalog' | 'both'

/** The ids of a world that was written. */
export interface WrittenWorld {
  itemOf: (node: WorldNode) => string | undefined
  componentOf: (node: WorldNode) => string | undefined
  checksOf: (node: WorldNode) => { id: string; check: WorldCheck }[]
}

interface Look {
  at: number
  fails: boolean
}

/** How far back single results are stored. */
const STORED = 3 * 60 * MINUTE
/** How far back the last good result is looked for. */
const OLDEST = 24 * 60 * MINUTE

/** An id as if it had been made at a time: changes are found by the age of their ids. */
function idAt(milliseconds: number): string {
  const time = Math.floor(milliseconds).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}

const isOut = ({ outages }: WorldNode, at: number): boolean =>
  outages.some(({ from, to }) => at >= from && (to === undefined || at < to))

/** What one who looks at a node from time to time sees, the newest first. */
function looksAt(node: WorldNode, check: Omit<WorldCheck, 'name'>, now: number): Look[] {
  const { interval, phase, failsSince, flaps, endsAt } = check
  const looks: Look[] = []
  const last = now - ((((now - phase) % interval) + interval) % interval)
  for (let at = last; at > now - OLDEST; at -= interval) {
    if (endsAt !== undefined && at > endsAt) continue
    if (at < now - STORED && (looks.length > 1 || interval < 10 * MINUTE)) break
    const flapped = flaps === true && Math.floor(at / interval) % 2 === 0
    looks.push({ at, fails: isOut(node, at) || flapped || (failsSince !== undefined && at >= failsSince) })
  }
  return looks
}

interface Seen {
  state: 'healthy' | 'unhealthy'
  since: number | null
  looks: Look[]
}

/** What is known now, and since when. */
function seenOf(looks: readonly Look[]): Seen {
  const [newest] = looks
  const fails = newest?.fails ?? false
  const place = looks.findIndex((look) => look.fails !== fails)
  const first = place === -1 ? undefined : looks[place - 1]
  return { state: fails ? 'unhealthy' : 'healthy', since: first?.at ?? null, looks: [...looks] }
}

const seconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : milliseconds / 1_000

/** Writes a world into a database, told in one way. Worlds have nothing in common, so any number can stay. */
export async function writeWorld(pool: Pool, world: World, telling: Telling): Promise<WrittenWorld> {
  const { nodes, now } = world
  const hasComponents = telling !== 'catalog'
  const tellsCatalog = telling !== 'topology'
  const items = new Map(
    nodes.filter(({ layer }) => tellsCatalog || layer !== 'group').map((node) => [node, newId()]),
  )
  const components = new Map(hasComponents ? nodes.map((node) => [node, newId()]) : [])
  const old = new Date(now - 30 * 24 * 60 * MINUTE)

  const scrapes = new Map(
    nodes.map((node) => [
      node,
      tellsCatalog && node.scraped ? seenOf(looksAt(node, node.scraped, now)) : undefined,
    ]),
  )
  const checks = nodes.flatMap((node) =>
    node.checks.map((check) => {
      const seen = seenOf(looksAt(node, check, now))
      const since =
        check.failsSince !== undefined && seen.since === null && seen.state === 'unhealthy'
          ? check.failsSince
          : seen.since
      return { id: newId(), node, check, ...seen, since }
    }),
  )
  await pool.query(sql`
    insert into core.config_items (id, type, config_class, name, parent_id, path, health, status, created_at, deleted_at, delete_reason)
    select id, type, 'Thing', name, parent, coalesce(parent::text, ''), health, status, ${old}, to_timestamp(deleted),
      case when deleted is not null then 'no longer seen' end
    from jsonb_to_recordset(${JSON.stringify(
      [...items].map(([node, id]) => ({
        id,
        type: node.layer,
        name: node.name,
        parent: tellsCatalog && node.group ? items.get(node.group) : null,
        health: scrapes.get(node)?.state ?? null,
        status: scrapes.get(node)?.state === 'unhealthy' ? node.message : null,
        deleted: seconds(node.deletedAt ?? null),
      })),
    )}::jsonb) as row (id uuid, type text, name text, parent uuid, health text, status text, deleted float8)
    order by parent nulls first`)
  await pool.query(sql`
    insert into core.components (id, external_id, name, type, parent_id, config_id, path, health, created_at, deleted_at)
    select id, id::text, name, type, parent, item, coalesce(parent::text, ''), null, ${old}, to_timestamp(deleted)
    from jsonb_to_recordset(${JSON.stringify(
      [...components].map(([node, id]) => ({
        id,
        name: node.name,
        type: node.layer,
        parent: node.group ? components.get(node.group) : null,
        item: items.get(node) ?? null,
        deleted: seconds(node.deletedAt ?? null),
      })),
    )}::jsonb) as row (id uuid, name text, type text, parent uuid, item uuid, deleted float8)
    order by parent nulls first`)
  const needs = nodes.flatMap((user) =>
    user.needs.map((needed) => ({
      needed: items.get(needed),
      user: items.get(user),
      needed_component: components.get(needed),
      user_component: components.get(user),
      deleted: seconds(needed.deletedAt ?? null),
    })),
  )
  const contained = nodes.flatMap((node) =>
    node.group && tellsCatalog
      ? [{ needed: items.get(node.group), user: items.get(node), deleted: seconds(node.deletedAt ?? null) }]
      : [],
  )
  const addRelations = (rows: readonly object[], relation: string) =>
    pool.query(sql`
      insert into core.config_relationships (config_id, related_id, relation, created_at, deleted_at)
      select needed, "user", ${relation}, ${old}, to_timestamp(deleted)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (needed uuid, "user" uuid, deleted float8)
      where needed is not null and "user" is not null`)
  if (tellsCatalog) {
    await addRelations(needs, 'dependency')
    await addRelations(contained, 'hard')
  }
  if (hasComponents)
    await pool.query(sql`
      insert into core.component_relationships (component_id, relationship_id, kind, created_at, deleted_at)
      select user_component, needed_component, 'dependency', ${old}, to_timestamp(deleted)
      from jsonb_to_recordset(${JSON.stringify(needs)}::jsonb)
        as row (needed_component uuid, user_component uuid, deleted float8)`)

  const canary = newId()
  await pool.query(sql`
    insert into core.canaries (id, name, spec, revision) values (${canary}, ${`canary ${canary}`}, '{}', ${canary})`)
  const checkRows = JSON.stringify(
    checks.map(({ id, node, check, state, since, looks }) => ({
      id,
      name: check.name,
      item: tellsCatalog ? items.get(node) : null,
      component: components.get(node) ?? null,
      state,
      since: seconds(since),
      message: state === 'unhealthy' ? node.message : null,
      runtime: seconds(looks[0]?.at ?? null),
      pass: seconds(looks.find(({ fails }) => !fails)?.at ?? null),
      fail: seconds(looks.find(({ fails }) => fails)?.at ?? null),
      due: seconds((looks[0]?.at ?? now) + check.interval),
    })),
  )
  const columns = sql`(id uuid, name text, item uuid, component uuid, state text, since float8, message text,
    runtime float8, pass float8, fail float8, due float8)`
  await pool.query(sql`
    insert into core.checks (id, canary_id, type, name, namespace, spec)
    select id, ${canary}, 'http', name, 'default', '{}' from jsonb_to_recordset(${checkRows}::jsonb) as row ${columns}`)
  await pool.query(sql`
    insert into core.check_state (check_id, revision, type, timeout_milliseconds, state, message, last_transition_time,
      last_runtime, last_pass, last_fail, due_at)
    select id, id, 'http', 1000, state::core.health_state, message, to_timestamp(since), to_timestamp(runtime),
      to_timestamp(pass), to_timestamp(fail), to_timestamp(due)
    from jsonb_to_recordset(${checkRows}::jsonb) as row ${columns}`)
  await pool.query(sql`
    insert into core.check_config_relationships (check_id, config_id, created_at)
    select id, item, ${old} from jsonb_to_recordset(${checkRows}::jsonb) as row ${columns} where item is not null`)
  await pool.query(sql`
    insert into core.check_component_relationships (check_id, component_id, created_at)
    select id, component, ${old} from jsonb_to_recordset(${checkRows}::jsonb) as row ${columns} where component is not null`)
  const results = checks
    .filter(({ looks }) => looks.some(({ fails }) => fails))
    .flatMap(({ id, looks }) =>
      looks.map(({ at, fails }) => ({ id, at: at / 1_000, state: fails ? 'unhealthy' : 'healthy' })),
    )
  await pool.query(sql`
    insert into core.check_statuses (check_id, time, state, duration)
    select id, to_timestamp(at), state::core.health_state, 1
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as row (id uuid, at float8, state text)`)

  const healthChanges = nodes.flatMap((node) => {
    const item = items.get(node)
    const looks = scrapes.get(node)?.looks ?? []
    return looks.flatMap(({ at, fails }, place) => {
      const earlier = looks[place + 1]
      return item !== undefined && earlier !== undefined && earlier.fails !== fails
        ? [
            {
              id: idAt(at),
              item,
              type: fails ? 'Unhealthy' : 'Healthy',
              source: 'health',
              severity: 'medium',
              summary: '',
              at: at / 1_000,
            },
          ]
        : []
    })
  })
  const changes = world.changes.flatMap(({ node, at, ...change }) => {
    const item = items.get(node)
    return item === undefined ? [] : [{ id: idAt(at), item, ...change, at: at / 1_000 }]
  })
  await pool.query(sql`
    insert into core.config_changes (id, config_id, change_type, source, severity, summary, first_observed, created_at)
    select id, item, type, source, severity, summary, to_timestamp(at), to_timestamp(at)
    from jsonb_to_recordset(${JSON.stringify([...changes, ...healthChanges])}::jsonb)
      as row (id uuid, item uuid, type text, source text, severity text, summary text, at float8)`)

  if (hasComponents) {
    // As the product finds them: a component is as its worst check, a group as its worst part.
    const seenOfNode = (node: WorldNode): Pick<Seen, 'state' | 'since'> => {
      const parts =
        node.layer === 'group'
          ? nodes.filter(({ group }) => group === node).map(seenOfNode)
          : checks.filter((check) => check.node === node)
      const failing = parts.filter(({ state }) => state === 'unhealthy')
      const sinces = failing.map(({ since }) => since ?? now - OLDEST)
      return failing.length === 0
        ? { state: 'healthy', since: now - OLDEST }
        : { state: 'unhealthy', since: sinces.reduce((least, one) => Math.min(least, one)) }
    }
    const watched = nodes.filter(({ layer, checks: own }) => layer === 'group' || own.length > 0)
    const states = watched.map((node) => ({
      id: components.get(node),
      ...seenOfNode(node),
      message: node.message,
    }))
    await pool.query(
      sql`delete from core.component_stale where component_id = any (${[...components.values()]}::uuid[])`,
    )
    await pool.query(sql`
      insert into core.component_states (component_id, health, status, status_reason, since)
      select id, state, state, case when state = 'unhealthy' then message end, to_timestamp(since)
      from jsonb_to_recordset(${JSON.stringify(states.map((state) => ({ ...state, since: seconds(state.since) })))}::jsonb)
        as row (id uuid, state text, message text, since float8)
      on conflict (component_id) do update set health = excluded.health, status = excluded.status,
        status_reason = excluded.status_reason, since = excluded.since`)
    const transitions = checks.flatMap(({ node, check, looks }) =>
      check.flaps === true
        ? looks.slice(0, 24).map(({ at, fails }) => ({
            id: components.get(node),
            at: at / 1_000,
            state: fails ? 'unhealthy' : 'healthy',
          }))
        : [],
    )
    await pool.query(sql`
      insert into core.component_transitions (component_id, at, health)
      select id, to_timestamp(at), state
      from jsonb_to_recordset(${JSON.stringify(transitions)}::jsonb) as row (id uuid, at float8, state text)
      on conflict do nothing`)
  }
  return {
    itemOf: (node) => items.get(node),
    componentOf: (node) => components.get(node),
    checksOf: (node) => checks.filter((check) => check.node === node).map(({ id, check }) => ({ id, check })),
  }
}
