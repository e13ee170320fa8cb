import { at, type Fields, listAt, textAt, timeAt } from '../document.ts'
import { type HealthOutcome, outcome } from '../outcome.ts'
import { byConditions, conditionOf, conditionsOf } from './conditions.ts'

const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable'

/** Conditions of nodes that are bad when true, and how bad. */
const pressure = new Map([
  ['NetworkUnavailable', 'unhealthy'],
  ['MemoryPressure', 'warning'],
  ['DiskPressure', 'warning'],
  ['PIDPressure', 'warning'],
] as const)

/** Health of a Node. */
export function nodeHealth(document: Fields): HealthOutcome {
  const ready = conditionOf(document, 'Ready')
  if (ready !== undefined && ready.status !== 'True')
    return outcome('unhealthy', 'NotReady', { message: ready.message })
  for (const [type, health] of pressure) {
    const condition = conditionOf(document, type)
    if (condition?.status === 'True')
      return outcome(health, type, { ready: true, message: condition.message })
  }
  const isCordoned =
    at(document, 'spec', 'unschedulable') === true ||
    listAt(document, 'spec', 'taints').some((taint) => textAt(taint, 'key') === UNSCHEDULABLE)
  if (isCordoned) return outcome('warning', 'Unschedulable', { message: 'no pods are scheduled to it' })
  // Other conditions, such as those of the node problem detector, name a problem when they are true.
  const other = conditionsOf(document).find(({ type, status }) => type !== 'Ready' && status === 'True')
  if (other !== undefined)
    return outcome('warning', 'Degraded', { ready: true, message: `${other.type}: ${other.message ?? ''}` })
  return ready === undefined ? outcome('unknown', 'Unknown') : outcome('healthy', 'Ready', { ready: true })
}

/** Health of a Job. */
export function jobHealth(document: Fields): HealthOutcome {
  return (
    byConditions(document, [
      { type: 'Failed', status: 'True', health: 'unhealthy', ready: true, shown: 'Failed' },
      { type: 'FailureTarget', status: 'True', health: 'unhealthy', ready: false, shown: 'Failed' },
      { type: 'Complete', status: 'True', health: 'healthy', ready: true, shown: 'Completed' },
      { type: 'Suspended', status: 'True', health: 'unknown', ready: true, shown: 'Suspended' },
    ]) ?? outcome('healthy', 'Running')
  )
}

/** Health of a CronJob: by whether the last run that was due succeeded. */
export function cronJobHealth(document: Fields): HealthOutcome {
  if (at(document, 'spec', 'suspend') === true) return outcome('unknown', 'Suspended', { ready: true })
  const scheduled = timeAt(document, 'status', 'lastScheduleTime')
  const succeeded = timeAt(document, 'status', 'lastSuccessfulTime')
  if (scheduled === undefined)
    return outcome('unknown', 'Pending', { ready: true, message: 'never scheduled' })
  if (listAt(document, 'status', 'active').length > 0) return outcome('healthy', 'Running')
  if (succeeded === undefined)
    return outcome('unhealthy', 'Failed', { ready: true, message: 'never succeeded' })
  return succeeded < scheduled
    ? outcome('unhealthy', 'Failed', {
        ready: true,
        message: `the last run failed; the last success was at ${succeeded.toISOString()}`,
      })
    : outcome('healthy', 'Completed', { ready: true })
}

/** Health of a PersistentVolumeClaim or a PersistentVolume. */
export function volumeHealth(document: Fields): HealthOutcome {
  const phase = textAt(document, 'status', 'phase')
  const message = textAt(document, 'status', 'message')
  switch (phase) {
    case 'Bound':
    case 'Available':
      return outcome('healthy', phase, { ready: true, message })
    case 'Pending':
      return outcome('healthy', phase, { message })
    case 'Lost':
    case 'Failed':
      return outcome('unhealthy', phase, { message })
    default:
      return outcome('unknown', phase, { message })
  }
}

/** Health of a Service or an Ingress. */
export function routeHealth(document: Fields): HealthOutcome {
  const hasAddress = listAt(document, 'status', 'loadBalancer', 'ingress').length > 0
  if (hasAddress) return outcome('healthy', 'Running', { ready: true })
  const isService = document['kind'] === 'Service'
  if (isService && textAt(document, 'spec', 'type') !== 'LoadBalancer')
    // It says nothing about what is behind it.
    return outcome('unknown', undefined, { ready: true })
  return outcome('unknown', isService ? 'Creating' : 'Pending')
}

/** Health of a HorizontalPodAutoscaler. */
export function autoscalerHealth(document: Fields): HealthOutcome {
  const failed = conditionsOf(document).find(
    ({ reason = '', status, type }) =>
      /^(?:Failed|Invalid)/.test(reason) ||
      (type === 'AbleToScale' && status === 'False' && reason !== 'BackoffBoth'),
  )
  if (failed !== undefined)
    return outcome('unhealthy', failed.reason ?? failed.type, { message: failed.message })
  const limited = conditionOf(document, 'ScalingLimited')
  if (limited?.status === 'True')
    return outcome('healthy', limited.reason ?? 'ScalingLimited', { ready: true, message: limited.message })
  const able = conditionOf(document, 'AbleToScale') ?? conditionOf(document, 'ScalingActive')
  return able === undefined
    ? outcome('unknown', 'Pending')
    : outcome('healthy', able.reason ?? 'Running', { ready: true, message: able.message })
}

/** Health of a Namespace, which is unknown: what is in it has one. */
export function namespaceHealth(document: Fields): HealthOutcome {
  const phase = textAt(document, 'status', 'phase')
  return outcome('unknown', phase, { ready: phase === 'Active' })
}
