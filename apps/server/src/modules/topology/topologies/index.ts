import type { Writer } from '@binnacle/data-api'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Route } from '../../../platform/http/route.ts'
import { type Job, knownJobs } from '../../../platform/jobs/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSpecWriter } from '../../../platform/specs/writer.ts'
import { chooseItems, createScripting, valuesOfTag } from '../../catalog/index.ts'
import { checkRelationships, lookups, ownedCanaries } from '../../health/index.ts'
import { propertiesInForce } from '../../properties/index.ts'
import type { ResourceSelector } from '../component-tree.ts'
import { followRelationshipsOfChecks } from '../selectors/check-relationships.ts'
import { selectorJobs } from '../selectors/jobs.ts'
import { searchable } from '../selectors/searchable.ts'
import { followTeams, syncTeams } from '../selectors/teams.ts'
import { syncChecks, syncConfigs, syncRelationships } from '../selectors/sync.ts'
import { keepSelfTopology } from '../self/keep.ts'
import { selfTree } from '../self/tree.ts'
import { createTopologyParser } from '../spec/topology.ts'
import { createTopologyJobs, type FollowSelectors } from './job.ts'
import { createPreviews } from './preview.ts'
import { createPushedTopologies } from './push.ts'
import { topologyRoutes } from './routes.ts'
import { createTopologyVerbs } from './verbs.ts'

/** Topologies as things that people have: what the module declares of them. */
export interface Topologies {
  routes: readonly Route[]
  jobs: readonly Job[]
  writer: Writer<Actor>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Property with which all topologies run when the product starts. */
const RUN_AT_START = 'topology.runNow'

/** Opens what reads, stores and runs topologies. */
export function openTopologies(platform: Platform): Topologies {
  const { pool, secrets, clock, tasks, scripts } = platform
  const asking = lookups.of(platform)
  const parser = createTopologyParser(asking, tasks)
  const dependencies = {
    self: () => selfTree(pool, knownJobs.of(platform)),
    pool,
    clock,
    secrets,
    parser,
    engine: {
      parser,
      lookups: asking,
      scripting: createScripting(scripts, tasks, []),
      items: {
        choose: (selectors: readonly ResourceSelector[], options: { limit: number; documents?: boolean }) =>
          chooseItems(pool, selectors.flatMap(searchable), options),
        valuesOfTag: (tag: string, selectors: readonly ResourceSelector[], limit: number) =>
          valuesOfTag(pool, tag, selectors.flatMap(searchable), limit),
      },
    },
  }
  const properties = propertiesInForce.of(platform)
  const owned = {
    pool,
    secrets,
    clock,
    properties,
    canaries: ownedCanaries.of(platform),
    canarySchema: parser.schemas.canary,
  }
  const follow: FollowSelectors = async (topologyId, isNew) => {
    const followed = [
      await syncRelationships(pool, clock.now(), topologyId),
      await syncConfigs(pool, clock.now(), topologyId),
    ]
    // These find their problems in their own jobs, as they are about all topologies.
    if (isNew) {
      await syncChecks(owned, clock.now())
      await syncTeams(pool)
    }
    return followed.flatMap(({ errors }) => errors)
  }
  const jobs = createTopologyJobs(dependencies, follow)
  const job = jobs.topology
  const topologies = createTopologyVerbs({ pool, parser, secrets, clock, job })
  const stopping = new AbortController()
  const relationships = followRelationshipsOfChecks(platform)
  checkRelationships.offer(platform, relationships)
  let unfollow: (() => Promise<void>) | undefined
  return {
    routes: topologyRoutes({
      pool,
      parser,
      topologies,
      previews: createPreviews(dependencies, topologies, platform.draftTests),
      push: createPushedTopologies({ pool, clock }, follow),
      job,
      jobs: { ...platform, stopping: stopping.signal },
    }),
    jobs: [job, jobs.sync, ...selectorJobs(owned)],
    writer: createSpecWriter(topologies),
    async start() {
      unfollow = followTeams(platform)
      await keepSelfTopology(platform, job)
      await jobs.addAllDue(properties.value(RUN_AT_START) === 'true')
    },
    async stop() {
      stopping.abort()
      await unfollow?.()
      await relationships.end()
    },
  }
}
