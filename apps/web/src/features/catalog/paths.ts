import type { Href } from '@binnacle/ui'

/** Address of the catalog. */
export const CATALOG_PATH = '/catalog'

/** The tabs of the page of an item, by the last segment of their address. */
const configTabs = ['config', 'changes', 'insights', 'relationships', 'impact', 'checks'] as const
export type ConfigTab = (typeof configTabs)[number]

/** The pages about all items, by the last segment of their address. */
const catalogTabs = ['catalog', 'changes', 'insights', 'scrapers'] as const
export type CatalogTab = (typeof catalogTabs)[number]

/** The address of an item. Source: CAT-015, CAT-019. */
export function configHref(id: string, tab: ConfigTab = 'config'): Href {
  const path = `${CATALOG_PATH}/${encodeURIComponent(id)}` as const
  return tab === 'config' ? path : `${path}/${tab}`
}

/** The address of the comparison of an item with another one. */
export function comparisonHref(id: string, other: string): Href {
  return `${configHref(id)}?${new URLSearchParams({ compare: '', with: other })}` as const
}

/** Address of the page that makes an item by hand. */
export const NEW_ITEM_PATH = '/catalog/new'

/** The address of a page about all items. Source: CAT-002. */
export function catalogHref(tab: CatalogTab, search: URLSearchParams = new URLSearchParams()): Href {
  const path = tab === 'catalog' ? CATALOG_PATH : (`${CATALOG_PATH}/${tab}` as const)
  return search.size === 0 ? path : `${path}?${search}`
}

/** The address of a scraper. Source: CAT-028. */
export function scraperHrefOf(id: string): `/catalog/scrapers/${string}` {
  return `${CATALOG_PATH}/scrapers/${encodeURIComponent(id)}`
}

/** What an address of the catalog shows. */
export type CatalogPlace =
  | { kind: 'all'; tab: CatalogTab }
  | { kind: 'scraper'; id: string }
  | { kind: 'new' }
  | { kind: 'edit'; id: string }
  | { kind: 'config'; id: string; tab: ConfigTab }
  | { kind: 'nowhere' }

/** Reads the path of an address of the catalog. */
export function placeOf(pathname: string): CatalogPlace {
  const [first, second, ...rest] = pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(1)
  if (rest.length > 0) return { kind: 'nowhere' }
  if (first === undefined) return { kind: 'all', tab: 'catalog' }
  if (first === 'new' && second === undefined) return { kind: 'new' }
  const all = catalogTabs.find((tab) => tab === first && tab !== 'catalog')
  if (all === 'scrapers' && second !== undefined) return { kind: 'scraper', id: decodeURIComponent(second) }
  if (all !== undefined) return second === undefined ? { kind: 'all', tab: all } : { kind: 'nowhere' }
  if (second === 'edit') return { kind: 'edit', id: decodeURIComponent(first) }
  const tab = second === undefined ? 'config' : configTabs.find((own) => own === second && own !== 'config')
  return tab === undefined ? { kind: 'nowhere' } : { kind: 'config', id: decodeURIComponent(first), tab }
}
