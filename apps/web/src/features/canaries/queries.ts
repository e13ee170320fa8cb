import { checkTrial, editableCanary, specProblems } from '@binnacle/contract/health'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

/** Loads a health check for its editor. */
export function loadCanary(id: string, signal: AbortSignal) {
  return request(`/api/health/canaries/${id}`, editableCanary, { signal })
}

/** One health check for its editor. */
export const canaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['canaries', 'detail', id],
    meta: { shows: [id] },
    queryFn: ({ signal }) => loadCanary(id, signal),
  })

const jsonObject = z.record(z.string(), z.unknown())

/** The schema of a spec: what forms, completion and explanations are made from. */
export const specSchemaQuery = queryOptions({
  queryKey: ['canary-schema'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => request('/api/schemas/canary.spec.schema.json', jsonObject, { signal }),
})

/** Finds what is wrong with a spec, without saving it. */
export function validateSpec(id: string | undefined, text: string, signal: AbortSignal) {
  return request('/api/health/canaries/validate', specProblems, {
    method: 'POST',
    body: { id, text },
    signal,
  })
}

/** What is saved of a health check. */
export interface CanaryValues {
  name: string
  namespace: string
  labels: Record<string, string>
  annotations: Record<string, string>
  text: string
}

/** Makes a health check. */
export function createCanary(values: CanaryValues) {
  return request('/api/health/canaries', editableCanary, { method: 'POST', body: values })
}

/** Changes a health check, unless it is another version than the one that was opened. */
export function updateCanary(id: string, revision: string, values: CanaryValues) {
  return request(`/api/health/canaries/${id}`, editableCanary, {
    method: 'PUT',
    body: { ...values, revision },
  })
}

/** Takes a health check out of use. */
export async function deleteCanary(id: string): Promise<void> {
  await request(`/api/health/canaries/${id}`, z.object({ id: z.string() }), { method: 'DELETE' })
}

/** Runs the checks of a spec once, without storing anything. */
export function tryChecks(
  wanted: { id: string | undefined; name: string; namespace: string; spec: Record<string, unknown> },
  signal: AbortSignal,
) {
  return request('/api/health/canaries/try', checkTrial, { method: 'POST', body: wanted, signal })
}
