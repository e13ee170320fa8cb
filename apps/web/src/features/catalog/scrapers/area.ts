import { ScanSearch } from 'lucide-react'
import type { ResourceKind } from '../../../application/resource/kind.ts'
import { NEW_SCRAPER_PATH } from './paths.ts'

/** Scrapers, which read what is run into the catalog. */
export const scraperArea: ResourceKind = {
  table: 'config_scrapers',
  resourceType: 'config_scraper',
  title: 'Catalog Scrapers',
  singular: 'Scraper',
  icon: ScanSearch,
  keys: 'g r',
  keywords: ['scrapers', 'sources'],
  access: 'config_scrapers',
  feature: 'settings.config_scraper',
  topics: ['config_scrapers'],
  add: { label: 'New scraper', href: NEW_SCRAPER_PATH, keywords: ['add', 'create', 'source'] },
}
