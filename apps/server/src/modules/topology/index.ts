import { partOf } from '../../platform/access/gate.ts'
import type { DataRule } from '../../platform/data/index.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import type { OpenModule } from '../../platform/module.ts'
import { openTopologies } from './topologies/index.ts'

const readable: DataRule = { resource: 'topologies', feature: 'topology' }

/** Who may hear of changes. */
const topics: LiveTopics = {
  topologies: { access: { resource: 'topologies', action: 'read' }, feature: 'topology' },
}

/**
 * Topologies and their components. Disabling the feature does not close the components, because pages of checks embed those
 * that a check belongs to.
 */
export const openTopology: OpenModule = async (platform) => {
  const topologies = openTopologies(platform)
  return {
    name: 'topology',
    routes: partOf('topology', topologies.routes),
    data: {
      components: { resource: 'topologies' },
      topologies: { ...readable, writes: topologies.writer },
      topologies_with_status: readable,
    },
    topics,
    jobs: topologies.jobs,
    start: () => topologies.start(),
    stop: async () => topologies.stop(),
  }
}
