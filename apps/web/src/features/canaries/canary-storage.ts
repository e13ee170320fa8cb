import type { EditableCanary } from '@binnacle/contract/health'
import type { QueryClient } from '@tanstack/react-query'
import type { SpecStorage, StoredSpec } from '../../application/spec-editor/use-save.ts'
import type { Metadata } from './metadata-fields.tsx'
import { canaryQuery, createCanary, updateCanary, validateSpec } from './queries.ts'

/** Converts a health check to the stored version that the editor uses. */
export function storedCanary(canary: EditableCanary): StoredSpec<Metadata> {
  const { id, name, namespace, labels, revision, text } = canary
  return { id, name, revision, text, fields: { name, namespace, labels } }
}

/**
 * Validates, saves and loads a health check for the editor.
 * @param id id of the canary whose stored secrets replace masks; undefined for a new one
 * @param annotations annotations to save unchanged
 */
export function canaryStorage(
  queries: QueryClient,
  id: string | undefined,
  annotations: Readonly<Record<string, string>>,
): SpecStorage<Metadata> {
  const valuesOf = ({ fields, text }: { fields: Metadata; text: string }) => ({
    ...fields,
    labels: { ...fields.labels },
    annotations: { ...annotations },
    text,
  })
  function keep(canary: EditableCanary): StoredSpec<Metadata> {
    queries.setQueryData(canaryQuery(canary.id).queryKey, canary)
    void queries.invalidateQueries({ queryKey: ['checks'] })
    return storedCanary(canary)
  }
  return {
    validation: { key: ['canary', id], run: (text, signal) => validateSpec(id, text, signal) },
    create: async (values) => keep(await createCanary(valuesOf(values))),
    update: async (canaryId, revision, values) =>
      keep(await updateCanary(canaryId, revision, valuesOf(values))),
    load: async (canaryId) =>
      storedCanary(await queries.fetchQuery({ ...canaryQuery(canaryId), staleTime: 0 })),
  }
}
