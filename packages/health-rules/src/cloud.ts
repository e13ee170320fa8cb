import { type Fields, listAt, textAt, timeAt } from './document.ts'
import { healthByAnyState } from './fallback.ts'
import { type HealthOutcome, outcome } from './outcome.ts'
import { healthOfState } from './words.ts'

type Path = readonly string[]

/** Where documents of AWS have their state, by type. The API writes some names in both ways. */
const statePaths: ReadonlyMap<string, readonly Path[]> = new Map([
  ['EC2::Instance', [['State', 'Name'], ['state', 'name'], ['State']]],
  ['EC2::VPC', [['State']]],
  ['EC2::Subnet', [['State']]],
  ['EBS::Volume', [['State']]],
  ['EFS::FileSystem', [['LifeCycleState']]],
  ['RDS::DBInstance', [['DBInstanceStatus'], ['Status']]],
  ['EKS::Cluster', [['status'], ['Status']]],
  ['ElasticLoadBalancing::LoadBalancer', [['State', 'Code']]],
  ['ElasticLoadBalancingV2::LoadBalancer', [['State', 'Code']]],
  ['Lambda::Function', [['State'], ['Configuration', 'State']]],
  ['CloudFormation::Stack', [['StackStatus']]],
  ['ElastiCache::CacheCluster', [['CacheClusterStatus']]],
  ['ECS::Cluster', [['status'], ['Status']]],
  ['ECS::Service', [['status'], ['Status']]],
])

/** Why a state is as it is. */
const messagePaths: readonly Path[] = [
  ['StateReason', 'Message'],
  ['StateReason'],
  ['StackStatusReason'],
  ['State', 'Reason'],
]

function firstText(document: Fields, paths: readonly Path[]): string | undefined {
  return paths.map((path) => textAt(document, ...path)).find((text) => text !== undefined)
}

const either = (document: Fields, key: string) =>
  textAt(document, key) ?? textAt(document, `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`)

/** Ends of a task of ECS that somebody wanted. */
const wantedStops = new Set([
  'UserInitiated',
  'ServiceSchedulerInitiated',
  'SpotInterruption',
  'TerminationNotice',
])

/** Health of a task of ECS: while it runs by its health check, afterwards by why it ended. */
/** Whether a line of a message says that a program exited with 0. */
function saysExitZero(message: string): boolean {
  return message.split('\n').some((line) => {
    const exit = /exit(?:ed)?\b/i.exec(line)
    return exit !== null && /\b0\b/.test(line.slice(exit.index + exit[0].length))
  })
}

function taskHealth(document: Fields): HealthOutcome | undefined {
  const status = either(document, 'lastStatus')
  const message = either(document, 'stoppedReason')
  const stop = either(document, 'stopCode')
  if (status === undefined) return undefined
  if (stop === undefined) {
    const checked = either(document, 'healthStatus')
    if (checked === 'UNHEALTHY') return outcome('unhealthy', 'Unhealthy', { ready: true, message })
    return healthOfState(status, message)
  }
  if (wantedStops.has(stop)) return outcome('unknown', stop, { ready: true, message })
  const isEnd = stop === 'EssentialContainerExited' && saysExitZero(message ?? '')
  return outcome(isEnd ? 'healthy' : 'unhealthy', stop, { ready: true, message })
}

/** Health of a resource of AWS. */
export function amazonHealth(type: string, document: Fields): HealthOutcome {
  const [, ...parts] = type.split('::')
  const name = parts.join('::')
  if (name === 'ECS::Task') return taskHealth(document) ?? healthByAnyState(document)
  const state = firstText(document, statePaths.get(name) ?? [])
  return state === undefined
    ? healthByAnyState(document)
    : healthOfState(state, firstText(document, messagePaths))
}

const EXPIRES_SOON = 30 * 24 * 60 * 60_000

/** Health of a secret or certificate of an application, by when it ends. */
function credentialHealth(document: Fields, now: Date): HealthOutcome {
  const end = timeAt(document, 'endDateTime')
  if (end === undefined) return outcome('unknown', undefined)
  const left = end.getTime() - now.getTime()
  if (left <= 0) return outcome('unhealthy', 'Expired', { message: `expired at ${end.toISOString()}` })
  return left < EXPIRES_SOON
    ? outcome('warning', 'Expiring', { ready: true, message: `expires at ${end.toISOString()}` })
    : outcome('healthy', 'Valid', { ready: true })
}

/** Whether a machine runs, as its instance view says: one of several states, such as `PowerState/running`. */
function instancePower(document: Fields): string | undefined {
  const codes = listAt(document, 'properties', 'instanceView', 'statuses').map((status) =>
    textAt(status, 'code'),
  )
  return codes.find((code) => code?.startsWith('PowerState/'))?.slice('PowerState/'.length)
}

/** Health of a resource of Azure: whether it runs, else whether it was made. */
export function azureHealth(type: string, document: Fields, now: Date): HealthOutcome {
  if (type === 'Azure::ClientSecret' || type === 'Azure::ClientCertificate')
    return credentialHealth(document, now)
  const power =
    firstText(document, [
      ['properties', 'powerState', 'code'],
      ['properties', 'powerState'],
      ['properties', 'extended', 'instanceView', 'powerState', 'displayStatus'],
    ]) ?? instancePower(document)
  const made = textAt(document, 'properties', 'provisioningState')
  const provisioned = made === undefined ? undefined : healthOfState(made)
  if (provisioned?.health === 'unhealthy') return provisioned
  if (power !== undefined) return healthOfState(power.replace(/^VM /i, ''))
  const state = firstText(document, [
    ['properties', 'state'],
    ['properties', 'status'],
  ])
  if (state !== undefined) return healthOfState(state)
  return provisioned ?? healthByAnyState(document)
}

/** Health of a database of MongoDB or Atlas. */
export function mongoHealth(_type: string, document: Fields): HealthOutcome {
  const state = firstText(document, [['stateName'], ['state'], ['stateStr'], ['status']])
  return state === undefined ? healthByAnyState(document) : healthOfState(state)
}
