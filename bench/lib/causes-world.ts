import type { Pool } from 'pg'
import { randomOf } from '../../apps/server/src/modules/causes/testing/random.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'

/** Milliseconds of a minute. */
export const MINUTE = 60_000

/** A service with what it is made of. */
export interface Service {
  name: string
  service: string
  deployment: string
  pods: { id: string; node: string }[]
  settings: string
  secret: string
  database: string | undefined
  check: string
  /** Services that it calls. */
  calls: Service[]
}

/** What a seed makes: services on nodes, with what they need. */
export interface World {
  services: Service[]
  nodes: string[]
  databases: { id: string; check: string }[]
  random: () => number
  /** When something went wrong, in milliseconds. */
  fault: number
}

interface Rows {
  items: { id: string; type: string; name: string; parent: string | null; path: string }[]
  edges: { needed: string; needing: string; relation: string }[]
  checks: { id: string; name: string; item: string; state: string; since: number | null }[]
  changes: {
    item: string
    type: string
    source: string
    severity: string | null
    at: number
    summary: string
  }[]
}

const emptyRows = (): Rows => ({ items: [], edges: [], checks: [], changes: [] })

async function write(pool: Pool, rows: Rows): Promise<void> {
  await pool.query(
    // Some kinds have no health, by the rules of the product.
    `insert into core.config_items (id, type, config_class, name, parent_id, path, health, status)
     select id, type, split_part(type, '::', 2), name, parent, path,
       case when type ~ '(ConfigMap|Secret|Namespace|Cluster)$' then 'unknown' else 'healthy' end, 'Running'
     from jsonb_to_recordset($1) as row (id uuid, type text, name text, parent uuid, path text)`,
    [JSON.stringify(rows.items)],
  )
  await pool.query(
    `insert into core.config_relationships (config_id, related_id, relation)
     select needed, needing, relation from jsonb_to_recordset($1) as row (needed uuid, needing uuid, relation text)
     on conflict do nothing`,
    [JSON.stringify(rows.edges)],
  )
  const canary = newId()
  await pool.query(`insert into core.canaries (id, name, spec, revision) values ($1, 'bench', '{}', $1)`, [
    canary,
  ])
  await pool.query(
    `with rows as (
       select * from jsonb_to_recordset($1) as row (id uuid, name text, item uuid, state text, since float8)
     ),
     added as (
       insert into core.checks (id, canary_id, type, name, namespace, spec)
       select id, $2, 'http', name, 'default', '{}' from rows returning id
     ),
     states as (
       insert into core.check_state
         (check_id, revision, type, timeout_milliseconds, state, message, last_transition_time)
       select rows.id, rows.id, 'http', 1000, rows.state::core.health_state, 'connection refused',
         to_timestamp(rows.since / 1000)
       from rows join added using (id)
     )
     insert into core.check_config_relationships (check_id, config_id) select rows.id, rows.item from rows join added using (id)`,
    [JSON.stringify(rows.checks), canary],
  )
  await addChanges(pool, rows.changes)
}

async function addChanges(pool: Pool, changes: Rows['changes']): Promise<void> {
  await pool.query(
    `insert into core.config_changes
       (id, config_id, change_type, source, severity, summary, first_observed, created_at)
     select ($2::uuid[])[place], item, type, source, severity, summary, to_timestamp(at / 1000), to_timestamp(at / 1000)
     from rows from (
       jsonb_to_recordset($1) as (item uuid, type text, source text, severity text, summary text, at float8)
     ) with ordinality as row (item, type, source, severity, summary, at, place)`,
    [JSON.stringify(changes), changes.map(({ at }) => idAt(at))],
  )
}

