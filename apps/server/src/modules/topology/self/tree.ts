import { formatDuration } from '@binnacle/contract/text'
import type { ComponentHealth, ComponentProperty } from '@binnacle/contract/topology'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Job } from '../../../platform/jobs/index.ts'
import { SERVER_VERSION } from '../../../platform/version.ts'
import type { ComponentNode } from '../component-tree.ts'

/** Source of the topology that the product has of itself. Nobody edits it. */
export const SYSTEM_SOURCE = 'system'
/** Name of that topology. */
export const SELF_NAME = 'Binnacle'

/** Seconds without a heartbeat after which a process is no longer shown as healthy. */
const LATE_SECONDS = 7

type Fields = Partial<Omit<ComponentNode, 'externalId' | 'name'>>

/** A component of the product. @param id unique among them */
function node(id: string, name: string, fields: Fields = {}): ComponentNode {
  return {
    externalId: id,
    name,
    labels: {},
    hidden: false,
    properties: [],
    selectors: [],
    needs: [],
    checks: [],
    configs: [],
    logs: [],
    children: [],
    ...fields,
  }
}

const text = (name: string, value: string, more: Partial<ComponentProperty> = {}): ComponentProperty => ({
  name,
  text: value,
  ...more,
})

async function processes(pool: Pool): Promise<ComponentNode> {
  const rows = await tablesOn(pool)
    .selectFrom('core.processes')
    .select([
      'id',
      'host',
      'pid',
      'role',
      fragment<number>`(extract(epoch from now() - started_at) * 1000)::float8`.as('up'),
      fragment<boolean>`heartbeat_at < now() - make_interval(secs => ${LATE_SECONDS})`.as('late'),
    ])
    .orderBy('started_at')
    .orderBy('id')
    .limit(200)
    .execute()
  const children = rows.map(({ id, host, pid, role, up, late }) =>
    node(`process/${id}`, `${role} ${pid}`, {
      type: 'Process',
      icon: 'server',
      health: late ? 'unhealthy' : 'healthy',
      status: late ? 'Silent' : 'Running',
      ...(late ? { statusReason: 'has sent no heartbeat' } : {}),
      properties: [
        text('host', host),
        text('role', role),
        // Whole hours, so that a run that finds nothing new changes nothing.
        text('up for', formatDuration(Math.floor(up / 3_600_000) * 3_600_000)),
      ],
    }),
  )
  return node('processes', 'Processes', { type: 'Group', icon: 'server', children })
}

async function database(pool: Pool): Promise<ComponentNode> {
  const { rows } = await pool.query<{ version: string; size: number; used: number; most: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as size,
       (select count(*)::integer from pg_stat_activity) as used, current_setting('max_connections')::integer as most`,
  )
  const [facts] = rows
  return node('database', 'PostgreSQL', {
    type: 'Database',
    icon: 'postgres',
    health: 'healthy',
    status: 'Running',
    configs: [{ types: ['Binnacle::Database'], agent: 'all' }],
    properties:
      facts === undefined
        ? []
        : [
            text('version', facts.version, { headline: true }),
            // Whole megabytes, for the same reason.
            { name: 'size', value: Math.round(facts.size / 1_048_576) * 1_048_576, unit: 'bytes' },
            { name: 'connections', value: facts.used, max: facts.most },
          ],
  })
}

const jobHealth: ReadonlyMap<string, ComponentHealth> = new Map([
  ['SUCCESS', 'healthy'],
  ['WARNING', 'warning'],
  ['FAILED', 'unhealthy'],
])

async function ownJobs(pool: Pool, jobs: readonly Job[]): Promise<ComponentNode> {
  // Runs of scrapers and topologies say how these are, not how the product is.
  const names = jobs.filter(({ record, cron }) => record && cron !== undefined).map(({ name }) => name)
  const { rows } = await pool.query<
    Columns<'core.job_history', 'name'> & { status: string | null; error: string | null }
  >(sql`
    select wanted.name, run.status, run.error
    from unnest(${names}::text[]) as wanted (name)
    left join lateral (
      select status, details -> 'errors' ->> 0 as error from core.job_history
      where job_history.name = wanted.name and status <> 'RUNNING' order by created_at desc limit 1
    ) as run on true
    order by wanted.name`)
  const children = rows.map(({ name, status, error }) =>
    node(`job/${name}`, name, {
      type: 'Job',
      icon: 'job',
      health: jobHealth.get(status ?? '') ?? 'unknown',
      status: status ?? 'Has not run',
      ...(error === null ? {} : { statusReason: error.slice(0, 1_000) }),
    }),
  )
  return node('jobs', 'Jobs', { type: 'Group', icon: 'job', children })
}

async function ownChecks(pool: Pool): Promise<ComponentNode> {
  const rows = await tablesOn(pool)
    .selectFrom('core.canaries')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where('namespace', '=', 'binnacle')
    .where('source', '=', 'builtin')
    .orderBy('name')
    .limit(200)
    .execute()
  const children = rows.map(({ id, name }) =>
    node(`canary/${name}`, name, {
      type: 'Canary',
      icon: 'health',
      checks: [{ selector: { scope: id, agent: 'all' } }],
    }),
  )
  return node('checks', 'Checks', { type: 'Group', icon: 'health', children })
}

/** The product as a tree: its processes, its database, its jobs and the checks that it has of itself. */
export async function selfTree(pool: Pool, jobs: readonly Job[]): Promise<ComponentNode[]> {
  return [
    node('binnacle', SELF_NAME, {
      type: 'Application',
      icon: 'binnacle',
      configs: [{ types: ['Binnacle::Server'], agent: 'all' }],
      properties: [text('version', SERVER_VERSION, { headline: true })],
      children: [
        await processes(pool),
        await database(pool),
        await ownJobs(pool, jobs),
        await ownChecks(pool),
      ],
    }),
  ]
}
