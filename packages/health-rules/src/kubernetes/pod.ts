import { at, type Fields, listAt, numberAt, textAt, timeAt } from '../document.ts'
import { type HealthOutcome, outcome } from '../outcome.ts'
import { conditionOf } from './conditions.ts'

const MINUTE = 60_000
const RECENT = 30 * MINUTE
/** Restarts are looked at for so long after the last end of a container. */
const REMEMBERED = 24 * 60 * MINUTE
const FEW_RESTARTS = 2

/** A reason for which a container waits that no patience helps against. */
function isErrorReason(reason: string): boolean {
  return reason.startsWith('Err') || reason.endsWith('Error') || reason.endsWith('BackOff')
}

/** Health by a container that waits for no good reason. */
function waitingError(containers: readonly Fields[]): HealthOutcome | undefined {
  for (const container of containers) {
    const reason = textAt(container, 'state', 'waiting', 'reason')
    if (reason !== undefined && isErrorReason(reason))
      return outcome('unhealthy', reason, { message: textAt(container, 'state', 'waiting', 'message') })
  }
  return undefined
}

/** How a container ended, for people. */
function endOf(name: string, terminated: unknown): string | undefined {
  const message = textAt(terminated, 'message')
  if (message !== undefined) return message
  const [reason, code] = [textAt(terminated, 'reason'), numberAt(terminated, 'exitCode') ?? 0]
  if (reason === 'OOMKilled') return `container "${name}" ran out of memory`
  return code === 0 ? undefined : `container "${name}" failed with exit code ${code}`
}

/** Health by containers that were restarted again and again, and not long ago. */
function restartError(containers: readonly Fields[], isReady: boolean, now: Date): HealthOutcome | undefined {
  for (const container of containers) {
    const ended = at(container, 'lastState', 'terminated')
    const finished = timeAt(ended, 'finishedAt')
    if ((numberAt(container, 'restartCount') ?? 0) <= FEW_RESTARTS || finished === undefined) continue
    const ago = now.getTime() - finished.getTime()
    if (ago >= REMEMBERED) continue
    return outcome(ago < RECENT ? 'unhealthy' : 'warning', textAt(ended, 'reason') ?? 'Restarting', {
      ready: isReady,
      message: `${numberAt(container, 'restartCount')} restarts; ${endOf(textAt(container, 'name') ?? '', ended) ?? 'the container ended'}`,
    })
  }
  return undefined
}

function pending(document: Fields): HealthOutcome {
  const waiting = waitingError([
    ...listAt(document, 'status', 'initContainerStatuses'),
    ...listAt(document, 'status', 'containerStatuses'),
  ])
  if (waiting !== undefined) return waiting
  const scheduled = conditionOf(document, 'PodScheduled')
  if (scheduled?.reason === 'Unschedulable')
    return outcome('unhealthy', 'Unschedulable', { message: scheduled.message })
  return outcome('unknown', 'Pending', { message: textAt(document, 'status', 'message') })
}

function failed(document: Fields): HealthOutcome {
  const containers = [
    ...listAt(document, 'status', 'initContainerStatuses'),
    ...listAt(document, 'status', 'containerStatuses'),
  ]
  const ends = containers.flatMap(
    (container) => endOf(textAt(container, 'name') ?? '', at(container, 'state', 'terminated')) ?? [],
  )
  const isOutOfMemory = containers.some(
    (container) => textAt(container, 'state', 'terminated', 'reason') === 'OOMKilled',
  )
  return outcome('unhealthy', isOutOfMemory ? 'OOMKilled' : 'Error', {
    ready: true,
    message: textAt(document, 'status', 'message') ?? ends[0],
  })
}

function running(document: Fields, now: Date): HealthOutcome {
  const isReady = conditionOf(document, 'Ready')?.status === 'True'
  const containers = listAt(document, 'status', 'containerStatuses')
  const message = textAt(document, 'status', 'message')
  const stays = (textAt(document, 'spec', 'restartPolicy') ?? 'Always') === 'Always'
  const fault = waitingError(containers) ?? (stays ? restartError(containers, isReady, now) : undefined)
  if (fault !== undefined) return fault
  if (isReady) return outcome('healthy', 'Running', { ready: true, message })
  if (!stays) {
    // A pod of a Job has containers that have ended while others run.
    const hasFailed = containers.some((one) => (numberAt(one, 'state', 'terminated', 'exitCode') ?? 0) !== 0)
    return hasFailed ? failed(document) : outcome('unknown', 'Running', { message })
  }
  for (const container of containers) {
    const ended = at(container, 'lastState', 'terminated')
    if (ended !== undefined)
      return outcome('unhealthy', textAt(ended, 'reason') ?? 'Error', {
        message: endOf(textAt(container, 'name') ?? '', ended),
      })
  }
  return outcome('unknown', 'Starting', { message: message ?? conditionOf(document, 'Ready')?.message })
}

/** Health of a Pod. */
export function podHealth(document: Fields, now: Date): HealthOutcome {
  if (textAt(document, 'status', 'reason') === 'Evicted')
    return outcome('warning', 'Evicted', { ready: true, message: textAt(document, 'status', 'message') })
  switch (textAt(document, 'status', 'phase')) {
    case 'Pending':
      return pending(document)
    case 'Succeeded':
      return outcome('healthy', 'Completed', { ready: true, message: textAt(document, 'status', 'message') })
    case 'Failed':
      return failed(document)
    case 'Running':
      return running(document, now)
    default:
      return outcome('unknown', 'Unknown', { message: textAt(document, 'status', 'message') })
  }
}
