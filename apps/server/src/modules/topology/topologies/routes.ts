import { drawnTopology, editableTopology, topologyPreview } from '@binnacle/contract/topology'
import type { Pool } from 'pg'
import { z } from 'zod'
import { RequestError } from '../../../platform/errors.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import { byId, draftFields, specRoutes } from '../../../platform/specs/routes.ts'
import { runByHand, type RunByHand } from '../../../platform/specs/runs.ts'
import { LARGEST_SPEC, type TopologyParser } from '../spec/topology.ts'
import { TOPOLOGY_RESOURCE, type TopologyPayload } from './job.ts'
import { fromCatalogBody, previewBody, type Previews } from './preview.ts'
import { pushAnswer, pushBody, type PushedTopologies } from './push.ts'
import { findTopology } from './stored.ts'
import { topologyTable } from './table.ts'
import { topologyMetadata, type TopologyVerbs } from './verbs.ts'

export interface TopologyRouteDependencies {
  pool: Pool
  parser: TopologyParser
  topologies: TopologyVerbs
  previews: Previews
  push: PushedTopologies
  job: DefinedJob<TopologyPayload>
  /** What a run in this process needs of the engine of jobs. */
  jobs: RunByHand<TopologyPayload>['jobs']
}

const write = { resource: 'topologies', action: 'write' } as const

function editingRoutes({ parser, topologies, previews }: TopologyRouteDependencies): Route[] {
  return [
    ...specRoutes({
      path: '/topologies',
      noun: 'a topology',
      resource: 'topologies',
      body: topologyMetadata.extend(draftFields(LARGEST_SPEC)),
      answer: editableTopology,
      largest: LARGEST_SPEC,
      schemaName: 'topology.spec.schema.json',
      jsonSchema: parser.schemas.printed,
      summaries: {
        create: 'Creates a topology, which runs at once',
        get: 'A topology for its editor; secrets are masked',
        remove: 'Deletes a topology and its components; the history stays for a while',
      },
      verbs: topologies,
    }),
    defineRoute({
      method: 'POST',
      path: '/topologies/preview',
      summary: 'The tree that a spec makes, and what goes wrong; stores nothing',
      access: write,
      work: 'test',
      body: previewBody,
      answer: topologyPreview,
      handle: ({ body: given, actor, signal }) => previews.preview(given, actor, signal),
    }),
    defineRoute({
      method: 'POST',
      path: '/topologies/from-catalog',
      summary: 'The tree that a rule draws from the catalog, with the spec that makes it; stores nothing',
      access: write,
      body: fromCatalogBody,
      answer: drawnTopology,
      handle: ({ body: given, actor, signal }) => previews.fromCatalog(given, actor, signal),
    }),
  ]
}

/** A run of a topology that has ended. */
const topologyRun = z.object({
  id: z.nullable(z.uuid()),
  name: z.string(),
  resource_id: z.uuid(),
  resource_type: z.string(),
  status: z.string(),
  success_count: z.number(),
  error_count: z.number(),
  duration_millis: z.number(),
  details: z.record(z.string(), z.unknown()),
})

function pushRoutes({ push }: TopologyRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/push/topology',
      summary: 'Stores a tree that another system tells, as its own topology',
      access: write,
      body: pushBody,
      answer: pushAnswer,
      handle: ({ body: given, actor }) => push(given, actor),
    }),
  ]
}

function runRoutes({ pool, job, jobs }: TopologyRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/run/topology/{id}',
      summary: 'Runs a topology now and answers with its run when it has ended',
      access: { resource: 'topologies', action: 'run' },
      params: byId,
      answer: topologyRun,
      handle: async ({ params: { id }, actor }) => {
        const stored = await findTopology(pool, id)
        if (stored === undefined) throw new RequestError('ENOTFOUND', 'There is no topology with this id')
        if (stored.schedule === null)
          throw new RequestError(
            'EUNPROCESSABLE',
            'This topology is pushed by another system and cannot be run here',
          )
        return runByHand({
          pool,
          table: topologyTable,
          noun: 'topology',
          job,
          payload: { id, name: stored.name, byHand: true },
          actor,
          resourceType: TOPOLOGY_RESOURCE,
          jobs,
        })
      },
    }),
  ]
}

/** All routes of topologies as things that people have. */
export function topologyRoutes(dependencies: TopologyRouteDependencies): Route[] {
  return [...editingRoutes(dependencies), ...pushRoutes(dependencies), ...runRoutes(dependencies)]
}
