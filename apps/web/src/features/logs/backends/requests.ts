import type { Role } from '@binnacle/contract/access'
import { type EditableLogBackend, editableLogBackend, logBackendTest } from '@binnacle/contract/logs'
import { request } from '../../../application/requests/api.ts'
import type { Labels } from '../../../application/spec-editor/labels.ts'
import { specRequests, type StorageKind } from '../../../application/spec-editor/spec-requests.ts'

const PATH = '/api/logs/backends'

/** What a log backend has besides its spec. Source: SET-020. */
export interface BackendFields {
  name: string
  labels: Labels
}

interface BackendValues {
  name: string
  labels: Record<string, string> | undefined
  text: string
}

/** The requests of the editor. */
export const backendRequests = specRequests<EditableLogBackend, BackendValues>({
  topic: 'logging_backends',
  path: PATH,
  schemaName: 'logging_backend.spec.schema.json',
  answer: editableLogBackend,
})

/** How log backends are edited. */
export const backendKind: StorageKind<EditableLogBackend, BackendValues, BackendFields> = {
  requests: backendRequests,
  storedOf: ({ id, name, labels, revision, text }) => ({
    id,
    name,
    revision,
    text,
    fields: { name, labels: labels ?? {} },
  }),
  valuesOf: ({ fields: { name, labels }, text }) => ({
    name,
    labels: Object.keys(labels).length === 0 ? undefined : { ...labels },
    text,
  }),
}

/** Reads the newest lines of each entry of a draft. Nothing is stored. */
export function testBackend(draft: { id: string | undefined; text: string }, signal: AbortSignal) {
  return request(`${PATH}/test`, logBackendTest, { method: 'POST', body: draft, signal })
}

/** Opens the log of the product itself to roles, teams by their names, and people by their addresses. */
export function saveReaders(
  id: string,
  readers: { roles: readonly Role[]; teams: readonly string[]; people: readonly string[] },
) {
  return request(`${PATH}/${id}/readers`, editableLogBackend, { method: 'PUT', body: readers })
}
