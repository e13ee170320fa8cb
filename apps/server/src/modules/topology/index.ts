import type { OpenModule } from '../../platform/module.ts'

/**
 * The table of components, which is empty until the topology is built. Disabling the feature does not close it, because
 * pages of checks embed the components that a check belongs to.
 */
export const openTopology: OpenModule = () => ({
  name: 'topology',
  data: { components: { resource: 'topologies' } },
})
