import type { Labels } from './exposition.ts'

/** Labels that metrics of checks have anyway, and those that mean something to Prometheus. */
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

/** Longer values say no more, and stand on every line of a check. */
const LONGEST_VALUE = 200

/**
 * An endpoint as metrics tell it. Secrets can be in the user, the query and the fragment of an address, and whoever
 * reads the metrics need not be allowed to see checks, so these are left out.
 */
export function publicEndpoint(endpoint: string | null): string {
  const address = (endpoint ?? '').replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
  return /^https?:/i.test(address) ? address.replace(/[?#].*$/s, '') : address
}

/** A key of a label as Prometheus can have it: app.kubernetes.io/name is app_kubernetes_io_name. */
export function labelName(key: string): string {
  const name = key.replaceAll(/[^a-zA-Z0-9_]/g, '_')
  return taken.has(name) || !/^(?!__)[a-zA-Z_]/.test(name) ? `label_${name}` : name
}

/**
 * The labels of a check that its metrics have too.
 * @param keys which; of two that become one name, the first counts
 */
export function wantedLabels(keys: readonly string[], labels: Readonly<Record<string, string>>): Labels {
  const found = keys.flatMap((key) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined
    return value === undefined || value === '' ? [] : [[labelName(key), value.slice(0, LONGEST_VALUE)]]
  })
  return Object.fromEntries(found.toReversed())
}
