import type { Pool } from 'pg'
import { partOf } from '../../platform/access/gate.ts'
import type { DataRule } from '../../platform/data/index.ts'
import type { PartitionedTable } from '../../platform/database/partitions.ts'
import { defineKind, type Kind } from '../../platform/kind.ts'
import type { OpenModule } from '../../platform/module.ts'
import { moveFollowers } from '../../platform/moves.ts'
import { joinRoutes } from './by-hand/join-routes.ts'
import { byHandRoutes } from './by-hand/routes.ts'
import { createMask } from './extract/masking.ts'
import { openFeeds } from './feeds/index.ts'
import { catalogJobs } from './jobs.ts'
import { notesRoutes } from './notes/routes.ts'
import { catalogStore } from './ports.ts'
import { searchChanges, searchInsights } from './queries/search-events.ts'
import { searchItems } from './queries/search.ts'
import { heldRoutes, historyRoutes } from './routes-history.ts'
import { catalogRoutes } from './routes.ts'
import { openScrapers } from './scrapers/index.ts'
import { createCatalogStore } from './store/index.ts'
import { forgetCounts } from './store/counts/facets.ts'
import { createConfigSubject } from './subject.ts'

export { createMask } from './extract/masking.ts'
export { createScripting, type Scripting } from './extract/scripting.ts'
export { catalogStore } from './ports.ts'
export { readScraperFile, type ScraperDocument } from './scraper-spec/document.ts'
export { createScraperParser } from './scraper-spec/scraper.ts'
export { loadScraperTypes } from './scraper-spec/scraper-types.ts'
export { type ScrapePreview, scrapeOnce } from './scrapers/once.ts'
export { textDelimiters } from './scraper-spec/scripts.ts'
export { type ChosenItem, chooseItems, valuesOfTag } from './queries/chosen-items.ts'
export { itemSelection } from './queries/search.ts'
export { presentId } from './store/merge/present-id.ts'
export type { StoreInput } from './store/input.ts'

/** Days that changes are kept. Source: decision 44 of the specification. */
const CHANGES_KEEP_DAYS = 90

/** Tables of this module that are partitioned by time. */
export const catalogPartitions: readonly PartitionedTable[] = (
  [
    ['core.config_changes', 'id'],
    ['core.config_change_bodies', 'change_id'],
    ['core.config_change_occurrences', 'change_id'],
  ] as const
).map(([table, column]) => ({
  table,
  column,
  by: 'id',
  days: 7,
  keepDays: CHANGES_KEEP_DAYS,
  ...(table === 'core.config_changes' ? { beforeDrop: forgetCounts } : {}),
}))

const call = { callable: true } as const

/** Pages of checks embed the items that a check belongs to, so disabling the feature does not close these relations. */
const embedded = { feature: undefined }

/** The kinds of the catalog: items with all that is told of them, and the scrapers that find them. */
function catalogKinds(pool: Pool, writeScrapers: NonNullable<DataRule['writes']>): readonly Kind[] {
  const item = { resource: 'database', feature: 'config' } as const
  const scraper = { resource: 'config_scrapers', feature: 'config' } as const
  return [
    defineKind({
      ...item,
      name: 'configs',
      relations: {
        configs: embedded,
        config_items: embedded,
        config_names: embedded,
        config_detail: {},
        config_freshness: {},
        config_item_joins: {},
        config_costs: {},
        config_types: {},
        config_classes: {},
        config_statuses: {},
        config_tags: {},
        config_labels: {},
        config_summary: {},
        config_item_notes: {},
        config_relationships: {},
        config_component_relationships: {
          writes: {
            columns: ['component_id', 'config_id', 'selector_id'],
            // Source: REL-019.
            refusal: (key) =>
              key.includes('manual') ? undefined : 'Only links that a person made can be changed or deleted',
          },
        },
        check_summary_for_config: {},
        related_configs_recursive: call,
      },
      find: (selectors, limit) => searchItems(pool, selectors, limit),
      subject: createConfigSubject(pool),
    }),
    defineKind({
      ...item,
      name: 'config_changes',
      relations: {
        config_changes: {},
        config_change_occurrences: {},
        catalog_changes: {},
        change_types: {},
        changes_by_component: {},
      },
      find: (selectors, limit) => searchChanges(pool, selectors, limit),
    }),
    defineKind({
      ...item,
      name: 'config_analysis',
      relations: {
        config_analysis: {},
        config_analysis_items: {},
        config_analysis_analyzers: {},
        analysis_types: {},
        analysis_by_component: {},
        lookup_analysis_by_component: call,
      },
      find: (selectors, limit) => searchInsights(pool, selectors, limit),
    }),
    defineKind({ ...item, name: 'config_fields', relations: { config_fields: {} } }),
    defineKind({ ...item, name: 'config_change_feeds', relations: { config_change_feeds: {} } }),
    defineKind({
      ...scraper,
      name: 'config_scrapers',
      relations: {
        config_scrapers: { writes: writeScrapers },
        config_scrapers_with_status: {},
        config_scraper_freshness: {},
        scrape_runs: {},
        scrape_held_deletions: {},
        config_change_drops: {},
      },
    }),
  ]
}

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // Most areas name items and lead to them.
  'core.config_items',
  // What changed just before a failure, and how much below a component.
  'core.config_changes',
  // When exactly a change happened, for causes.
  'core.config_change_occurrences',
  // Open insights count in components.
  'core.config_analysis',
  // What items need, and what they contain, for causes and trees.
  'core.config_relationships',
  // Whether an item may be gone, for causes.
  'core.config_item_liveness',
  // The scraper of an item is a tag that selectors look for.
  'core.config_scrapers',
] as const

/** The catalog: what is run, what it is now, what it was and what changed. */
export const openCatalog: OpenModule = async (platform) => {
  const { pool, events, clock } = platform
  const followers = moveFollowers.of(platform)
  const store = createCatalogStore({ ...platform, followers })
  platform.parts.onEnd('store of the catalog', () => store.close())
  catalogStore.offer(platform, store)
  const scraping = await openScrapers(platform, store)
  const feeds = openFeeds(platform)
  return {
    name: 'catalog',
    routes: partOf('config', [
      ...catalogRoutes({ pool, clock }),
      ...historyRoutes(pool),
      ...heldRoutes({ pool, events, clock }),
      ...notesRoutes({ pool, clock }),
      ...joinRoutes({ pool, events, clock, followers }),
      ...byHandRoutes({ pool, events, clock, mask: createMask(platform.secrets) }),
      ...scraping.routes,
      ...feeds.routes,
    ]),
    kinds: catalogKinds(pool, scraping.writer),
    jobs: [...catalogJobs(pool, events), ...scraping.jobs, ...feeds.jobs],
    partitions: catalogPartitions,
    takeOver: (processIds) => scraping.takeOver(processIds),
    async start() {
      feeds.start()
      await scraping.start()
    },
    async stop() {
      await feeds.stop()
      await scraping.stop()
    },
  }
}
