// Pages of a large catalog, as its queries answer them. It prints figures beside their aims; no figure is an error.
// Run: npm run bench catalog [-- --items 100000 --changes 3000000 --edges 845000 --rounds 20 --only related,impact]
// With `--data FOLDER`, an absolute path, the catalog is kept there, so that it is filled once and asked often. The product
// shows it when it is started with DATA_DIR=FOLDER.
import { catalogChangesRequest, catalogItemsQuery, catalogSummaryRequest } from '@binnacle/contract/catalog'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { catalogPartitions } from '../apps/server/src/modules/catalog/index.ts'
import { listChanges } from '../apps/server/src/modules/catalog/queries/changes.ts'
import { findFacets } from '../apps/server/src/modules/catalog/queries/facets.ts'
import { findImpact } from '../apps/server/src/modules/catalog/queries/impact.ts'
import { listItems } from '../apps/server/src/modules/catalog/queries/items.ts'
import { summarizeCatalog } from '../apps/server/src/modules/catalog/queries/summary.ts'
import { countGroupings } from '../apps/server/src/modules/catalog/store/counts/groupings.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { provisionDatabase } from '../apps/server/src/platform/database/provision.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { machine } from './lib/figures.ts'
import { createMeter, isChosen, load, measure, tellUsed } from './lib/meter.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    changes: { type: 'string', default: '3000000' },
    edges: { type: 'string', default: '845000' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
})
const only = values.only.split(',').filter((part) => part !== '')
const [items, changes, edges, rounds] = [values.items, values.changes, values.edges, values.rounds].map(
  Number,
)
const DAYS = 59
const DAY = 86_400_000
const CLUSTERS = 10
const NAMESPACES = 400
/** Number of the first item below a namespace; a tenth of the rest contains the others. */
const FIRST = 1 + CLUSTERS + NAMESPACES

