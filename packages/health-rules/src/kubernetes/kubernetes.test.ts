import { describe, expect, test } from 'vitest'
import { healthOf } from '../index.ts'

const now = new Date('2026-11-23T07:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const later = (minutes: number) => ago(-minutes)

type Row = readonly [
  title: string,
  document: object,
  health: string,
  status: string | undefined,
  ready: boolean,
]

function readingOf(document: object): readonly [string, string | undefined, boolean] {
  const { health, status, ready } = healthOf('Kubernetes::Any', document, now)
  return [health, status, ready]
}

const old = { creationTimestamp: ago(10_000) }
const ready = (status = 'True', more: object = {}) => ({ type: 'Ready', status, ...more })

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

const certificate = (status: object) => ({
  apiVersion: 'cert-manager.io/v1',
  kind: 'Certificate',
  metadata: old,
  status,
})
const issuing = (reason: string, minutes: number) => ({
  type: 'Issuing',
  status: 'True',
  reason,
  lastTransitionTime: ago(minutes),
})
const withConditions = (apiVersion: string, kind: string, ...conditions: object[]) => ({
  apiVersion,
  kind,
  metadata: old,
  status: { conditions },
})
const flux = (type: string, status: string, reason: string) =>
  withConditions('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', { type, status, reason })
const application = (health: string, sync: string) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  status: { health: { status: health }, sync: { status: sync } },
})
const canary = (status: object) => ({ apiVersion: 'canaries.flanksource.com/v1', kind: 'Canary', status })

