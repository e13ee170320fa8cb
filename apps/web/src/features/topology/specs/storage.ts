import type { EditableTopology } from '@binnacle/contract/topology'
import type { QueryClient } from '@tanstack/react-query'
import type { SpecStorage, StoredSpec } from '../../../application/spec-editor/use-save.ts'
import { createTopology, loadTopology, topologyKey, updateTopology, validateSpec } from './queries.ts'

/** What a topology has besides its spec. */
export interface TopologyFields {
  name: string
  namespace: string
  labels: Readonly<Record<string, string>>
}

/** The namespace of a new topology. Source: SET-018. */
export const DEFAULT_NAMESPACE = 'default'

/** Converts a topology to the stored version that the editor uses. */
export function storedTopology(topology: EditableTopology): StoredSpec<TopologyFields> {
  const { id, name, namespace, labels, revision, text } = topology
  return { id, name, revision, text, fields: { name, namespace, labels } }
}

/**
 * Validates, saves and loads a topology for the editor.
 * @param id id of the topology whose stored secrets replace masks; undefined for a new one
 */
export function topologyStorage(queries: QueryClient, id: string | undefined): SpecStorage<TopologyFields> {
  function keep(topology: EditableTopology): StoredSpec<TopologyFields> {
    queries.setQueryData(topologyKey(topology.id), topology)
    return storedTopology(topology)
  }
  return {
    validation: { key: ['topology', id], run: (text, signal) => validateSpec(id, text, signal) },
    create: async ({ fields, text }) => keep(await createTopology({ ...fields, text })),
    update: async (topologyId, revision, { fields, text }) =>
      keep(await updateTopology(topologyId, revision, { ...fields, text })),
    load: async (topologyId) => keep(await loadTopology(topologyId)),
  }
}
