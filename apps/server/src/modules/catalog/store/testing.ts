import { newId } from '../../../platform/ids.ts'
import type { Json } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { createManualClock, type ManualClock } from '../../../platform/clock.ts'
import { createEvents } from '../../../platform/events/index.ts'
import { createLog } from '../../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createCatalogStore, type OpenCatalogStore } from './index.ts'
import type {
  StoreInput,
  ChangeInput,
  InsightInput,
  ItemInput,
  RunSummary,
  ScraperIdentity,
} from './input.ts'

/** Makes an item for tests. */
export function itemInput(id: string, name: string, changes: Partial<ItemInput> = {}): ItemInput {
  return {
    kind: 'item',
    id,
    externalIds: [name],
    type: 'Test::Thing',
    class: 'Thing',
    name,
    config: { name },
    status: undefined,
    health: undefined,
    ready: undefined,
    description: undefined,
    icon: undefined,
    labels: {},
    tags: {},
    properties: [],
    source: undefined,
    scope: '',
    createdAt: undefined,
    deletedAt: undefined,
    deleteReason: undefined,
    parents: [],
    related: [],
    ignoresDiff: false,
    ...changes,
  }
}

/** Makes a change that a source tells, for tests. */
export function readyChange(externalItemId: string, changes: Partial<ChangeInput> = {}): ChangeInput {
  return {
    kind: 'change',
    item: { externalId: externalItemId },
    externalId: '',
    type: 'Deployed',
    severity: 'info',
    summary: undefined,
    by: undefined,
    source: 'test',
    at: undefined,
    details: undefined,
    diff: undefined,
    patches: undefined,
    deletes: false,
    ...changes,
  }
}

/** Makes an insight for tests. */
export function readyInsight(externalItemId: string, changes: Partial<InsightInput> = {}): InsightInput {
  return {
    kind: 'insight',
    item: { externalId: externalItemId },
    externalId: '',
    analyzer: 'analyzer',
    type: 'security',
    severity: 'high',
    summary: 'a finding',
    message: undefined,
    source: undefined,
    details: undefined,
    ...changes,
  }
}

/** Adds a scraper for tests. */
export async function addScraper(pool: Pool, spec: Json = {}): Promise<ScraperIdentity> {
  const id = newId()
  await pool.query('insert into core.config_scrapers (id, name, spec) values ($1, $2, $3)', [
    id,
    `scraper ${id}`,
    spec,
  ])
  return { id, agentId: LOCAL_AGENT_ID }
}

export interface OpenTestStore {
  database: TestDatabase
  clock: ManualClock
  store: OpenCatalogStore
  /** Stores what a run of a scraper found, and moves the clock on by a minute. */
  run(scraper: ScraperIdentity, ...found: StoreInput[]): Promise<RunSummary>
  /** Asks the database. */
  // Tests look at single columns of rows whose shape they verify.
  // eslint-disable-next-line typescript/no-explicit-any
  rows(text: string, ...values: unknown[]): Promise<any[]>
}

/** Opens a store on a new database, with a clock that the test sets. The caller closes the store. */
export async function openTestStore(start = new Date()): Promise<OpenTestStore> {
  const database = await createTestDatabase()
  const clock = createManualClock(start)
  const store = createCatalogStore({
    followers: [],
    connection: database.connection,
    clock,
    events: createEvents(clock),
    log: await createLog('silent'),
  })
  return {
    database,
    clock,
    store,
    async run(scraper, ...found) {
      const staged = await store.begin(scraper, { preview: false })
      await staged.add(found)
      const summary = await staged.publish()
      clock.advance(60_000)
      return summary
    },
    rows: async (text, ...values) => (await database.pool.query(text, values)).rows,
  }
}

/** Says that a run saw all items of its scraper. */
export const wholly: StoreInput = { kind: 'complete' }

/** Reads an item: its name, health and place in the tree, and whether and why it is deleted. */
export async function itemState({ rows }: Pick<OpenTestStore, 'rows'>, id: string) {
  const [row] = await rows(
    'select name, health, deleted_at is not null as deleted, delete_reason, path, parent_id from core.config_items where id = $1',
    id,
  )
  return row
}
