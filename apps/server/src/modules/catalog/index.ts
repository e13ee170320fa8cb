import { partOf } from '../../platform/access/gate.ts'
import type { DataRule, DataRules } from '../../platform/data/index.ts'
import type { PartitionedTable } from '../../platform/database/partitions.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import type { OpenModule } from '../../platform/module.ts'
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
import { forgetCounts } from './store/facets.ts'
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
export { presentId } from './store/present-id.ts'
export type { Ready } from './store/ready.ts'

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

const items: DataRule = { resource: 'database', feature: 'config' }
const scrapers: DataRule = { resource: 'config_scrapers', feature: 'config' }
const call = { callable: true } as const

/**
 * What the data service shows. Disabling the feature does not close the items, because pages of checks embed those that a
 * check belongs to.
 */
const data: DataRules = {
  configs: { resource: 'database' },
  config_items: { resource: 'database' },
  config_names: { resource: 'database' },
  config_detail: items,
  config_freshness: items,
  config_item_joins: items,
  config_costs: items,
  config_types: items,
  config_classes: items,
  config_statuses: items,
  config_tags: items,
  config_labels: items,
  config_summary: items,
  config_item_notes: items,
  config_fields: items,
  config_change_feeds: items,
  config_changes: items,
  config_change_occurrences: items,
  catalog_changes: items,
  change_types: items,
  config_analysis: items,
  config_analysis_items: items,
  config_analysis_analyzers: items,
  analysis_types: items,
  config_relationships: items,
  config_component_relationships: {
    ...items,
    writes: {
      columns: ['component_id', 'config_id', 'selector_id'],
      // Source: REL-019.
      refusal: (key) =>
        key.includes('manual') ? undefined : 'Only links that a person made can be changed or deleted',
    },
  },
  changes_by_component: items,
  analysis_by_component: items,
  check_summary_for_config: items,
  related_configs_recursive: { ...items, ...call },
  lookup_analysis_by_component: { ...items, ...call },
  config_scrapers: scrapers,
  config_scrapers_with_status: scrapers,
  config_scraper_freshness: scrapers,
  scrape_runs: scrapers,
  scrape_held_deletions: scrapers,
  config_change_drops: scrapers,
}

const heard = { access: { resource: 'database', action: 'read' }, feature: 'config' } as const

/** Who may hear of changes. */
const topics: LiveTopics = {
  configs: heard,
  config_changes: heard,
  config_analysis: heard,
  config_fields: heard,
  config_change_feeds: heard,
  config_scrapers: { access: { resource: 'config_scrapers', action: 'read' }, feature: 'config' },
}

/** The catalog: what is run, what it is now, what it was and what changed. */
export const openCatalog: OpenModule = async (platform) => {
  const { pool, events, clock } = platform
  const store = createCatalogStore(platform)
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
      ...joinRoutes({ pool, events, clock }),
      ...byHandRoutes({ pool, events, clock, mask: createMask(platform.secrets) }),
      ...scraping.routes,
      ...feeds.routes,
    ]),
    finders: {
      configs: { ...heard, find: (selectors, limit) => searchItems(pool, selectors, limit) },
      config_changes: { ...heard, find: (selectors, limit) => searchChanges(pool, selectors, limit) },
      config_analysis: { ...heard, find: (selectors, limit) => searchInsights(pool, selectors, limit) },
    },
    data: { ...data, config_scrapers: { ...scrapers, writes: scraping.writer } },
    topics,
    jobs: [...catalogJobs(pool, events), ...scraping.jobs, ...feeds.jobs],
    subjects: [createConfigSubject(pool)],
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
