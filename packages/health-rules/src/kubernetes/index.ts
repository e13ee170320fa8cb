import { type Fields, textAt, timeAt } from '../document.ts'
import { healthByAnyState } from '../fallback.ts'
import { type HealthOutcome, outcome } from '../outcome.ts'
import { healthOfState } from '../words.ts'
import { certificateHealth, certificateRequestHealth } from './certificate.ts'
import { byUsualConditions } from './conditions.ts'
import {
  autoscalerHealth,
  cronJobHealth,
  jobHealth,
  namespaceHealth,
  nodeHealth,
  routeHealth,
  volumeHealth,
} from './core.ts'
import { applicationHealth, canaryHealth, rolloutHealth, workflowHealth } from './delivery.ts'
import { podHealth } from './pod.ts'
import { daemonSetHealth, replicaHealth } from './workload.ts'

type Rule = (document: Fields, now: Date) => HealthOutcome | undefined

/** Rules by API group and kind. */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['/Pod', podHealth],
  ['/Node', nodeHealth],
  ['/Namespace', namespaceHealth],
  ['/Service', routeHealth],
  ['/PersistentVolumeClaim', volumeHealth],
  ['/PersistentVolume', volumeHealth],
  ['apps/Deployment', replicaHealth],
  ['apps/StatefulSet', replicaHealth],
  ['apps/ReplicaSet', replicaHealth],
  ['apps/DaemonSet', daemonSetHealth],
  ['batch/Job', jobHealth],
  ['batch/CronJob', cronJobHealth],
  ['networking.k8s.io/Ingress', routeHealth],
  ['extensions/Ingress', routeHealth],
  ['autoscaling/HorizontalPodAutoscaler', autoscalerHealth],
  ['cert-manager.io/Certificate', certificateHealth],
  ['cert-manager.io/CertificateRequest', certificateRequestHealth],
  ['argoproj.io/Application', applicationHealth],
  ['argoproj.io/Rollout', rolloutHealth],
  ['argoproj.io/Workflow', workflowHealth],
  ['canaries.flanksource.com/Canary', canaryHealth],
])

const MINUTE = 60_000
const STALLED = 60 * MINUTE
const POD_STALLED = 15 * MINUTE

/** Health of what is being deleted: nothing else about it matters. */
function terminating(document: Fields, now: Date): HealthOutcome | undefined {
  const since = timeAt(document, 'metadata', 'deletionTimestamp')
  if (since === undefined) return undefined
  const lasts = now.getTime() - since.getTime()
  const minutes = Math.floor(lasts / MINUTE)
  if (document['kind'] === 'Pod' && lasts >= POD_STALLED)
    return outcome('warning', 'Terminating', { message: `terminating for ${minutes} minutes` })
  return lasts > STALLED
    ? outcome('warning', 'TerminatingStalled', { message: `terminating for ${minutes} minutes` })
    : outcome('unknown', 'Terminating')
}

/** Health of an object of the Kubernetes API, custom resources included. */
export function kubernetesHealth(document: Fields, now: Date): HealthOutcome {
  const ends = terminating(document, now)
  if (ends !== undefined) return ends
  const apiVersion = textAt(document, 'apiVersion') ?? ''
  const group = apiVersion.includes('/') ? (apiVersion.split('/', 1)[0] ?? '') : ''
  const kind = textAt(document, 'kind') ?? ''
  const own = rules.get(`${group}/${kind}`)?.(document, now) ?? byUsualConditions(document, group)
  if (own !== undefined) return own
  const state =
    textAt(document, 'status', 'phase') ??
    textAt(document, 'status', 'state') ??
    textAt(document, 'status', 'health', 'status')
  if (state !== undefined) return healthOfState(state, textAt(document, 'status', 'message'))
  // An object without a status is what was asked for, as far as anybody can tell.
  if (document['status'] === undefined) return outcome('unknown', undefined, { ready: true })
  return healthByAnyState({ status: document['status'] })
}
