/** A kind that the API server of tests offers. */
export interface ServedKind {
  group: string
  version: string
  kind: string
  plural: string
  namespaced: boolean
}

const kind = (apiVersion: string, name: string, plural: string, namespaced = true): ServedKind => {
  const [first = '', second] = apiVersion.split('/')
  return {
    group: second === undefined ? '' : first,
    version: second ?? first,
    kind: name,
    plural,
    namespaced,
  }
}

/** Kinds that every cluster has. */
export const builtInKinds: readonly ServedKind[] = [
  kind('v1', 'Namespace', 'namespaces', false),
  kind('v1', 'Node', 'nodes', false),
  kind('v1', 'Pod', 'pods'),
  kind('v1', 'Service', 'services'),
  kind('v1', 'Endpoints', 'endpoints'),
  kind('v1', 'ConfigMap', 'configmaps'),
  kind('v1', 'Secret', 'secrets'),
  kind('v1', 'Event', 'events'),
  kind('apps/v1', 'Deployment', 'deployments'),
  kind('apps/v1', 'ReplicaSet', 'replicasets'),
  kind('apps/v1', 'StatefulSet', 'statefulsets'),
  kind('apps/v1', 'DaemonSet', 'daemonsets'),
  kind('batch/v1', 'Job', 'jobs'),
  kind('batch/v1', 'CronJob', 'cronjobs'),
  kind('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices'),
  kind('events.k8s.io/v1', 'Event', 'events'),
]

/** A kind of custom resources. */
export const customKind = kind

export function apiVersionOf({ group, version }: ServedKind): string {
  return group === '' ? version : `${group}/${version}`
}
