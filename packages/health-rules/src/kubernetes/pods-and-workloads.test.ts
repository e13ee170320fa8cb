import { describe, expect, test } from 'vitest'
import { healthOf } from '../index.ts'
import { ago, now, old, readingOf, ready, type Row } from './testing.ts'

const pod = (status: object, spec: object = { restartPolicy: 'Always' }, metadata: object = old) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec,
  status,
})
const waiting = (reason: string) => [{ name: 'web', state: { waiting: { reason } } }]
const restarted = (minutes: number, restartCount = 5) => [
  {
    name: 'web',
    restartCount,
    state: { running: {} },
    lastState: { terminated: { reason: 'OOMKilled', exitCode: 137, finishedAt: ago(minutes) } },
  },
]

const pods: readonly Row[] = [
  ['runs', pod({ phase: 'Running', conditions: [ready()] }), 'healthy', 'Running', true],
  ['is evicted', pod({ phase: 'Failed', reason: 'Evicted' }), 'warning', 'Evicted', true],
  [
    'crashes',
    pod({ phase: 'Running', containerStatuses: waiting('CrashLoopBackOff') }),
    'unhealthy',
    'CrashLoopBackOff',
    false,
  ],
  [
    'has no image',
    pod({ phase: 'Pending', containerStatuses: waiting('ErrImagePull') }),
    'unhealthy',
    'ErrImagePull',
    false,
  ],
  [
    'has a bad configuration',
    pod({ phase: 'Pending', containerStatuses: waiting('CreateContainerConfigError') }),
    'unhealthy',
    'CreateContainerConfigError',
    false,
  ],
  [
    'crashes at first',
    pod({ phase: 'Pending', initContainerStatuses: waiting('CrashLoopBackOff') }),
    'unhealthy',
    'CrashLoopBackOff',
    false,
  ],
  [
    'is pulled',
    pod({ phase: 'Pending', containerStatuses: waiting('ContainerCreating') }),
    'unknown',
    'Pending',
    false,
  ],
  [
    'finds no node',
    pod({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
    }),
    'unhealthy',
    'Unschedulable',
    false,
  ],
  ['is done', pod({ phase: 'Succeeded' }), 'healthy', 'Completed', true],
  ['failed', pod({ phase: 'Failed' }), 'unhealthy', 'Error', true],
  [
    'ran out of memory',
    pod({
      phase: 'Failed',
      containerStatuses: [{ name: 'web', state: { terminated: { reason: 'OOMKilled', exitCode: 137 } } }],
    }),
    'unhealthy',
    'OOMKilled',
    true,
  ],
  [
    'restarted often 10 minutes ago',
    pod({ phase: 'Running', conditions: [ready()], containerStatuses: restarted(10) }),
    'unhealthy',
    'OOMKilled',
    true,
  ],
  [
    'restarted often 5 hours ago',
    pod({ phase: 'Running', conditions: [ready()], containerStatuses: restarted(300) }),
    'warning',
    'OOMKilled',
    true,
  ],
  [
    'restarted often 2 days ago',
    pod({ phase: 'Running', conditions: [ready()], containerStatuses: restarted(3_000) }),
    'healthy',
    'Running',
    true,
  ],
  [
    'restarted once',
    pod({ phase: 'Running', conditions: [ready()], containerStatuses: restarted(10, 1) }),
    'healthy',
    'Running',
    true,
  ],
  [
    'is not ready after an end',
    pod({ phase: 'Running', conditions: [ready('False')], containerStatuses: restarted(10, 1) }),
    'unhealthy',
    'OOMKilled',
    false,
  ],
  ['starts', pod({ phase: 'Running', conditions: [ready('False')] }), 'unknown', 'Starting', false],
  [
    'of a job runs',
    pod({ phase: 'Running', conditions: [ready('False')] }, { restartPolicy: 'Never' }),
    'unknown',
    'Running',
    false,
  ],
  ['says nothing', pod({}), 'unknown', 'Unknown', false],
  [
    'ends',
    pod({ phase: 'Running', conditions: [ready()] }, {}, { deletionTimestamp: ago(2) }),
    'unknown',
    'Terminating',
    false,
  ],
  [
    'does not end',
    pod({ phase: 'Running' }, {}, { deletionTimestamp: ago(16) }),
    'warning',
    'Terminating',
    false,
  ],
]

