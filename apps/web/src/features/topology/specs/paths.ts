/** Address that adds a topology. */
export const NEW_TOPOLOGY_PATH = '/settings/topologies/new'
