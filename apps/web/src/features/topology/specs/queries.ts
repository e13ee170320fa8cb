import { specProblems } from '@binnacle/contract/health'
import { editableTopology, topologyPreview } from '@binnacle/contract/topology'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'

const PATH = '/api/topologies'
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

// The first part of each query key is its live topic: a change of the topic reloads the query.

/** The key of a topology in the cache. */
export const topologyKey = (id: string) => ['topologies', 'detail', id] as const

/** Loads a topology with its spec, in which secrets are masked. */
export function loadTopology(id: string, signal?: AbortSignal) {
  return request(pathOf(id), editableTopology, signal === undefined ? {} : { signal })
}

/** The schema of a spec: what the form, completion and explanations are made from. Source: SET-033. */
export const specSchemaQuery = queryOptions({
  queryKey: ['topology-schema'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) =>
    request('/api/schemas/topology.spec.schema.json', z.record(z.string(), z.unknown()), { signal }),
})

/** Finds what is wrong with a spec, without saving it. */
export function validateSpec(id: string | undefined, text: string, signal: AbortSignal) {
  return request(`${PATH}/validate`, specProblems, { method: 'POST', body: { id, text }, signal })
}

/** What is saved of a topology. Source: SET-018. */
export interface TopologyValues {
  name: string
  namespace: string
  labels: Readonly<Record<string, string>>
  text: string
}

/** Makes a topology, which runs at once. */
export function createTopology(values: TopologyValues) {
  return request(PATH, editableTopology, { method: 'POST', body: values })
}

/** Changes a topology, unless it is another version than the one that was opened. */
export function updateTopology(id: string, revision: string, values: TopologyValues) {
  return request(pathOf(id), editableTopology, { method: 'PUT', body: { ...values, revision } })
}

/** Takes a topology and its components out of use. */
export async function deleteTopology(id: string): Promise<void> {
  await request(pathOf(id), z.object({ id: z.string() }), { method: 'DELETE' })
}

const topologyRun = z.object({
  status: z.string(),
  success_count: z.number(),
  error_count: z.number(),
  duration_millis: z.number(),
  details: z.record(z.string(), z.unknown()),
})
/** A run of a topology that has ended. */
export type TopologyRun = z.output<typeof topologyRun>

/** Runs a topology, and waits until the run has ended. */
export function runTopology(id: string) {
  return request(`/api/run/topology/${encodeURIComponent(id)}`, topologyRun, { method: 'POST' })
}

/** Rules by which a tree is drawn from the catalog. */
export const catalogPresets = ['namespaces', 'accounts', 'parents'] as const
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
