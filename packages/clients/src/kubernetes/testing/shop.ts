import { type Fields, textAt } from '@binnacle/health-rules/document'
import type { ApiServer } from './api-server.ts'

interface Metadata {
  namespace?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  ownerReferences?: readonly Fields[]
  [key: string]: unknown
}

/** An object for the API server of tests. */
export function makeObject(
  apiVersion: string,
  kind: string,
  name: string,
  { spec, status, data, ...metadata }: Metadata & { spec?: unknown; status?: unknown; data?: unknown } = {},
): Fields {
  return {
    apiVersion,
    kind,
    metadata: { name, ...metadata },
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
    ...(data === undefined ? {} : { data }),
  }
}

/** The owner that another object is. */
function ownedBy(owner: Fields): Fields {
  const { apiVersion, kind } = owner
  return { apiVersion, kind, name: textAt(owner, 'metadata', 'name'), uid: uidIn(owner), controller: true }
}

/** The uid of an object. */
export function uidIn(object: Fields): string {
  return textAt(object, 'metadata', 'uid') ?? ''
}

/** A shop in a namespace: a deployment with a pod on a node, behind a service, and a secret. */
export function deployShop(server: Pick<ApiServer, 'put'>, namespace = 'shop') {
  const within = { namespace }
  const names = server.put(makeObject('v1', 'Namespace', namespace, { status: { phase: 'Active' } }))
  const node = server.put(
    makeObject('v1', 'Node', 'node-1', {
      spec: { providerID: 'aws:///eu-west-1a/i-0123456789abcdef0' },
      status: { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '2026-11-23T07:00:00Z' }] },
    }),
  )
  const deployment = server.put(
    makeObject('apps/v1', 'Deployment', 'web', {
      ...within,
      labels: { app: 'web', team: 'shop' },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
      generation: 3,
      spec: { replicas: 1 },
      status: { replicas: 1, readyReplicas: 1, updatedReplicas: 1, observedGeneration: 3 },
    }),
  )
  const replicaSet = server.put(
    makeObject('apps/v1', 'ReplicaSet', 'web-5d9c', {
      ...within,
      labels: { app: 'web', 'pod-template-hash': '5d9c' },
      ownerReferences: [ownedBy(deployment)],
      spec: { replicas: 1 },
      status: { replicas: 1, readyReplicas: 1 },
    }),
  )
  const pod = server.put(
    makeObject('v1', 'Pod', 'web-5d9c-x7', {
      ...within,
      labels: { app: 'web', 'pod-template-hash': '5d9c' },
      ownerReferences: [ownedBy(replicaSet)],
      spec: { nodeName: 'node-1', restartPolicy: 'Always', containers: [{ name: 'web', image: 'shop:1' }] },
      status: {
        phase: 'Running',
        conditions: [
          { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-20T10:00:00Z' },
          { type: 'Initialized', status: 'True', lastTransitionTime: '2026-11-20T10:00:00Z' },
        ],
      },
    }),
  )
  const service = server.put(
    makeObject('v1', 'Service', 'web', { ...within, spec: { type: 'ClusterIP', selector: { app: 'web' } } }),
  )
  const targetRef = { kind: 'Pod', namespace, name: 'web-5d9c-x7', uid: uidIn(pod) }
  server.put({
    ...makeObject('v1', 'Endpoints', 'web', within),
    subsets: [{ addresses: [{ ip: '10.0.0.7', targetRef }] }],
  })
  const secret = server.put(
    makeObject('v1', 'Secret', 'web-key', { ...within, data: { password: 'aHVudGVyMg==' } }),
  )
  return { namespace: names, node, deployment, replicaSet, pod, service, secret }
}

/** An event about an object. @param id its name */
export function eventAbout(subject: Fields, reason: string, id: string, more: Fields = {}): Fields {
  const { apiVersion, kind } = subject
  const namespace = textAt(subject, 'metadata', 'namespace')
  const name = textAt(subject, 'metadata', 'name')
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: id, namespace: namespace ?? 'default' },
    involvedObject: {
      apiVersion,
      kind,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      // The kubelet gives the name of a node in place of its uid.
      uid: kind === 'Node' ? name : uidIn(subject),
    },
    reason,
    message: `${reason} happened`,
    type: 'Normal',
    source: { component: 'kubelet' },
    firstTimestamp: '2026-11-23T06:00:00Z',
    lastTimestamp: '2026-11-23T06:30:00Z',
    count: 2,
    ...more,
  }
}
