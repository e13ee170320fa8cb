import { dig, isRecord } from '../../values.ts'
import { condition, healthOf, type HealthRule, listAt, type ObjectHealth, textAt } from './shape.ts'
import { workloads } from './workloads.ts'

/** Health by one condition that should be True. */
function byCondition(type: string): HealthRule {
  return (object) => {
    if (dig(object, 'spec', 'suspend') === true) return healthOf('healthy', 'Suspended', { ready: false })
    const found = condition(object, type)
    if (found === undefined) return healthOf('unknown', 'Unknown')
    const { message, reason } = found
    if (found.status === 'True') return healthOf('healthy', reason || type, { message })
    if (
      /^(progress|reconciling|issuing|pending|installing|upgrading)/i.test(reason) ||
      found.status === 'Unknown'
    )
      return healthOf('unknown', reason || 'Progressing', { message, ready: false })
    return healthOf('unhealthy', reason || `Not ${type}`, { message })
  }
}

const argoHealth: Readonly<Record<string, ObjectHealth['health']>> = {
  Healthy: 'healthy',
  Suspended: 'warning',
  Progressing: 'unknown',
  Degraded: 'unhealthy',
  Missing: 'unhealthy',
}

const phases: Readonly<Record<string, ObjectHealth['health']>> = {
  Succeeded: 'healthy',
  Healthy: 'healthy',
  Running: 'healthy',
  Paused: 'warning',
  Progressing: 'unknown',
  Pending: 'unknown',
  Degraded: 'unhealthy',
  Failed: 'unhealthy',
  Error: 'unhealthy',
}

function byPhase(object: unknown): ObjectHealth {
  const phase = textAt(object, 'status', 'phase')
  const health = phases[phase] ?? 'unknown'
  return healthOf(health, phase || 'Unknown', {
    message: textAt(object, 'status', 'message'),
    ready: health === 'healthy' && phase !== 'Running',
  })
}

function loadBalancer(object: unknown): ObjectHealth {
  return listAt(object, 'status', 'loadBalancer', 'ingress').length > 0
    ? healthOf('healthy', 'Running')
    : healthOf('unknown', 'Creating', { ready: false })
}

const rules: Readonly<Record<string, HealthRule>> = {
  ...workloads,
  PersistentVolumeClaim: (object) => {
    const phase = textAt(object, 'status', 'phase')
    return healthOf(
      phase === 'Bound' ? 'healthy' : phase === 'Lost' ? 'unhealthy' : 'unknown',
      phase || 'Pending',
    )
  },
  Service: (object) =>
    textAt(object, 'spec', 'type') === 'LoadBalancer' ? loadBalancer(object) : healthOf('healthy', 'Running'),
  Ingress: loadBalancer,
  HorizontalPodAutoscaler: (object) => {
    for (const type of ['AbleToScale', 'ScalingActive']) {
      const found = condition(object, type)
      if (found?.status === 'False') return healthOf('unhealthy', found.reason, { message: found.message })
    }
    const limited = condition(object, 'ScalingLimited')
    return healthOf('healthy', limited?.status === 'True' ? limited.reason : 'Healthy', {
      message: limited?.message ?? '',
    })
  },
  Node: (object) => {
    const ready = condition(object, 'Ready')
    if (ready?.status !== 'True') return healthOf('unhealthy', 'NotReady', { message: ready?.message ?? '' })
    for (const type of ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable']) {
      const found = condition(object, type)
      if (found?.status === 'True') return healthOf('warning', type, { message: found.message, ready: true })
    }
    return dig(object, 'spec', 'unschedulable') === true
      ? healthOf('warning', 'Cordoned', { ready: true })
      : healthOf('healthy', 'Ready')
  },
  Namespace: (object) => {
    const phase = textAt(object, 'status', 'phase')
    return healthOf(phase === 'Terminating' ? 'unknown' : 'healthy', phase || 'Active')
  },
  APIService: byCondition('Available'),
  Certificate: (object, now) => {
    const end = new Date(textAt(object, 'status', 'notAfter'))
    if (end < now)
      return healthOf('unhealthy', 'Expired', {
        message: `expired at ${textAt(object, 'status', 'notAfter')}`,
      })
    return byCondition('Ready')(object, now)
  },
  Application: (object) => {
    const status = textAt(object, 'status', 'health', 'status')
    return healthOf(argoHealth[status] ?? 'unknown', status || 'Unknown', {
      message: textAt(object, 'status', 'health', 'message'),
    })
  },
  Rollout: byPhase,
  Workflow: byPhase,
}

/** Health of an object of Kubernetes by the rules of its kind; other kinds by their Ready condition. */
export function objectHealth(object: unknown, now: Date): ObjectHealth {
  if (!isRecord(object)) return healthOf('unknown', 'Unknown', { message: 'not an object of Kubernetes' })
  const ended = dig(object, 'metadata', 'deletionTimestamp')
  if (typeof ended === 'string' && ended !== '') return healthOf('unknown', 'Terminating', { ready: false })
  const kind = textAt(object, 'kind')
  const rule = Object.hasOwn(rules, kind) ? rules[kind] : undefined
  return (rule ?? byCondition('Ready'))(object, now)
}