const idOf = (number: string) => `md5('item ' || (${number}))::uuid`
const idAt = (time: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`

/** Clusters contain namespaces, those contain workloads, and those contain the rest. */
const parentNumber = `case
  when number <= ${CLUSTERS} then null
  when number < ${FIRST} then 1 + number % ${CLUSTERS}
  when number % 10 = 0 then 1 + ${CLUSTERS} + number % ${NAMESPACES}
  else ${FIRST} + (number - ${FIRST}) / 10 * 10 + (10 - ${FIRST} % 10) % 10
end`

async function fill(pool: Pool, now: Date): Promise<void> {
  for (let ago = DAYS + 7; ago >= 0; ago -= 1)
    await maintainPartitions(pool, catalogPartitions, new Date(now.getTime() - ago * DAY))
  await pool.query(
    `with numbered as (
       select number, ${parentNumber} as parent from generate_series(1, $1::integer) as number
     )
     insert into core.config_items
       (id, config_class, type, name, external_id, health, status, labels, tags, created_at, updated_at, parent_id)
     select ${idOf('number')},
       case when number <= ${CLUSTERS} then 'Cluster' when number < ${FIRST} then 'Namespace' else 'Type' || number % 38 end,
       case when number <= ${CLUSTERS} then 'Kubernetes::Cluster' when number < ${FIRST} then 'Kubernetes::Namespace'
         else (array['Kubernetes', 'AWS', 'Azure'])[1 + number % 3] || '::Type' || number % 38 end,
       'item-' || md5('name ' || number), array['external/' || number],
       (array['healthy', 'healthy', 'healthy', 'unhealthy', 'warning', null])[1 + number % 6],
       (array['Running', 'Pending', 'Failed'])[1 + number % 3],
       jsonb_build_object('app', 'app-' || number % 900, 'team', 'team-' || number % 40, 'hash', md5('hash ' || number / 3)),
       jsonb_build_object('cluster', 'cluster-' || number % ${CLUSTERS}, 'namespace', 'namespace-' || number % ${NAMESPACES}),
       $2::timestamptz - make_interval(hours => number % 1400), $2::timestamptz - make_interval(mins => number % 60000),
       case when parent <= $1::integer and parent <> number then ${idOf('parent')} end
     from numbered`,
    [items, now],
  )
  for (let level = 0; level < 3; level += 1)
    await pool.query(
      `update core.config_items as items set path = concat_ws('.', nullif(parents.path, ''), parents.id::text)
       from core.config_items as parents
       where parents.id = items.parent_id and items.path <> concat_ws('.', nullif(parents.path, ''), parents.id::text)`,
    )
  // A scrape writes each item once, with its path.
  await pool.query('vacuum full core.config_items')
  await pool.query(
    `insert into core.config_item_bodies (config_id, config, hash)
     select id, jsonb_build_object('metadata', jsonb_build_object('name', name, 'labels', labels), 'spec', (
       select jsonb_object_agg('key' || n, md5(name || n) || ' word' || (n * length(name) + ascii(substr(name, 6 + n % 20))) % 5000)
       from generate_series(1, 45) as n
     )), '' from core.config_items`,
  )
  await pool.query(
    `insert into core.config_item_stats (config_id, changes_7d, changes_30d, open_analysis)
     select id, 3, 12, case when random() < 0.1 then '{"security": 2}'::jsonb else '{}' end from core.config_items`,
  )
  await pool.query(
    'insert into core.config_item_liveness (config_id, last_scraped_time) select id, now() from core.config_items',
  )
  await pool.query(
    `insert into core.config_relationships (config_id, related_id, relation)
     select parent_id, id, 'hard' from core.config_items where parent_id is not null`,
  )
  await pool.query(
    `insert into core.config_relationships (config_id, related_id, relation)
     select ${idOf('a')}, ${idOf('b')}, 'mesh' from (
       select 1 + (random() * ($1::integer - 1))::integer as a, 1 + (random() * ($1::integer - 1))::integer as b
       from generate_series(1, $2::integer)
     ) as pairs where a <> b on conflict do nothing`,
    [items, Math.max(0, (edges ?? 0) - (items ?? 0))],
  )
  await pool.query(
    `with rows as (
       select number, $1::timestamptz - make_interval(secs => number * $2::double precision / 1000) as time
       from generate_series(0, $3::integer - 1) as number
     )
     insert into core.config_changes
       (id, config_id, change_type, severity, source, summary, first_observed, created_at, external_created_by)
     select ${idAt('time')}, ${idOf('1 + (number::bigint * 7919) % $4::integer')},
       (array['diff', 'diff', 'BackOff', 'Pulled', 'Scaled', 'Unhealthy'])[1 + number % 6],
       (array['info', 'low', 'medium', 'high', 'critical'])[1 + number % 5], 'Kubernetes', 'spec.replicas', time, time,
       'user-' || number % 200
     from rows`,
    [now, (DAYS * DAY) / (changes ?? 1), changes, items],
  )
  // What jobs do later.
  await pool.query('update core.config_item_bodies set indexed = true')
  await pool.query('select core.fold_type_deltas()')
  await pool.query('vacuum analyze')
}

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'binnacle-bench-')))
await mkdir(folder, { recursive: true })
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'only for benchmarks',
  clock: systemClock,
})
const meter = createMeter(postgres.pid)
// The database that the product reads too, if it is started with this folder as DATA_DIR.
const pool = new Pool(await provisionDatabase(postgres.connection))
// The server may end a connection before the pool took leave of it.
pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
try {
  const now = systemClock.now()
  await migrate(pool)
  const kept = await pool.query('select from core.config_type_counts limit 1')
  const used = meter.begin()
  if (kept.rowCount === 0) await fill(pool, now)
  console.log(
    `${(items ?? 0).toLocaleString('en')} items, ${(edges ?? 0).toLocaleString('en')} edges, ${(changes ?? 0).toLocaleString('en')} changes in ${DAYS} days, ${kept.rowCount === 0 ? `written with ${tellUsed(used())}` : 'kept'}; ${machine()}, ${load()}`,
  )
  const namespace = (await pool.query<{ id: string }>(`select ${idOf(String(CLUSTERS + 11))} as id`)).rows[0]
    ?.id
  const list = (query: object) => async () =>
    (await listItems(pool, catalogItemsQuery.parse(query))).rows.length
  const changed = (query: object) => async () =>
    (await listChanges({ pool, clock: systemClock }, catalogChangesRequest.parse(query))).changes.length
  const summary = (query: object) => async () =>
    (await summarizeCatalog(pool, catalogSummaryRequest.parse(query))).length
  // A job counts a grouping after somebody asked for it.
  const counted = (query: object) => {
    let ready: Promise<void> | undefined
    const ask = summary(query)
    return async () => {
      ready ??= ask().then(() => countGroupings(pool))
      await ready
      return ask()
    }
  }
  const scenarios: readonly (readonly [string, number, () => Promise<number>])[] = [
    ['summary by type', 100, summary({ groupBy: ['type'], cost: '30d', changes: { since: '30d' } })],
    ['summary by class and type', 100, summary({ groupBy: ['config_class', 'type'], cost: '30d' })],
    ['summary of what one team has', 100, summary({ filter: { team: 'team-7' } })],
    ['summary by type, read', 100, summary({ groupBy: ['type'], cost: '30d', health: '!none' })],
    ['summary by cluster, read', 100, summary({ groupBy: ['cluster'], health: '!none' })],
    ['summary by namespace, read', 100, summary({ groupBy: ['namespace'], health: '!none' })],
    ['summary by cluster', 100, counted({ groupBy: ['cluster'] })],
    ['summary by namespace', 100, counted({ groupBy: ['namespace'] })],
    ['summary by type and cluster', 100, counted({ groupBy: ['type', 'cluster'] })],
    ['values of filters', 100, async () => (await findFacets(pool)).types.length],
    ['list of one type', 30, list({ configType: 'Kubernetes::Type3' })],
    ['list of one type, page 20', 30, list({ configType: 'Kubernetes::Type3', pageIndex: 20 })],
    ['list of all', 30, list({})],
    ['unhealthy ones', 30, list({ health: 'unhealthy' })],
    ['start of a name', 60, list({ query: 'item-a1' })],
    ['start of a label', 60, list({ query: 'team-17' })],
    ['a label', 60, list({ query: 'labels.app=app-77' })],
    ['a word in documents', 200, list({ words: 'word777' })],
    ['changes, page of 200', 60, changed({ page_size: 200 })],
    [
      'changes, one type and severity, 30 days',
      60,
      changed({ type: 'BackOff', severity: 'high', from: 'now-30d', page_size: 200 }),
    ],
    ['changes below a namespace', 200, changed({ id: namespace, recursive: 'downstream', page_size: 200 })],
    [
      'changes below a namespace, 30 days',
      200,
      changed({ id: namespace, recursive: 'downstream', from: 'now-30d', page_size: 200 }),
    ],
    [
      'related, depth 10, through a mesh',
      50,
      async () =>
        (
          await pool.query(
            `select * from api.related_configs_recursive($1, 'all', false, 10, 'both', 'both')`,
            [namespace],
          )
        ).rows.length,
    ],
    [
      'impact',
      200,
      async () => (namespace === undefined ? 0 : (await findImpact(pool, namespace)).dependents.length),
    ],
  ]
  for (const [title, aim, ask] of scenarios)
    if (isChosen(title, only)) await measure(meter, { title, aim, rounds: rounds ?? 1 }, ask)
} finally {
  await pool.end()
  await postgres.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
process.exit(0)
