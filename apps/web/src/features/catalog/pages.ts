import { Boxes, Rss, TextCursorInput } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { findIn, loadItemPage, loadList } from '../../application/resource/pages.tsx'
import { kindPages, topicsOf } from '../../application/resource/kind.ts'
import { CATALOG_PATH, NEW_ITEM_PATH } from './paths.ts'
import { FEEDS_PATH } from './feeds/paths.ts'
import { FIELDS_PATH } from './fields/paths.ts'
import { scraperArea } from './scrapers/area.ts'
import { NEW_SCRAPER_PATH } from './scrapers/paths.ts'

/** The paths of its pages. */
export type CatalogPath =
  | '/catalog'
  | '/catalog/$id/edit'
  | '/catalog/$id/{-$tab}'
  | '/catalog/changes'
  | '/catalog/insights'
  | '/catalog/new'
  | '/catalog/scrapers'
  | '/catalog/scrapers/$id'
  | '/settings/change-feeds'
  | '/settings/config-fields'
  | '/settings/config_scrapers'
  | '/settings/config_scrapers/$id'
  | '/settings/config_scrapers/new'

const access = { resource: 'database', action: 'read' } as const
const topics = ['configs', 'config_changes', 'config_analysis']
/** What all pages of items share. */
const shared = {
  title: 'Catalog',
  icon: Boxes,
  place: 'nowhere',
  parent: CATALOG_PATH,
  access,
  feature: 'config',
  topics,
} as const

const ofScrapers = {
  access: { resource: scraperArea.access, action: 'read' },
  feature: scraperArea.feature,
  topics: topicsOf(scraperArea),
} as const

const loadScrapers = async () => (await import('./scrapers/resource.tsx')).scrapers
const loadScraper = async () => (await import('./scrapers/scraper-page.tsx')).scraperPage
const loadFeeds = async () => (await import('./feeds/resource.tsx')).changeFeeds
const loadFields = async () => (await import('./fields/resource.tsx')).configFields

/** The lists of items, changes and insights, the page of an item, and what the settings have of the catalog. */
export const catalogPages: readonly Page[] = [
  definePage({
    path: '/catalog',
    title: 'Catalog',
    icon: Boxes,
    place: 'area',
    keys: 'g c',
    keywords: ['configs', 'items'],
    access,
    feature: 'config',
    topics,
    actions: [
      { label: 'Changes', href: '/catalog/changes', access },
      { label: 'Insights', href: '/catalog/insights', access },
    ],
    finder: {
      group: 'Catalog',
      topic: 'configs',
      async find(text, signal) {
        const { findConfigs } = await import('./finder.tsx')
        return findConfigs(text, signal)
      },
    },
    load: async () => ({ default: (await import('./list/list-page.tsx')).CatalogListPage }),
  }),
  definePage({
    ...shared,
    path: '/catalog/changes',
    title: 'Changes',
    load: async () => ({ default: (await import('./changes/changes-page.tsx')).ChangesPage }),
  }),
  definePage({
    ...shared,
    path: '/catalog/insights',
    title: 'Insights',
    load: async () => ({ default: (await import('./insights/insights-page.tsx')).InsightsPage }),
  }),
  // The same list and pages as among the settings, for those who may open them there.
  definePage({
    ...shared,
    ...ofScrapers,
    path: '/catalog/scrapers',
    title: 'Scrapers',
    listed: false,
    load: loadList(loadScrapers),
  }),
  definePage({
    ...shared,
    ...ofScrapers,
    path: '/catalog/scrapers/$id',
    parent: '/catalog/scrapers',
    title: 'Scraper',
    load: loadItemPage(loadScrapers, loadScraper),
  }),
  definePage({
    ...shared,
    path: NEW_ITEM_PATH,
    title: 'New item',
    access: { resource: 'database', action: 'write' },
    load: async () => ({ default: (await import('./by-hand/item-form-page.tsx')).NewItemPage }),
  }),
  definePage({
    ...shared,
    path: '/catalog/$id/edit',
    access: { resource: 'database', action: 'write' },
    load: async () => ({ default: (await import('./by-hand/item-form-page.tsx')).EditItemPage }),
  }),
  definePage({
    ...shared,
    path: '/catalog/$id/{-$tab}',
    load: async () => ({ default: (await import('./config/config-page.tsx')).ConfigPage }),
  }),
  definePage({
    path: FIELDS_PATH,
    title: 'Catalog Fields',
    icon: TextCursorInput,
    place: 'settings',
    keywords: ['fields', 'attributes', 'custom'],
    access,
    feature: 'config',
    topics: ['config_fields', 'configs'],
    actions: [
      {
        label: 'Add catalog field',
        href: '/settings/config-fields?add=true',
        access: { resource: 'database', action: 'write' },
        keywords: ['new', 'attribute'],
      },
    ],
    finder: findIn({ group: 'Catalog Fields', topic: 'config_fields' }, loadFields),
    load: loadList(loadFields),
  }),
  definePage({
    path: FEEDS_PATH,
    title: 'Change Feeds',
    icon: Rss,
    place: 'settings',
    keywords: ['webhook', 'export', 'stream'],
    access,
    feature: 'config',
    topics: ['config_change_feeds'],
    actions: [
      {
        label: 'Add change feed',
        href: '/settings/change-feeds?add=true',
        access: { resource: 'database', action: 'write' },
        keywords: ['new', 'webhook'],
      },
    ],
    finder: findIn({ group: 'Change Feeds', topic: 'config_change_feeds' }, loadFeeds),
    load: loadList(loadFeeds),
  }),
  ...kindPages(scraperArea, {
    list: loadScrapers,
    item: loadScraper,
  }),
  definePage({
    path: NEW_SCRAPER_PATH,
    parent: '/catalog/scrapers',
    title: 'New scraper',
    icon: scraperArea.icon,
    place: 'nowhere',
    access: { resource: scraperArea.access, action: 'write' },
    feature: scraperArea.feature,
    load: async () => {
      const { NewScraperPage } = await import('./scrapers/new-scraper-page.tsx')
      return { default: NewScraperPage }
    },
  }),
]
