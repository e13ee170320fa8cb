import type { Href } from '@binnacle/ui'

/** Address of the catalog. */
export const CATALOG_PATH = '/catalog'

/** The tab that the address of an item opens by itself. */
export const FIRST_TAB = 'config'

/** The pages about all items, by the last segment of their address. */
const catalogTabs = ['catalog', 'changes', 'insights', 'scrapers'] as const
export type CatalogTab = (typeof catalogTabs)[number]

/** The address of a tab of an item, which another area may have added. Source: CAT-015, CAT-019. */
export function configHref(id: string, tab: string = FIRST_TAB): Href {
  const path = `${CATALOG_PATH}/${encodeURIComponent(id)}` as const
  return tab === FIRST_TAB ? path : `${path}/${tab}`
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
