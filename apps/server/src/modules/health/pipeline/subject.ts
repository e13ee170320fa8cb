import type { CheckState } from '@binnacle/contract/health'
import type { CommonCheckSpec } from '@binnacle/plugin-kit/checks'
import type { Json } from '@binnacle/plugin-kit/core'

/** The check and its canary, as scripts see them. */
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

/** The subject of an unsaved check. @param canary its canary, if there is one */
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

/** The newest stored result of a check. */
export interface LastResult {
  state: CheckState
  time: Date
  /** Milliseconds */
  duration: number
  message: string | null
  error: string | null
  details: Readonly<Record<string, Json>> | null
}

/** What scripts see besides the run itself. */
export interface ScriptInputs {
  lastResult?: LastResult
  /** Outputs by the name of the dependency. */
  outputs?: Readonly<Record<string, Json>>
}

/** The value of `last_result`, with the same shape if there is no result. */
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
