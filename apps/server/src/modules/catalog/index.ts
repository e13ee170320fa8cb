import type { OpenModule } from '../../platform/module.ts'

/**
 * Tables of catalog items, which are empty until the catalog is built. Disabling the feature does not close them, because
 * pages of checks embed the items that a check belongs to.
 */
export const openCatalog: OpenModule = () => ({
  name: 'catalog',
  data: { configs: { resource: 'database' }, config_items: { resource: 'database' } },
})
