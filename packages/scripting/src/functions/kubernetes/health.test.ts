import { expect, test } from 'vitest'
import { objectHealth } from './health.ts'

const now = new Date('2024-05-01T12:00:00Z')
const ready = (status: string, reason = '', message = '') => ({
  conditions: [{ type: 'Ready', status, reason, message }],
})
const waiting = (reason: string) => ({
  phase: 'Pending',
  containerStatuses: [{ ready: false, state: { waiting: { reason, message: 'why' } } }],
})

/** Kind, object without its kind, and health, status, readiness. */
const cases: readonly (readonly [
  kind: string,
  object: Record<string, unknown>,
  health: string,
  status: string,
  ready: boolean,
])[] = [
  ['Pod', { status: { phase: 'Running', ...ready('True') } }, 'healthy', 'Running', true],
  ['Pod', { status: { phase: 'Running', ...ready('False') } }, 'warning', 'Not Ready', false],
  ['Pod', { status: waiting('CrashLoopBackOff') }, 'unhealthy', 'CrashLoopBackOff', false],
  ['Pod', { status: waiting('ContainerCreating') }, 'unknown', 'Pending', false],
  [
    'Pod',
    {
      status: {
        phase: 'Pending',
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
      },
    },
    'unhealthy',
    'Unschedulable',
    false,
  ],
  ['Pod', { status: { phase: 'Succeeded' } }, 'healthy', 'Completed', true],
  ['Pod', { status: { phase: 'Failed', reason: 'Evicted' } }, 'unhealthy', 'Evicted', false],
  [
    'Pod',
    { metadata: { deletionTimestamp: '2024-05-01T11:00:00Z' }, status: { phase: 'Running' } },
    'unknown',
    'Terminating',
    false,
  ],
  [
    'Deployment',
    { spec: { replicas: 2 }, status: { availableReplicas: 2, updatedReplicas: 2 } },
    'healthy',
    'Running',
    true,
  ],
  [
    'Deployment',
    { spec: { replicas: 2 }, status: { availableReplicas: 1, updatedReplicas: 2 } },
    'warning',
    'Unavailable',
    false,
  ],
  [
    'Deployment',
    { spec: { replicas: 2 }, status: { updatedReplicas: 2 } },
    'unhealthy',
    'Unavailable',
    false,
  ],
  [
    'Deployment',
    { spec: { replicas: 2 }, status: { availableReplicas: 2, updatedReplicas: 1 } },
    'healthy',
    'Rolling Out',
    false,
  ],
  ['Deployment', { spec: { replicas: 0 }, status: {} }, 'healthy', 'Scaled to Zero', true],
  ['Deployment', { spec: { paused: true } }, 'healthy', 'Suspended', false],
  [
    'Deployment',
    { metadata: { generation: 3 }, spec: {}, status: { observedGeneration: 2 } },
    'unknown',
    'Updating',
    false,
  ],
  [
    'Deployment',
    {
      status: { conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }] },
    },
    'unhealthy',
    'Progress Deadline Exceeded',
    false,
  ],
  [
    'StatefulSet',
    { spec: { replicas: 3 }, status: { readyReplicas: 3, updatedReplicas: 3 } },
    'healthy',
    'Running',
    true,
  ],
  ['ReplicaSet', { spec: { replicas: 1 }, status: {} }, 'unhealthy', 'Unavailable', false],
  [
    'DaemonSet',
    { status: { desiredNumberScheduled: 2, numberAvailable: 1, updatedNumberScheduled: 2 } },
    'warning',
    'Unavailable',
    false,
  ],
  ['Job', { status: { conditions: [{ type: 'Complete', status: 'True' }] } }, 'healthy', 'Completed', true],
  ['Job', { status: { conditions: [{ type: 'Failed', status: 'True' }] } }, 'unhealthy', 'Failed', false],
  ['Job', { status: {} }, 'healthy', 'Running', false],
  ['CronJob', { spec: { suspend: true } }, 'healthy', 'Suspended', false],
  ['CronJob', { status: { active: [{}] } }, 'healthy', 'Active', true],
  ['PersistentVolumeClaim', { status: { phase: 'Lost' } }, 'unhealthy', 'Lost', false],
  ['Service', { spec: { type: 'ClusterIP' } }, 'healthy', 'Running', true],
  ['Service', { spec: { type: 'LoadBalancer' } }, 'unknown', 'Creating', false],
  ['Ingress', { status: { loadBalancer: { ingress: [{}] } } }, 'healthy', 'Running', true],
  [
    'HorizontalPodAutoscaler',
    { status: { conditions: [{ type: 'ScalingActive', status: 'False', reason: 'FailedGetMetrics' }] } },
    'unhealthy',
    'FailedGetMetrics',
    false,
  ],
  ['Node', { status: ready('True') }, 'healthy', 'Ready', true],
  ['Node', { status: ready('Unknown') }, 'unhealthy', 'NotReady', false],
  ['Node', { spec: { unschedulable: true }, status: ready('True') }, 'warning', 'Cordoned', true],
  [
    'Node',
    { status: { conditions: [...ready('True').conditions, { type: 'DiskPressure', status: 'True' }] } },
    'warning',
    'DiskPressure',
    true,
  ],
  ['Namespace', { status: { phase: 'Active' } }, 'healthy', 'Active', true],
  [
    'APIService',
    { status: { conditions: [{ type: 'Available', status: 'False', reason: 'MissingEndpoints' }] } },
    'unhealthy',
    'MissingEndpoints',
    false,
  ],
  [
    'Certificate',
    { status: { notAfter: '2024-04-01T00:00:00Z', ...ready('True') } },
    'unhealthy',
    'Expired',
    false,
  ],
  [
    'Certificate',
    { status: { notAfter: '2024-06-01T00:00:00Z', ...ready('True') } },
    'healthy',
    'Ready',
    true,
  ],
  ['Issuer', { status: ready('False', 'ErrRegister') }, 'unhealthy', 'ErrRegister', false],
  ['Kustomization', { status: ready('False', 'Progressing') }, 'unknown', 'Progressing', false],
  [
    'HelmRelease',
    { spec: { suspend: true }, status: ready('False', 'InstallFailed') },
    'healthy',
    'Suspended',
    false,
  ],
  ['HelmRelease', { status: ready('False', 'InstallFailed') }, 'unhealthy', 'InstallFailed', false],
  ['Application', { status: { health: { status: 'Degraded' } } }, 'unhealthy', 'Degraded', false],
  ['Rollout', { status: { phase: 'Paused' } }, 'warning', 'Paused', false],
  ['Workflow', { status: { phase: 'Succeeded' } }, 'healthy', 'Succeeded', true],
  ['Anything', { status: ready('True', 'Fine') }, 'healthy', 'Fine', true],
  ['Anything', {}, 'unknown', 'Unknown', false],
  ['constructor', {}, 'unknown', 'Unknown', false],
]

test.each(cases)('%s %j is %s, %s', (kind, object, health, status, isReady) => {
  expect(objectHealth({ kind, ...object }, now)).toMatchObject({ health, status, ready: isReady })
})

test('what is no object has no health', () => {
  for (const value of [null, undefined, 'Pod', [], 5]) expect(objectHealth(value, now).health).toBe('unknown')
})
