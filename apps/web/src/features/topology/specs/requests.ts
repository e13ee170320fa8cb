import {
  type EditableTopology,
  editableTopology,
  heldComponents,
  topologyPreview,
} from '@binnacle/contract/topology'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { firstRowOf, tables } from '../../../application/requests/data.ts'
import { specRequests, type StorageKind } from '../../../application/spec-editor/spec-requests.ts'

const PATH = '/api/topologies'

/** What a topology has besides its spec. Source: SET-018. */
export interface TopologyFields {
  name: string
  namespace: string
  labels: Readonly<Record<string, string>>
}

/** The requests of the editor. Source: SET-033. */
export const topologyRequests = specRequests<EditableTopology, TopologyFields & { text: string }>({
  topic: 'topologies',
  path: PATH,
  schemaName: 'topology.spec.schema.json',
  answer: editableTopology,
})

/** How topologies are edited. */
export const topologyKind: StorageKind<EditableTopology, TopologyFields & { text: string }, TopologyFields> =
  {
    requests: topologyRequests,
    storedOf: ({ id, name, namespace, labels, revision, text }) => ({
      id,
      name,
      revision,
      text,
      fields: { name, namespace, labels },
    }),
    valuesOf: ({ fields, text }) => ({ ...fields, text }),
  }

const topologyRun = z.object({
  status: z.string(),
  success_count: z.number(),
  error_count: z.number(),
  duration_millis: z.number(),
  details: z.record(z.string(), z.unknown()),
})

/** Runs a topology, and waits until the run has ended. */
export function runTopology(id: string) {
  return request(`/api/run/topology/${encodeURIComponent(id)}`, topologyRun, { method: 'POST' })
}

const lastRun = z.object({
  error: z.nullable(z.string()),
  held_deletions: z.number(),
  components: z.number(),
})

/** What the last run of a topology found wrong, and how many deletions it holds. */
export const lastRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['topologies', 'last run', id],
    meta: { follows: ['job_history', 'components'] },
    queryFn: ({ signal }) =>
      firstRowOf(
        tables
          .from('topologies_with_status')
          .select<string, unknown>('error,held_deletions,components')
          .eq('id', id),
        lastRun,
        signal,
      ),
  })

/** Deletes or keeps the components whose deletion waits. */
export function decideHeldComponents(id: string, decision: 'approve' | 'reject') {
  return request(`${PATH}/${encodeURIComponent(id)}/deletions/${decision}`, heldComponents, {
    method: 'POST',
  })
}

/** Rules by which a tree is drawn from the catalog. */
const catalogPresets = ['namespaces', 'accounts', 'parents'] as const
export type CatalogPreset = (typeof catalogPresets)[number]

const drawn = z.extend(topologyPreview, { text: z.string() })

/** The tree that a rule draws from the catalog, with the spec that makes it. Nothing is stored. */
export const drawnQuery = (preset: CatalogPreset) =>
  queryOptions({
    queryKey: ['topology-drawn', preset],
    // It is the beginning of what somebody edits, so it must not change meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) =>
      request(`${PATH}/from-catalog`, drawn, { method: 'POST', body: { preset }, signal }),
  })

/** Makes the tree of a spec. Nothing is stored. */
export function previewTopology(
  draft: {
    id: string | undefined
    name: string | undefined
    namespace: string
    labels: Readonly<Record<string, string>>
    text: string
  },
  signal: AbortSignal,
) {
  return request(`${PATH}/preview`, topologyPreview, { method: 'POST', body: draft, signal })
}
