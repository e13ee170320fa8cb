import type { EditableLogBackend } from '@binnacle/contract/logs'
import type { QueryClient } from '@tanstack/react-query'
import type { Labels } from '../../../application/spec-editor/labels.ts'
import type { SpecStorage, StoredSpec } from '../../../application/spec-editor/use-save.ts'
import { backendKey, createBackend, loadBackend, updateBackend, validateSpec } from './queries.ts'

/** What a log backend has besides its spec. Source: SET-020. */
export interface BackendFields {
  name: string
  labels: Labels
}

/** Converts a log backend to the stored version that the editor uses. */
export function storedBackend({
  id,
  name,
  labels,
  revision,
  text,
}: EditableLogBackend): StoredSpec<BackendFields> {
  return { id, name, revision, text, fields: { name, labels: labels ?? {} } }
}

/**
 * Validates, saves and loads a log backend for the editor.
 * @param id id of the log backend whose stored secrets replace masks; undefined for a new one
 */
export function backendStorage(queries: QueryClient, id: string | undefined): SpecStorage<BackendFields> {
  const valuesOf = ({ fields: { name, labels }, text }: { fields: BackendFields; text: string }) => ({
    name,
    labels: Object.keys(labels).length === 0 ? undefined : { ...labels },
    text,
  })
  function keep(backend: EditableLogBackend): StoredSpec<BackendFields> {
    queries.setQueryData(backendKey(backend.id), backend)
    return storedBackend(backend)
  }
  return {
    validation: { key: ['logging_backend', id], run: (text, signal) => validateSpec(id, text, signal) },
    create: async (values) => keep(await createBackend(valuesOf(values))),
    update: async (backendId, revision, values) =>
      keep(await updateBackend(backendId, revision, valuesOf(values))),
    load: async (backendId) => keep(await loadBackend(backendId)),
  }
}
