import type { Clock } from '../../../platform/clock.ts'
import type { AffectedResource } from './filter.ts'
import {
  decideFailures,
  decideOther,
  type DecideDependencies,
  type PreparedEvent,
  prepareEvent,
} from './decide.ts'

/** Failures that one transaction decides about. */
const MOST_TOGETHER = 100
/** How long failures are gathered while they keep coming: a transaction with fifty costs little more than one with five. */
const GATHER_MILLISECONDS = 25
/** Failures keep coming if others were decided about this recently. Milliseconds. */
const BUSY_MILLISECONDS = 500
/** Other events that are decided about at once. Each takes a connection. */
const MOST_AT_ONCE = 12

interface WaitingEvent {
  event: PreparedEvent
  done: PromiseWithResolvers<void>
}

const resourceOf = ({ event: { resource } }: WaitingEvent) => `${resource.state.kind} ${resource.state.id}`

/** Takes the first failures that can be decided together: those of different resources. */
function takeTogether(waiting: WaitingEvent[]): WaitingEvent[] {
  const seen = new Set<string>()
  const end = waiting.findIndex((each) => {
    const resource = resourceOf(each)
    const isSeen = seen.has(resource)
    seen.add(resource)
    return isSeen
  })
  return waiting.splice(0, Math.min(end === -1 ? waiting.length : end, MOST_TOGETHER))
}

/** Decides about an event. Calling it again with the same event changes nothing. */
export type Decide = (resource: AffectedResource) => Promise<void>

/**
 * Creates what decides about the events of a process. Failures that arrive while others are decided about are decided about
 * together; one that comes alone does not wait.
 */
export function createDecider(dependencies: DecideDependencies, clock: Pick<Clock, 'wait'>): Decide {
  const failures: WaitingEvent[] = []
  const others: WaitingEvent[] = []
  let isDeciding = false
  let lastDecided = Number.NEGATIVE_INFINITY
  let atOnce = 0

  async function decideAll(batch: readonly WaitingEvent[]): Promise<void> {
    try {
      await decideFailures(
        dependencies,
        batch.map(({ event }) => event),
      )
      for (const { done } of batch) done.resolve()
    } catch (error) {
      if (batch.length === 1) for (const { done } of batch) done.reject(error)
      // One that fails must not hold back the others.
      else for (const each of batch) await decideAll([each])
    }
  }

  async function workOnFailures(): Promise<void> {
    if (isDeciding) return
    isDeciding = true
    while (failures.length > 0) {
      if (dependencies.now().getTime() - lastDecided < BUSY_MILLISECONDS)
        await clock.wait(GATHER_MILLISECONDS)
      await decideAll(takeTogether(failures))
      lastDecided = dependencies.now().getTime()
    }
    isDeciding = false
  }

  async function workOnOthers(): Promise<void> {
    if (atOnce >= MOST_AT_ONCE) return
    atOnce += 1
    for (let next = others.shift(); next !== undefined; next = others.shift())
      await decideOther(dependencies, next.event).then(next.done.resolve, next.done.reject)
    atOnce -= 1
  }

  return async (resource) => {
    const event = await prepareEvent(dependencies, resource)
    const done = Promise.withResolvers<void>()
    if (resource.happening.tells === 'alert') {
      failures.push({ event, done })
      void workOnFailures()
    } else {
      others.push({ event, done })
      void workOnOthers()
    }
    await done.promise
  }
}
