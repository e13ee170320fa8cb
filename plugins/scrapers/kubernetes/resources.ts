import type { Discovery, Resource } from '@binnacle/clients/kubernetes/discovery'
import type { ListOptions } from '@binnacle/clients/kubernetes/list'
import { directoryKinds } from './objects/directory.ts'
import type { KubernetesSpec } from './spec.ts'
import { typeOf } from './objects/names.ts'

/** Kinds that are no items: events are changes, and the rest is computed for each answer. */
const noItems = new Set(['Event', 'ComponentStatus', 'PodMetrics', 'NodeMetrics'])

/** Which objects of each kind a spec reads. */
export function selectionOf(spec: KubernetesSpec): ListOptions {
  return {
    namespace: spec.namespace,
    labelSelector: spec.selector,
    fieldSelector: spec.fieldSelector,
    fromCache: spec.useCache === true,
  }
}

/** The partition of everything that a spec reads: with two clusters in one scraper, each has its own. */
export function scopeOf({ clusterName, namespace }: KubernetesSpec): string {
  return namespace === undefined ? clusterName : `${clusterName}/${namespace}`
}

/** The type of the items of a kind. */
export function itemType({ apiVersion, kind }: Resource): string {
  return typeOf(apiVersion, kind)
}

/** Whether a spec reads a kind at all, whatever it leaves out of it. */
export function isWanted({ kind, namespaced }: Resource, { scope, namespace }: KubernetesSpec): boolean {
  if (noItems.has(kind)) return false
  if (!namespaced && (scope === 'namespace' || namespace !== undefined)) return false
  return !(namespaced && scope === 'cluster')
}

/** Kinds that others name first, in their order; then all others. */
export function inReadingOrder(resources: readonly Resource[]): {
  first: readonly Resource[]
  rest: readonly Resource[]
} {
  const rank = (kind: string) => directoryKinds.findIndex((one) => one === kind)
  return {
    first: resources
      .filter(({ kind }) => rank(kind) !== -1)
      .toSorted((one, other) => rank(one.kind) - rank(other.kind)),
    rest: resources.filter(({ kind }) => rank(kind) === -1),
  }
}

/** The kind of events. The core group has it everywhere, and shows the events of the other group too. */
export function eventsOf({ resources }: Discovery): Resource | undefined {
  return (
    resources.find(({ kind, apiVersion }) => kind === 'Event' && apiVersion === 'v1') ??
    resources.find(({ kind, group }) => kind === 'Event' && group === 'events.k8s.io')
  )
}