const customResources: readonly Row[] = [
  [
    'Certificate is good',
    certificate({ conditions: [ready()], notAfter: later(100_000) }),
    'healthy',
    'Issued',
    true,
  ],
  [
    'Certificate ends soon',
    certificate({ conditions: [ready()], notAfter: later(60) }),
    'warning',
    'Expiring',
    true,
  ],
  [
    'Certificate has ended',
    certificate({ conditions: [ready()], notAfter: ago(1) }),
    'unhealthy',
    'Expired',
    true,
  ],
  [
    'Certificate is not renewed',
    certificate({ conditions: [ready()], notAfter: later(100_000), renewalTime: ago(40) }),
    'warning',
    'Renewal Overdue',
    true,
  ],
  [
    'Certificate is being issued',
    certificate({ conditions: [issuing('ManuallyTriggered', 5)] }),
    'unknown',
    'Issuing',
    false,
  ],
  [
    'Certificate is issued slowly',
    certificate({ conditions: [issuing('ManuallyTriggered', 20)] }),
    'warning',
    'Issuing',
    false,
  ],
  [
    'Certificate is not issued',
    certificate({ conditions: [issuing('ManuallyTriggered', 70)] }),
    'unhealthy',
    'Issuing',
    false,
  ],
  [
    'Certificate is being renewed',
    certificate({ conditions: [issuing('Renewing', 5)] }),
    'healthy',
    'Renewing',
    false,
  ],
  [
    'Certificate ends while it is renewed',
    certificate({ conditions: [issuing('Renewing', 5)], notAfter: ago(1) }),
    'unhealthy',
    'Expired',
    true,
  ],
  [
    'Certificate is broken',
    certificate({ conditions: [issuing('InvalidKeyPair', 1)] }),
    'unhealthy',
    'InvalidKeyPair',
    true,
  ],
  [
    'Certificate was issued before',
    certificate({ conditions: [{ type: 'Issuing', status: 'False', reason: 'Issued' }, ready()] }),
    'healthy',
    'Issued',
    true,
  ],
  [
    'request is denied',
    withConditions('cert-manager.io/v1', 'CertificateRequest', {
      type: 'Denied',
      status: 'True',
      reason: 'Policy',
    }),
    'unhealthy',
    'Policy',
    true,
  ],
  ['Issuer is ready', withConditions('cert-manager.io/v1', 'Issuer', ready()), 'healthy', 'Ready', true],
  [
    'Kustomization is applied',
    flux('Ready', 'True', 'ReconciliationSucceeded'),
    'healthy',
    'ReconciliationSucceeded',
    true,
  ],
  ['Kustomization is applied now', flux('Ready', 'Unknown', 'Progressing'), 'unknown', 'Reconciling', false],
  ['Kustomization cannot be built', flux('Ready', 'False', 'BuildFailed'), 'unhealthy', 'BuildFailed', true],
  ['Kustomization cannot be fetched', flux('Ready', 'False', 'FetchFailed'), 'warning', 'FetchFailed', true],
  [
    'Kustomization waits',
    flux('Ready', 'False', 'DependencyNotReady'),
    'unknown',
    'DependencyNotReady',
    false,
  ],
  [
    'HelmRelease fails',
    withConditions('helm.toolkit.fluxcd.io/v2', 'HelmRelease', ready('False', { reason: 'UpgradeFailed' })),
    'unhealthy',
    'UpgradeFailed',
    true,
  ],
  [
    'HelmRelease was put back',
    withConditions('helm.toolkit.fluxcd.io/v2', 'HelmRelease', ready(), {
      type: 'Remediated',
      status: 'True',
    }),
    'warning',
    'Remediated',
    true,
  ],
  [
    'GitRepository is old',
    withConditions(
      'source.toolkit.fluxcd.io/v1',
      'GitRepository',
      { type: 'ArtifactOutdated', status: 'True' },
      ready(),
    ),
    'unknown',
    'Updating',
    false,
  ],
  [
    'repository of an OCI registry',
    { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'HelmRepository', spec: { type: 'oci' } },
    'unknown',
    undefined,
    true,
  ],
  [
    'Crossplane is in sync',
    withConditions(
      's3.aws.upbound.io/v1beta1',
      'Bucket',
      { type: 'Synced', status: 'True', reason: 'ReconcileSuccess' },
      ready('True', { reason: 'Available' }),
    ),
    'healthy',
    'Available',
    true,
  ],
  [
    'Crossplane fails',
    withConditions(
      's3.aws.upbound.io/v1beta1',
      'Bucket',
      { type: 'Synced', status: 'False', reason: 'ReconcileError' },
      ready(),
    ),
    'unhealthy',
    'ReconcileError',
    false,
  ],
  [
    'Crossplane creates',
    withConditions('s3.aws.upbound.io/v1beta1', 'Bucket', ready('False', { reason: 'Creating' })),
    'unknown',
    'Creating',
    false,
  ],
  ['Application is well', application('Healthy', 'Synced'), 'healthy', 'Healthy', true],
  ['Application differs', application('Healthy', 'OutOfSync'), 'healthy', 'OutOfSync', false],
  ['Application is not well', application('Degraded', 'Synced'), 'unhealthy', 'Degraded', true],
  [
    'Workflow failed',
    { apiVersion: 'argoproj.io/v1alpha1', kind: 'Workflow', status: { phase: 'Failed' } },
    'unhealthy',
    'Failed',
    true,
  ],
  ['Canary passes', canary({ status: 'Passed', uptime1h: '60/60 (100.0%)' }), 'healthy', 'Passed', true],
  ['Canary passes again', canary({ status: 'Passed', uptime1h: '30/60 (50.0%)' }), 'warning', 'Passed', true],
  ['Canary fails', canary({ status: 'Failed' }), 'unhealthy', 'Failed', true],
  ['unknown kind is ready', withConditions('example.com/v1', 'Till', ready()), 'healthy', 'Ready', true],
  [
    'unknown kind is not ready',
    withConditions('example.com/v1', 'Till', ready('False', { reason: 'Jammed' })),
    'unhealthy',
    'Jammed',
    false,
  ],
  [
    'unknown kind has a phase',
    { apiVersion: 'example.com/v1', kind: 'Till', status: { phase: 'Running' } },
    'healthy',
    'Running',
    true,
  ],
]

describe.each([
  ['pod', pods],
  ['workload', workloads],
  ['other', others],
  ['custom resource', customResources],
])('%s', (_group, rows) => {
  test.each(rows)('%s', (_title, document, health, status, isReady) => {
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
