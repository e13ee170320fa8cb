import type { DataRules } from '../../platform/data/index.ts'

/**
 * What the data service shows of components. Nothing makes any yet. Checks name the components that they belong to, so
 * that reading does not end with the feature.
 */
export const topologyData: DataRules = { components: { resource: 'topologies' } }
