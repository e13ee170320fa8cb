import { beforeAll } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { catalogStore } from './ports.ts'
import type { OpenCatalogStore } from './store/index.ts'
import type { StoreInput, RunCounts, ScraperIdentity } from './store/input.ts'

/** The product with an administrator, a viewer, and the store behind its catalog. */
export interface CatalogApp {
  app: TestApp
  admin: TestBrowser
  viewer: TestBrowser
  store: OpenCatalogStore
  /** Stores what one run of a scraper found. */
  scrape: (scraper: ScraperIdentity, ...found: readonly StoreInput[]) => Promise<RunCounts>
}

/** Starts the product for tests of the catalog. */
export async function startCatalogApp(): Promise<CatalogApp> {
  const app = await startTestApp()
  const store = catalogStore.of(app.platform)
  return {
    app,
    admin: await app.signedIn(),
    viewer: (await app.person('viewer@example.com', ['viewer'])).browser,
    store,
    async scrape(scraper, ...found) {
      const run = await store.begin(scraper, { preview: false })
      await run.add(found)
      return (await run.publish()).counts
    },
  }
}

/** An item of the samples, below the item that `parent` names. */
interface Sample {
  name: string
  type: string
  health?: string
  status?: string
  labels?: Record<string, string>
  tags?: Record<string, string>
  parent?: string
  deleted?: boolean
  analysis?: Record<string, number>
  cost?: number
}

const samples: readonly Sample[] = [
  { name: 'prod', type: 'Kubernetes::Cluster', health: 'healthy' },
  { name: 'shop', type: 'Kubernetes::Namespace', parent: 'prod', tags: { cluster: 'prod' } },
  {
    name: 'cart',
    type: 'Kubernetes::Deployment',
    health: 'healthy',
    status: 'Running',
    parent: 'shop',
    labels: { team: 'payments' },
    tags: { cluster: 'prod', namespace: 'shop' },
    cost: 5,
  },
  {
    name: 'cart-1',
    type: 'Kubernetes::Pod',
    health: 'unhealthy',
    status: 'CrashLoopBackOff',
    parent: 'cart',
    labels: { team: 'payments' },
    tags: { cluster: 'prod', namespace: 'shop' },
    analysis: { security: 2 },
  },
  {
    name: 'cart-2',
    type: 'Kubernetes::Pod',
    health: 'healthy',
    status: 'Running',
    parent: 'cart',
    labels: { team: 'search' },
    tags: { cluster: 'prod', namespace: 'shop' },
  },
  { name: 'old', type: 'Kubernetes::Pod', deleted: true, parent: 'cart' },
  { name: 'db-1', type: 'AWS::EC2::Instance', status: 'running', tags: { region: 'eu' } },
]

/**
 * Starts the product for the tests of a file, with a catalog of a few items in a tree and their changes.
 * @returns the product with an administrator, and a function that finds the id of an item by its name
 */
export function useCatalogSamples() {
  let app: TestApp
  let admin: TestBrowser
  const ids = new Map<string, string>()
  const idOf = (name: string) => ids.get(name) ?? ''

  async function addItem({ name, type, parent, ...more }: Sample): Promise<void> {
    const { pool } = app.database
    const { rows } = await pool.query<{ id: string }>(
      `insert into core.config_items
         (config_class, type, name, health, status, labels, tags, parent_id, path, deleted_at, cost_total_30d, external_id)
       select split_part($1, '::', 2), $1, $2, $3, $4, $5, $6, $7::uuid,
         coalesce((select concat_ws('.', nullif(path, ''), id::text) from core.config_items where id = $7::uuid), ''),
         $8, $9, array[$2]
       returning id`,
      [
        type,
        name,
        more.health,
        more.status,
        more.labels ?? {},
        more.tags ?? {},
        parent === undefined ? null : idOf(parent),
        more.deleted === true ? new Date() : null,
        more.cost,
      ],
    )
    const id = rows[0]?.id ?? ''
    ids.set(name, id)
    await pool.query('insert into core.config_item_stats (config_id, open_analysis) values ($1, $2)', [
      id,
      more.analysis ?? {},
    ])
    await pool.query(`insert into core.config_item_bodies (config_id, config, hash) values ($1, $2, '')`, [
      id,
      { kind: type, metadata: { name }, note: `made for ${name}` },
    ])
    if (parent !== undefined)
      await pool.query(
        `insert into core.config_relationships (config_id, related_id, relation, selector_id) values ($1, $2, 'hard', 'parent')`,
        [idOf(parent), id],
      )
  }

  async function addChange(name: string, type: string, more: Record<string, unknown> = {}): Promise<string> {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into core.config_changes
         (id, config_id, change_type, severity, summary, source, external_created_by, first_observed, created_at, count)
       values (core.id_at(now() - $8::interval), $1, $2, $3, $4, $5, $6, now() - $8::interval, now() - $8::interval, $7)
       returning id`,
      [
        idOf(name),
        type,
        more['severity'] ?? null,
        more['summary'] ?? null,
        more['source'] ?? null,
        more['by'] ?? null,
        more['count'] ?? 1,
        more['ago'] ?? '1 minute',
      ],
    )
    return rows[0]?.id ?? ''
  }

  beforeAll(async () => {
    app = await startTestApp()
    admin = await app.signedIn()
    for (const sample of samples) await addItem(sample)
    await app.database.pool.query(
      `insert into core.config_relationships (config_id, related_id, relation) values ($1, $2, 'InstancePod')`,
      [idOf('db-1'), idOf('cart-1')],
    )
    await addChange('shop', 'diff', { ago: '30 minutes', summary: 'spec.quota, a' })
    await addChange('cart', 'diff', { ago: '3 minutes', summary: 'spec.replicas', count: 3 })
    await addChange('cart-1', 'BackOff', { severity: 'high', by: 'kubelet', source: 'Kubernetes' })
    await addChange('cart-2', 'Pulled', { severity: 'info', ago: '2 minutes' })
    await addChange('db-1', 'RunInstances', { severity: 'low', ago: '5 days' })
    await addChange('old', 'Killing', { severity: 'info' })
  })

  return {
    get app() {
      return app
    },
    get admin() {
      return admin
    },
    idOf,
  }
}
