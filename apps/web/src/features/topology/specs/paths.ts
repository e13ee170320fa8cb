/** Address that adds a topology. */
export const NEW_TOPOLOGY_PATH = '/settings/topologies/new'

/** Address of the list of shared components. */
export const SHARED_PATH = '/settings/topologies/shared'