const deployment = (
  replicas: number,
  [all, isReady, updated]: readonly [number, number, number],
  {
    conditions = [],
    spec = {},
    metadata = old,
    kind = 'Deployment',
  }: { conditions?: object[]; spec?: object; metadata?: object; kind?: string } = {},
) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata,
  spec: { replicas, ...spec },
  status: { replicas: all, readyReplicas: isReady, updatedReplicas: updated, conditions },
})
const young = { creationTimestamp: ago(3) }
const slowProbe = { template: { spec: { containers: [{ readinessProbe: { initialDelaySeconds: 1_800 } }] } } }
const available = (status: string) => ({ type: 'Available', status })
const exceeded = { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }

const workloads: readonly Row[] = [
  ['runs', deployment(3, [3, 3, 3]), 'healthy', 'Running', true],
  ['is scaled to zero', deployment(0, [0, 0, 0]), 'unknown', 'Scaled to Zero', true],
  ['is scaled down to zero', deployment(0, [2, 2, 2]), 'healthy', 'Scaling Down', false],
  ['has none yet', deployment(2, [0, 0, 0]), 'unknown', 'Pending', false],
  ['starts', deployment(2, [2, 0, 2], { metadata: young }), 'unknown', 'Starting', false],
  [
    'starts slowly',
    deployment(2, [2, 0, 2], { metadata: { creationTimestamp: ago(20) }, spec: slowProbe }),
    'unknown',
    'Starting',
    false,
  ],
  ['crashes', deployment(2, [2, 0, 2]), 'unhealthy', 'CrashLoopBackOff', false],
  ['has some', deployment(3, [3, 1, 3]), 'warning', 'Degraded', false],
  ['has enough', deployment(3, [3, 2, 3], { conditions: [available('True')] }), 'healthy', 'Degraded', false],
  [
    'rolls out',
    deployment(3, [4, 3, 1], { conditions: [available('True')] }),
    'healthy',
    'Rolling Out',
    false,
  ],
  ['grows', deployment(5, [3, 3, 3]), 'warning', 'Scaling Up', false],
  ['shrinks', deployment(2, [4, 4, 2]), 'healthy', 'Scaling Down', false],
  [
    'is stuck',
    deployment(3, [4, 3, 1], { conditions: [available('True'), exceeded] }),
    'warning',
    'Rollout Failed',
    false,
  ],
  [
    'is stuck and down',
    deployment(3, [3, 0, 3], { conditions: [available('False'), exceeded] }),
    'unhealthy',
    'Rollout Failed',
    false,
  ],
  [
    'cannot make pods',
    deployment(3, [0, 0, 0], { conditions: [{ type: 'ReplicaFailure', status: 'True', message: 'quota' }] }),
    'unhealthy',
    'Failed Create',
    true,
  ],
  ['is paused', deployment(3, [3, 3, 3], { spec: { paused: true } }), 'healthy', 'Suspended', false],
  ['StatefulSet has some', deployment(3, [3, 2, 3], { kind: 'StatefulSet' }), 'warning', 'Degraded', false],
  ['ReplicaSet runs', deployment(2, [2, 2, 0], { kind: 'ReplicaSet' }), 'healthy', 'Running', true],
]

describe('pod', () => {
  test.each(pods)('%s', (_title, document, health, status, isReady) => {
    expect(readingOf(document)).toEqual([health, status, isReady])
  })
})

describe('workload', () => {
  test.each(workloads)('%s', (_title, document, health, status, isReady) => {
    expect(readingOf(document)).toEqual([health, status, isReady])
  })
})

test('messages say how many are ready, and why a container ended', () => {
  expect(healthOf('Kubernetes::Deployment', deployment(3, [4, 2, 1]), now).message).toBe(
    '2/3 ready, 3 updating, 1 terminating',
  )
  const restarts = pod({ phase: 'Running', conditions: [ready()], containerStatuses: restarted(10) })
  expect(healthOf('Kubernetes::Pod', restarts, now).message).toBe(
    '5 restarts; container "web" ran out of memory',
  )
})
