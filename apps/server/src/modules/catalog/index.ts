import type { OpenModule } from '../../platform/module.ts'

/**
 * What the data service shows of catalog items. Nothing makes any yet. Checks name the items that they belong to, so
 * that reading does not end with the feature.
 */
export const openCatalog: OpenModule = () => ({
  name: 'catalog',
  data: { configs: { resource: 'database' }, config_items: { resource: 'database' } },
})
