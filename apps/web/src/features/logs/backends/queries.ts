import { editableLogBackend, logBackendTest } from '@binnacle/contract/logs'
import { specProblems } from '@binnacle/contract/health'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'

const PATH = '/api/logs/backends'
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

/** The key of a log backend in the cache; its first part is its live topic. */
export const backendKey = (id: string) => ['logging_backends', 'detail', id] as const

/** Loads a log backend with its spec, in which secrets are masked. */
export function loadBackend(id: string, signal?: AbortSignal) {
  return request(pathOf(id), editableLogBackend, signal === undefined ? {} : { signal })
}

/** The schema of a spec: what forms, completion and explanations are made from. */
export const specSchemaQuery = queryOptions({
  queryKey: ['logging-backend-schema'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) =>
    request('/api/schemas/logging_backend.spec.schema.json', z.record(z.string(), z.unknown()), { signal }),
})

/** Finds what is wrong with a spec, without saving it. */
export function validateSpec(id: string | undefined, text: string, signal: AbortSignal) {
  return request(`${PATH}/validate`, specProblems, { method: 'POST', body: { id, text }, signal })
}

/** What is saved of a log backend. */
export interface BackendValues {
  name: string
  labels: Record<string, string> | undefined
  text: string
}

export function createBackend(values: BackendValues) {
  return request(PATH, editableLogBackend, { method: 'POST', body: values })
}

/** Changes a log backend, unless it is another version than the one that was opened. */
export function updateBackend(id: string, revision: string, values: BackendValues) {
  return request(pathOf(id), editableLogBackend, { method: 'PUT', body: { ...values, revision } })
}

export async function deleteBackend(id: string): Promise<void> {
  await request(pathOf(id), z.object({ id: z.string() }), { method: 'DELETE' })
}

/** Reads the newest lines of each entry of a draft. Nothing is stored. */
export function testBackend(draft: { id: string | undefined; text: string }, signal: AbortSignal) {
  return request(`${PATH}/test`, logBackendTest, { method: 'POST', body: draft, signal })
}
