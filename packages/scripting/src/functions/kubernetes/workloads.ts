import { dig } from '../../values.ts'
import { condition, healthOf, type HealthRule, listAt, numberAt, type ObjectHealth, textAt } from './shape.ts'

/** Reasons for waiting that do not pass by themselves. */
const brokenReasons = new Set([
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'ErrImagePull',
  'ErrImageNeverPull',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
])

function pod(object: unknown): ObjectHealth {
  const containers = [
    ...listAt(object, 'status', 'initContainerStatuses'),
    ...listAt(object, 'status', 'containerStatuses'),
  ]
  for (const container of containers) {
    const reason = textAt(container, 'state', 'waiting', 'reason')
    if (brokenReasons.has(reason))
      return healthOf('unhealthy', reason, { message: textAt(container, 'state', 'waiting', 'message') })
  }
  const phase = textAt(object, 'status', 'phase')
  const message = textAt(object, 'status', 'message')
  if (phase === 'Succeeded') return healthOf('healthy', 'Completed')
  if (phase === 'Failed')
    return healthOf('unhealthy', textAt(object, 'status', 'reason') || 'Failed', { message })
  if (phase === 'Pending') {
    const scheduled = condition(object, 'PodScheduled')
    return scheduled?.status === 'False'
      ? healthOf('unhealthy', scheduled.reason || 'Unschedulable', { message: scheduled.message })
      : healthOf('unknown', 'Pending', { message, ready: false })
  }
  if (phase !== 'Running') return healthOf('unknown', phase || 'Unknown', { message })
  const ready = condition(object, 'Ready')
  if (ready?.status === 'True') return healthOf('healthy', 'Running')
  const last = containers.find((container) => dig(container, 'ready') === false)
  return healthOf('warning', 'Not Ready', {
    message: ready?.message || textAt(last, 'lastState', 'terminated', 'reason'),
    ready: false,
  })
}

/** What of wanted copies is there, in the words that all of these kinds share. */
function copies(wanted: number, available: number, updated: number): ObjectHealth {
  if (wanted === 0) return healthOf('healthy', 'Scaled to Zero')
  if (updated < wanted)
    return healthOf(available > 0 ? 'healthy' : 'unknown', 'Rolling Out', {
      message: `${updated} of ${wanted} updated`,
      ready: false,
    })
  if (available < wanted)
    return healthOf(available === 0 ? 'unhealthy' : 'warning', 'Unavailable', {
      message: `${available} of ${wanted} available`,
      ready: false,
    })
  return healthOf('healthy', 'Running')
}

function behind(object: unknown): boolean {
  return (
    (numberAt(object, 'status', 'observedGeneration') ?? 0) <
    (numberAt(object, 'metadata', 'generation') ?? 0)
  )
}

const deployment: HealthRule = (object) => {
  if (dig(object, 'spec', 'paused') === true) return healthOf('healthy', 'Suspended', { ready: false })
  const progress = condition(object, 'Progressing')
  if (progress?.reason === 'ProgressDeadlineExceeded')
    return healthOf('unhealthy', 'Progress Deadline Exceeded', { message: progress.message })
  const failure = condition(object, 'ReplicaFailure')
  if (failure?.status === 'True') return healthOf('unhealthy', failure.reason, { message: failure.message })
  if (behind(object)) return healthOf('unknown', 'Updating', { ready: false })
  const wanted = numberAt(object, 'spec', 'replicas') ?? 1
  const status = (key: string) => numberAt(object, 'status', key) ?? 0
  return copies(wanted, status('availableReplicas'), status('updatedReplicas'))
}

const replicaSet: HealthRule = (object) => {
  const failure = condition(object, 'ReplicaFailure')
  if (failure?.status === 'True') return healthOf('unhealthy', failure.reason, { message: failure.message })
  const wanted = numberAt(object, 'spec', 'replicas') ?? 1
  return copies(wanted, numberAt(object, 'status', 'availableReplicas') ?? 0, wanted)
}

const statefulSet: HealthRule = (object) => {
  if (behind(object)) return healthOf('unknown', 'Updating', { ready: false })
  const wanted = numberAt(object, 'spec', 'replicas') ?? 1
  const ready = numberAt(object, 'status', 'readyReplicas') ?? 0
  return copies(wanted, ready, numberAt(object, 'status', 'updatedReplicas') ?? wanted)
}

const daemonSet: HealthRule = (object) => {
  if (behind(object)) return healthOf('unknown', 'Updating', { ready: false })
  const status = (key: string) => numberAt(object, 'status', key) ?? 0
  const wanted = status('desiredNumberScheduled')
  return copies(
    wanted,
    status('numberAvailable'),
    numberAt(object, 'status', 'updatedNumberScheduled') ?? wanted,
  )
}

const job: HealthRule = (object) => {
  const failed = condition(object, 'Failed')
  if (failed?.status === 'True') return healthOf('unhealthy', 'Failed', { message: failed.message })
  if (condition(object, 'Complete')?.status === 'True') return healthOf('healthy', 'Completed')
  if (dig(object, 'spec', 'suspend') === true) return healthOf('healthy', 'Suspended', { ready: false })
  return healthOf('healthy', 'Running', { ready: false })
}

const cronJob: HealthRule = (object) => {
  if (dig(object, 'spec', 'suspend') === true) return healthOf('healthy', 'Suspended', { ready: false })
  return healthOf('healthy', listAt(object, 'status', 'active').length > 0 ? 'Active' : 'Scheduled')
}

export const workloads: Readonly<Record<string, HealthRule>> = {
  Pod: pod,
  Deployment: deployment,
  ReplicaSet: replicaSet,
  StatefulSet: statefulSet,
  DaemonSet: daemonSet,
  Job: job,
  CronJob: cronJob,
}