/** An id that carries a time, which says in which partition its row is. */
const idAt = (milliseconds: number): string => {
  const time = Math.round(milliseconds).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${newId().slice(14)}`
}

/** Sizes of a world. */
export interface WorldSize {
  services: number
  nodes: number
  databases: number
  podsEach: number
  /** A part of the edges, from 0 to 1, that no scraper found. */
  missing: number
}

const dayAndNight = 48 * 60

/**
 * Makes a world from a seed: services in namespaces, each with a workload, pods on nodes, settings, a secret shared by some, a
 * database for some, and services that they call; a check on each service and database. Over 48 hours deploys, settings,
 * scalings and events of pods happen anywhere; some checks fail that have nothing to do with anything.
 */
export async function seedWorld(pool: Pool, seed: number, size: WorldSize, fault: number): Promise<World> {
  const random = randomOf(seed)
  const pick = <Value>(list: readonly Value[]): Value => {
    const chosen = list[Math.floor(random() * list.length)]
    if (chosen === undefined) throw new Error('There is nothing to choose from')
    return chosen
  }
  const rows = emptyRows()
  const add = (type: string, name: string, parent?: { id: string; path: string }) => {
    const id = newId()
    const path = parent === undefined ? '' : [parent.path, parent.id].filter((part) => part !== '').join('.')
    rows.items.push({ id, type, name, parent: parent?.id ?? null, path })
    if (parent !== undefined) rows.edges.push({ needed: parent.id, needing: id, relation: 'hard' })
    return { id, path }
  }
  const relate = (needed: string, needing: string, relation: string) => {
    if (random() >= size.missing) rows.edges.push({ needed, needing, relation })
  }
  const check = (name: string, item: string) => {
    const id = newId()
    // Some checks fail for hours, and nobody cares; some turned red minutes ago.
    const fails = random() < 0.06
    const since = fails ? fault - Math.exp(random() * 7) * MINUTE : null
    rows.checks.push({ id, name, item, state: fails ? 'unhealthy' : 'healthy', since })
    return id
  }

  const cluster = add('Kubernetes::Cluster', `cluster ${seed}`)
  const nodes = Array.from(
    { length: size.nodes },
    (_, number) => add('Kubernetes::Node', `node ${number}`, cluster).id,
  )
  const databases = Array.from({ length: size.databases }, (_, number) => {
    const { id } = add('AWS::RDS::Instance', `database ${number}`)
    return { id, check: check(`database ${number} accepts connections`, id) }
  })
  const namespaces = Array.from({ length: 5 }, (_, number) =>
    add('Kubernetes::Namespace', `namespace ${number}`, cluster),
  )
  const secrets = namespaces.map((namespace, number) =>
    add('Kubernetes::Secret', `secret ${number}`, namespace),
  )
  const services = Array.from({ length: size.services }, (_, number): Service => {
    const place = number % namespaces.length
    const [namespace, secret] = [namespaces[place], secrets[place]]
    if (namespace === undefined || secret === undefined) throw new Error('There is no namespace')
    const name = `service ${number}`
    const service = add('Kubernetes::Service', name, namespace)
    const deployment = add('Kubernetes::Deployment', name, namespace)
    const settings = add('Kubernetes::ConfigMap', `${name} settings`, namespace)
    for (const one of [service, deployment, settings, secret]) relate(namespace.id, one.id, 'NamespaceObject')
    relate(service.id, deployment.id, 'ServiceDeployment')
    relate(settings.id, deployment.id, 'ConfigMapDeployment')
    relate(secret.id, deployment.id, 'SecretDeployment')
    const replicas = add('Kubernetes::ReplicaSet', `${name}-rs`, deployment)
    const pods = Array.from({ length: size.podsEach }, (_, pod) => {
      const { id } = add('Kubernetes::Pod', `${name}-${pod}`, replicas)
      const node = pick(nodes)
      relate(node, id, 'NodePod')
      relate(namespace.id, id, 'NamespacePod')
      relate(service.id, id, 'ServicePod')
      return { id, node }
    })
    const database = random() < 0.6 ? pick(databases).id : undefined
    if (database !== undefined) relate(database, deployment.id, 'DatabaseDeployment')
    return {
      name,
      service: service.id,
      deployment: deployment.id,
      pods,
      settings: settings.id,
      secret: secret.id,
      database,
      check: check(`${name} answers`, service.id),
      calls: [],
    }
  })
  // Calls have no cycles by the number of the service, but for a few.
  for (const [number, caller] of services.entries())
    for (const other of services.slice(number + 1))
      if (random() < 1.6 / size.services) {
        caller.calls.push(other)
        relate(other.service, caller.deployment, 'Calls')
        if (random() < 0.05) relate(caller.service, other.deployment, 'Calls')
      }

  const happen = (
    item: string,
    count: number,
    change: Pick<Rows['changes'][number], 'type' | 'source' | 'severity'>,
  ) => {
    for (let times = 0; times < count; times += 1)
      rows.changes.push({
        item,
        ...change,
        summary: `${change.type} ${times}`,
        at: fault - random() * dayAndNight * MINUTE + random() * 20 * MINUTE,
      })
  }
  const often = (mean: number) => Math.round(-mean * Math.log(1 - random()))
  for (const { deployment, settings, secret, pods } of services) {
    happen(deployment, often(3), { type: 'diff', source: 'diff', severity: null })
    happen(settings, often(1), { type: 'diff', source: 'diff', severity: null })
    happen(secret, often(0.2), { type: 'diff', source: 'diff', severity: null })
    if (random() < 0.3)
      happen(deployment, 60, { type: 'ScalingReplicaSet', source: 'Kubernetes', severity: 'info' })
    for (const { id } of pods) {
      happen(id, often(2), { type: 'Pulled', source: 'Kubernetes', severity: 'info' })
      happen(id, often(0.5), { type: 'BackOff', source: 'Kubernetes', severity: 'high' })
      happen(id, often(0.5), { type: 'diff', source: 'diff', severity: null })
    }
  }
  for (const node of nodes) happen(node, often(6), { type: 'diff', source: 'diff', severity: null })
  for (const { id } of databases) happen(id, often(1), { type: 'diff', source: 'diff', severity: null })
  // Something unrelated is always delivered just before.
  for (let count = 0; count < Math.max(2, size.services / 8); count += 1)
    rows.changes.push({
      item: pick(services).deployment,
      type: 'diff',
      source: 'diff',
      severity: null,
      summary: 'unrelated',
      at: fault - random() * 30 * MINUTE,
    })
  await write(pool, rows)
  return { services, nodes, databases, random, fault }
}

/** What a fault changes: states with the time at which they were noticed, and at most one change. */
export interface Effects {
  unhealthyItems: { id: string; at: number; status: string }[]
  unhealthyChecks: { id: string; at: number }[]
  change?: { item: string; type: string; at: number; severity: string | null }
}

/** Writes what a fault does. */
export async function inject(
  pool: Pool,
  { unhealthyItems, unhealthyChecks, change }: Effects,
): Promise<void> {
  for (const { id, status } of unhealthyItems)
    await pool.query(`update core.config_items set health = 'unhealthy', status = $2 where id = $1`, [
      id,
      status,
    ])
  for (const { id, at } of unhealthyChecks)
    await pool.query(
      `update core.check_state set state = 'unhealthy', last_transition_time = to_timestamp($2::float8 / 1000)
       where check_id = $1`,
      [id, at],
    )
  await addChanges(pool, [
    ...unhealthyItems.map(({ id, at }) => ({
      item: id,
      type: 'Unhealthy',
      source: 'health',
      severity: 'medium',
      summary: 'noticed',
      at,
    })),
    ...(change === undefined
      ? []
      : [
          {
            item: change.item,
            type: change.type,
            source: change.type === 'diff' ? 'diff' : 'Kubernetes',
            severity: change.severity,
            summary: 'the fault',
            at: change.at,
          },
        ]),
  ])
}

/** Empties the tables of a world. */
export async function clear(pool: Pool): Promise<void> {
  await pool.query(
    `truncate core.config_changes, core.config_relationships, core.check_config_relationships, core.check_state,
       core.checks, core.canaries, core.config_items cascade`,
  )
}
