import { at, type Fields, listAt, numberAt, timeAt } from '../document.ts'
import { type Health, type HealthOutcome, outcome } from '../outcome.ts'
import { conditionOf } from './conditions.ts'

const LEAST_GRACE = 600_000
const PROBE = { period: 10, failures: 3 }

/** How long a container may take to become ready by its probe, in milliseconds. */
function probeBudget(probe: unknown): number {
  if (probe === undefined) return 0
  const delay = numberAt(probe, 'initialDelaySeconds') ?? 0
  const period = numberAt(probe, 'periodSeconds') ?? PROBE.period
  const failures = numberAt(probe, 'failureThreshold') ?? PROBE.failures
  return (delay + period * failures) * 1_000
}

/** Whether something was made so recently that it may still be starting. */
function isStarting(document: Fields, now: Date): boolean {
  const created = timeAt(document, 'metadata', 'creationTimestamp')
  if (created === undefined) return false
  const budgets = listAt(document, 'spec', 'template', 'spec', 'containers').map(
    (container) => probeBudget(at(container, 'startupProbe')) + probeBudget(at(container, 'readinessProbe')),
  )
  return now.getTime() - created.getTime() < Math.max(LEAST_GRACE, ...budgets)
}

interface Counts {
  desired: number
  replicas: number
  ready: number
  updated: number
}

function countsOf(document: Fields): Counts {
  const replicas = numberAt(document, 'status', 'replicas') ?? 0
  const hasUpdates = document['kind'] !== 'ReplicaSet'
  return {
    desired: numberAt(document, 'spec', 'replicas') ?? 1,
    replicas,
    ready: numberAt(document, 'status', 'readyReplicas') ?? 0,
    updated: hasUpdates ? (numberAt(document, 'status', 'updatedReplicas') ?? 0) : replicas,
  }
}

function describe({ desired, replicas, ready, updated }: Counts): string {
  return [
    `${ready}/${desired} ready`,
    ...(replicas > updated ? [`${replicas - updated} updating`] : []),
    ...(replicas > desired ? [`${replicas - desired} terminating`] : []),
  ].join(', ')
}

/** The state of a set of replicas in words. */
function stateOf(
  { desired, replicas, ready, updated }: Counts,
  { starts, isAvailable }: { starts: boolean; isAvailable: boolean },
): string {
  if (desired === 0) return 'Scaling Down'
  if (replicas === 0) return 'Pending'
  if (ready === 0) return starts ? 'Starting' : isAvailable ? 'Updating' : 'CrashLoopBackOff'
  if (updated !== desired && replicas >= desired) return 'Rolling Out'
  if (replicas > desired) return 'Scaling Down'
  if (replicas < desired) return 'Scaling Up'
  if (ready < desired) return starts ? 'Starting' : 'Degraded'
  return 'Running'
}

/** Whether the controller has seen the newest spec. */
function isObserved(document: Fields): boolean {
  const [wanted, seen] = [
    numberAt(document, 'metadata', 'generation'),
    numberAt(document, 'status', 'observedGeneration'),
  ]
  return wanted === undefined || seen === undefined || seen >= wanted
}

/** Health of a Deployment, StatefulSet or ReplicaSet. */
export function replicaHealth(document: Fields, now: Date): HealthOutcome {
  const counts = countsOf(document)
  const { desired, replicas, ready, updated } = counts
  const message = describe(counts)
  const failure = conditionOf(document, 'ReplicaFailure')
  if (failure?.status === 'True')
    return outcome('unhealthy', 'Failed Create', { ready: true, message: failure.message ?? message })
  if (desired === 0 && replicas === 0) return outcome('unknown', 'Scaled to Zero', { ready: true, message })

  const starts = isStarting(document, now)
  const available = conditionOf(document, 'Available')
  const progressing = conditionOf(document, 'Progressing')
  const isAvailable = available === undefined ? ready >= desired : available.status === 'True'
  const isStuck = !starts && progressing?.reason === 'ProgressDeadlineExceeded'
  const isArrived =
    ready >= desired &&
    replicas === desired &&
    updated === desired &&
    isObserved(document) &&
    (progressing === undefined || progressing.reason !== 'ReplicaSetUpdated')

  const plain: Health =
    replicas === 0 && !isStuck ? 'unknown' : isAvailable ? 'healthy' : ready > 0 ? 'warning' : 'unhealthy'
  const health: Health = starts && plain !== 'healthy' ? 'unknown' : plain
  if (at(document, 'spec', 'paused') === true) return outcome(health, 'Suspended', { message })
  if (isStuck)
    return outcome(health === 'unhealthy' ? 'unhealthy' : 'warning', 'Rollout Failed', {
      message: progressing?.message ?? message,
    })
  return outcome(health, stateOf(counts, { starts, isAvailable }), { ready: isArrived, message })
}

/** Health of a DaemonSet. */
export function daemonSetHealth(document: Fields, now: Date): HealthOutcome {
  const desired = numberAt(document, 'status', 'desiredNumberScheduled') ?? 0
  const available = numberAt(document, 'status', 'numberAvailable') ?? 0
  const updated = numberAt(document, 'status', 'updatedNumberScheduled') ?? 0
  const message = `${available}/${desired} available`
  const isUpdated = updated >= desired && isObserved(document)
  if (isUpdated && available >= desired) return outcome('healthy', 'Running', { ready: true, message })
  const plain: Health = available >= desired ? 'healthy' : available > 0 ? 'warning' : 'unhealthy'
  const starts = isStarting(document, now)
  const health: Health = starts && plain === 'unhealthy' ? 'unknown' : plain
  return outcome(health, !isUpdated ? 'Rolling Out' : starts ? 'Starting' : 'Degraded', { message })
}
