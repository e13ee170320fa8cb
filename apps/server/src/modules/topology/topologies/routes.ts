import { specProblems } from '@binnacle/contract/health'
import { drawnTopology, editableTopology, topologyPreview } from '@binnacle/contract/topology'
import type { Pool } from 'pg'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { type DefinedJob, runJobHere } from '../../../platform/jobs/index.ts'
import { LARGEST_SPEC, type TopologyParser } from '../spec/topology.ts'
import { TOPOLOGY_JOB, TOPOLOGY_RESOURCE, type TopologyPayload } from './job.ts'
import { fromCatalogBody, previewBody, type Previews } from './preview.ts'
import { pushAnswer, pushBody, type PushedTopologies } from './push.ts'
import { findTopology } from './stored.ts'
import { topologyMetadata, type TopologyVerbs } from './verbs.ts'

export interface TopologyRouteParts {
  pool: Pool
  parser: TopologyParser
  topologies: TopologyVerbs
  previews: Previews
  push: PushedTopologies
  job: DefinedJob<TopologyPayload>
  /** What a run in this process needs of the engine of jobs. */
  jobs: Parameters<typeof runJobHere>[2]
}

const byId = z.object({ id: z.uuid('is not an id') })
const read = { resource: 'topologies', action: 'read' } as const
const write = { resource: 'topologies', action: 'write' } as const
const run = { resource: 'topologies', action: 'run' } as const
/** The spec as YAML, instead of `spec`, so that comments are stored. */
const text = z.string().max(LARGEST_SPEC).optional()
const body = topologyMetadata.extend({
  spec: z.unknown().optional(),
  text,
  revision: z.guid().optional(),
})

function editingRoutes({ topologies, previews }: TopologyRouteParts): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/topologies',
      summary: 'Creates a topology, which runs at once',
      access: write,
      body,
      answer: editableTopology,
      status: 201,
      handle: ({ body: given, actor }) => topologies.create(given, actor),
    }),
    defineRoute({
      method: 'POST',
      path: '/topologies/validate',
      summary: 'Validates a draft spec without saving it',
      access: write,
      body: z.object({ id: z.uuid().optional(), spec: z.unknown().optional(), text }),
      answer: specProblems,
      handle: async ({ body: { id, ...written } }) => ({ problems: await topologies.validate(written, id) }),
    }),
    defineRoute({
      method: 'POST',
      path: '/topologies/preview',
      summary: 'The tree that a spec makes, and what goes wrong; stores nothing',
      access: write,
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
    defineRoute({
      method: 'GET',
      path: '/topologies/{id}',
      summary: 'A topology for its editor; secrets are masked',
      access: read,
      params: byId,
      answer: editableTopology,
      handle: ({ params }) => topologies.get(params.id),
    }),
    defineRoute({
      method: 'PUT',
      path: '/topologies/{id}',
      summary:
        'Replaces a topology; masked secrets keep their value. A revision that is not the present one is refused',
      access: write,
      params: byId,
      body,
      answer: editableTopology,
      handle: ({ params, body: given, actor }) => topologies.replace(params.id, given, actor),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/topologies/{id}',
      summary: 'Takes a topology and its components out of use; the history stays for a while',
      access: write,
      params: byId,
      answer: byId,
      handle: async ({ params, actor }) => {
        await topologies.remove(params.id, actor)
        return params
      },
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

function pushRoutes({ push }: TopologyRouteParts): Route[] {
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

function runRoutes({ pool, parser, job, jobs }: TopologyRouteParts): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/schemas/topology.spec.schema.json',
      summary: 'JSON Schema of the spec of a topology',
      access: 'signed-in',
      answer: z.record(z.string(), z.unknown()),
      handle: async () => ({ ...parser.schemas.printed }),
    }),
    defineRoute({
      method: 'POST',
      path: '/run/topology/{id}',
      summary: 'Runs a topology now and answers with its run when it has ended',
      access: run,
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
        await audit(pool, actor, { action: 'run', resource: 'topologies', id, name: stored.name })
        const began = performance.now()
        const ended = await runJobHere(job, { id, name: stored.name, byHand: true }, jobs)
        if (ended === undefined)
          throw new RequestError(
            'ECONFLICT',
            'This topology is running right now; its result will appear shortly',
          )
        const { outcome, status } = ended
        return {
          id: ended.id ?? null,
          name: TOPOLOGY_JOB,
          resource_id: id,
          resource_type: TOPOLOGY_RESOURCE,
          status,
          success_count: outcome.success,
          error_count: outcome.errors.length,
          duration_millis: Math.round(performance.now() - began),
          details: {
            ...outcome.details,
            ...(outcome.errors.length === 0 ? {} : { errors: outcome.errors }),
          },
        }
      },
    }),
  ]
}

/** All routes of topologies as things that people have. */
export function topologyRoutes(parts: TopologyRouteParts): Route[] {
  return [...editingRoutes(parts), ...pushRoutes(parts), ...runRoutes(parts)]
}
