import type { Labels } from './exposition.ts'

/** Labels that metrics of checks already have, and those that Prometheus reserves. */
const taken: ReadonlySet<string> = new Set([
  'key',
  'type',
  'canary_name',
  'canary_namespace',
  'name',
  'endpoint',
  'owner',
  'severity',
  'le',
  'quantile',
])

/** Most characters of a value, because every line of a check repeats it. */
const LONGEST_VALUE = 200

/**
 * Removes user, query and fragment from an endpoint for metrics. They may contain secrets, and readers of metrics may have
 * no right to read checks.
 */
export function publicEndpoint(endpoint: string | null): string {
  const address = (endpoint ?? '').replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
  return /^https?:/i.test(address) ? address.replace(/[?#].*$/s, '') : address
}

/** Converts a label key for Prometheus: app.kubernetes.io/name becomes app_kubernetes_io_name. */
export function labelName(key: string): string {
  const name = key.replaceAll(/[^a-zA-Z0-9_]/g, '_')
  return taken.has(name) || !/^(?!__)[a-zA-Z_]/.test(name) ? `label_${name}` : name
}

/**
 * The labels of a check to add to its metrics.
 * @param keys label keys; if two become the same name, the first one counts
 */
export function wantedLabels(keys: readonly string[], labels: Readonly<Record<string, string>>): Labels {
  const found = keys.flatMap((key) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined
    return value === undefined || value === '' ? [] : [[labelName(key), value.slice(0, LONGEST_VALUE)]]
  })
  return Object.fromEntries(found.toReversed())
}
