import { checkTrial, type EditableCanary, editableCanary } from '@binnacle/contract/health'
import { request } from '../../application/requests/api.ts'
import type { Labels } from '../../application/spec-editor/labels.ts'
import { specRequests, type StorageKind } from '../../application/spec-editor/spec-requests.ts'

const PATH = '/api/health/canaries'

/** What a health check has besides its spec. Its checks share name, namespace and labels. */
export interface CanaryFields {
  /** Empty on a new one that takes its name from its first check. */
  name: string
  namespace: string
  labels: Labels
  /** Saved unchanged. */
  annotations: Readonly<Record<string, string>>
}

/** The requests of the editor. */
export const canaryRequests = specRequests<EditableCanary, CanaryFields & { text: string }>({
  topic: 'canaries',
  path: PATH,
  schemaName: 'canary.spec.schema.json',
  answer: editableCanary,
})

/** How health checks are edited. */
export const canaryKind: StorageKind<EditableCanary, CanaryFields & { text: string }, CanaryFields> = {
  requests: canaryRequests,
  alsoChanges: ['checks'],
  storedOf: ({ id, name, namespace, labels, annotations, revision, text }) => ({
    id,
    name,
    revision,
    text,
    fields: { name, namespace, labels, annotations },
  }),
  valuesOf: ({ fields, text }) => ({ ...fields, text }),
}

/** Runs the checks of a spec once, without storing anything. */
export function tryChecks(
  wanted: { id: string | undefined; name: string; namespace: string; spec: Record<string, unknown> },
  signal: AbortSignal,
) {
  return request(`${PATH}/try`, checkTrial, { method: 'POST', body: wanted, signal })
}
