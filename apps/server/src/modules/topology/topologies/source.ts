/** Source of topologies that other systems push. They never run. */
export const PUSH_SOURCE = 'Push'
