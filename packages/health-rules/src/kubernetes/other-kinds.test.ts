import { describe, expect, test } from 'vitest'
import { ago, old, readingOf, ready, type Row } from './testing.ts'

const daemonSet = (desired: number, updated: number, numberAvailable: number) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: old,
  status: { desiredNumberScheduled: desired, updatedNumberScheduled: updated, numberAvailable },
})
const node = (conditions: object[], spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: old,
  spec,
  status: { conditions },
})
const job = (type: string | undefined) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  status: { conditions: type === undefined ? [] : [{ type, status: 'True' }] },
})
const cronJob = (status: object, spec: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  spec,
  status,
})
const claim = (phase: string) => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: { phase } })
const service = (ingress: object[]) => ({
  apiVersion: 'v1',
  kind: 'Service',
  spec: { type: 'LoadBalancer' },
  status: { loadBalancer: { ingress } },
})
const autoscaler = (type: string, status: string, reason: string) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  status: { conditions: [{ type, status, reason }] },
})

const others: readonly Row[] = [
  ['DaemonSet runs', daemonSet(3, 3, 3), 'healthy', 'Running', true],
  ['DaemonSet rolls out', daemonSet(3, 1, 3), 'healthy', 'Rolling Out', false],
  ['DaemonSet rolls out with some', daemonSet(3, 1, 2), 'warning', 'Rolling Out', false],
  ['DaemonSet rolls out with none', daemonSet(3, 1, 0), 'unhealthy', 'Rolling Out', false],
  ['Node is ready', node([ready()]), 'healthy', 'Ready', true],
  ['Node is not ready', node([ready('Unknown')]), 'unhealthy', 'NotReady', false],
  ['Node is cordoned', node([ready()], { unschedulable: true }), 'warning', 'Unschedulable', false],
  [
    'Node has little memory',
    node([ready(), { type: 'MemoryPressure', status: 'True' }]),
    'warning',
    'MemoryPressure',
    true,
  ],
  [
    'Node has no network',
    node([ready(), { type: 'NetworkUnavailable', status: 'True' }]),
    'unhealthy',
    'NetworkUnavailable',
    true,
  ],
  [
    'Node has another problem',
    node([ready(), { type: 'KernelDeadlock', status: 'True' }]),
    'warning',
    'Degraded',
    true,
  ],
  ['Job runs', job(undefined), 'healthy', 'Running', false],
  ['Job failed', job('Failed'), 'unhealthy', 'Failed', true],
  ['Job is done', job('Complete'), 'healthy', 'Completed', true],
  ['Job is suspended', job('Suspended'), 'unknown', 'Suspended', true],
  ['CronJob never ran', cronJob({}), 'unknown', 'Pending', true],
  ['CronJob never succeeded', cronJob({ lastScheduleTime: ago(5) }), 'unhealthy', 'Failed', true],
  [
    'CronJob failed last',
    cronJob({ lastScheduleTime: ago(5), lastSuccessfulTime: ago(65) }),
    'unhealthy',
    'Failed',
    true,
  ],
  [
    'CronJob succeeded',
    cronJob({ lastScheduleTime: ago(5), lastSuccessfulTime: ago(4) }),
    'healthy',
    'Completed',
    true,
  ],
  ['CronJob runs', cronJob({ lastScheduleTime: ago(5), active: [{}] }), 'healthy', 'Running', false],
  ['CronJob is suspended', cronJob({}, { suspend: true }), 'unknown', 'Suspended', true],
  ['claim is bound', claim('Bound'), 'healthy', 'Bound', true],
  ['claim waits', claim('Pending'), 'healthy', 'Pending', false],
  ['claim is lost', claim('Lost'), 'unhealthy', 'Lost', false],
  ['Service has an address', service([{ ip: '10.0.0.1' }]), 'healthy', 'Running', true],
  ['Service has no address yet', service([]), 'unknown', 'Creating', false],
  [
    'autoscaler has no figures',
    autoscaler('ScalingActive', 'False', 'FailedGetResourceMetric'),
    'unhealthy',
    'FailedGetResourceMetric',
    false,
  ],
  [
    'autoscaler works',
    autoscaler('AbleToScale', 'True', 'ReadyForNewScale'),
    'healthy',
    'ReadyForNewScale',
    true,
  ],
  [
    'Namespace',
    { apiVersion: 'v1', kind: 'Namespace', status: { phase: 'Active' } },
    'unknown',
    'Active',
    true,
  ],
  ['ConfigMap', { apiVersion: 'v1', kind: 'ConfigMap', data: {} }, 'unknown', undefined, true],
  [
    'object stops',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { deletionTimestamp: ago(5) } },
    'unknown',
    'Terminating',
    false,
  ],
  [
    'object does not stop',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { deletionTimestamp: ago(61) } },
    'warning',
    'TerminatingStalled',
    false,
  ],
]

describe('other', () => {
  test.each(others)('%s', (_title, document, health, status, isReady) => {
    expect(readingOf(document)).toEqual([health, status, isReady])
  })
})
