import { Boxes, Rss, TextCursorInput } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { findIn, loadList } from '../../application/resource/pages.tsx'
import { settingsPages } from '../../application/settings/area.ts'
import { FEEDS_PATH } from './feeds/paths.ts'
import { FIELDS_PATH } from './fields/paths.ts'
import { scraperArea } from './scrapers/area.ts'
import { NEW_SCRAPER_PATH } from './scrapers/paths.ts'

declare module '../../application/pages/addresses.ts' {
  interface PagePaths {
    '/catalog': unknown
    '/catalog/$': unknown
    '/settings/change-feeds': unknown
    '/settings/config-fields': unknown
    '/settings/config_scrapers': unknown
    '/settings/config_scrapers/$id': unknown
    '/settings/config_scrapers/new': unknown
  }
}

const access = { resource: 'database', action: 'read' } as const
const topics = ['configs', 'config_changes', 'config_analysis']

const load = async () => {
  const { CatalogPages } = await import('./catalog-pages.tsx')
  return { default: CatalogPages }
}

const loadFeeds = async () => (await import('./feeds/resource.tsx')).changeFeeds
const loadFields = async () => (await import('./fields/resource.tsx')).configFields

/** The catalog, and everything below its address: lists of changes and insights, and the page of an item. */
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
    load,
  }),
  definePage({
    path: '/catalog/$',
    title: 'Catalog',
    icon: Boxes,
    place: 'nowhere',
    access,
    feature: 'config',
    topics,
    load,
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
  ...settingsPages(scraperArea, {
    list: async () => (await import('./scrapers/resource.tsx')).scrapers,
    item: async () => (await import('./scrapers/scraper-page.tsx')).scraperPage,
  }),
  definePage({
    path: NEW_SCRAPER_PATH,
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
