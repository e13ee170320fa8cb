import type { CheckState } from '@binnacle/contract'
import type { CommonCheckSpec, Json } from '@binnacle/plugin-kit'

/** Whose result it is, as scripts see it. */
export interface Subject {
  canary: { id: string; name: string; namespace: string; labels: Readonly<Record<string, string>> }
  check: {
    id: string
    name: string
    description: string
    labels: Readonly<Record<string, string>>
    endpoint: string
  }
}

/** A canary that is not stored. */
export type UnsavedCanary = Omit<Subject['canary'], 'id'>

/** The subject of a check that is not stored. @param canary the one that it belongs to, where that is known */
export function unsavedSubject(
  spec: CommonCheckSpec,
  endpoint: string | undefined,
  canary?: UnsavedCanary,
): Subject {
  const { name, namespace = 'default', description = '', labels = {} } = spec
  return {
    canary: { id: '', ...(canary ?? { name: '', namespace, labels: {} }) },
    check: { id: '', name, description, labels: { ...canary?.labels, ...labels }, endpoint: endpoint ?? '' },
  }
}

/** What the newest stored result of a check was. */
export interface LastResult {
  state: CheckState
  time: Date
  /** Milliseconds */
  duration: number
  message: string | null
  error: string | null
  details: Readonly<Record<string, Json>> | null
}

/** What is known beside the run itself. */
export interface Known {
  lastResult?: LastResult
  /** By the name of the check that this one depends on. */
  outputs?: Readonly<Record<string, Json>>
}

/** What `last_result` gives; of the same shape when there is none. */
export function lastResultValue(last: LastResult | undefined): Record<string, unknown> {
  return {
    status: last?.state === 'healthy',
    invalid: last?.state === 'unknown',
    createdAt: last?.time ?? null,
    duration: last?.duration ?? 0,
    message: last?.message ?? '',
    error: last?.error ?? '',
    results: last?.details?.['results'] ?? last?.details ?? {},
  }
}
