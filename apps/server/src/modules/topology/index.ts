import type { OpenModule } from '../../platform/module.ts'

/**
 * What the data service shows of components. Nothing makes any yet. Checks name the components that they belong to, so
 * that reading does not end with the feature.
 */
export const openTopology: OpenModule = () => ({
  name: 'topology',
  data: { components: { resource: 'topologies' } },
})
