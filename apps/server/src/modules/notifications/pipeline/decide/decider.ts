import type { Clock } from '../../../../platform/clock.ts'
import type { AffectedResource } from './filter.ts'
import {
  decideFailures,
  decideOthers,
  type DecideDependencies,
  type PreparedEvent,
  prepareEvent,
} from './decide.ts'

/** Events that one transaction decides about. */
const MOST_TOGETHER = 200
/** How long events are gathered while they keep coming: a transaction with fifty costs little more than one with five. */
const GATHER_MILLISECONDS = 25
/** Events keep coming if others were decided about this recently. Milliseconds. */
const BUSY_MILLISECONDS = 500

interface WaitingEvent {
  event: PreparedEvent
  done: PromiseWithResolvers<void>
}

const resourceOf = ({ event: { resource } }: WaitingEvent) => `${resource.state.kind} ${resource.state.id}`

/** Takes the first events that can be decided about together: those of different resources. */
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

type DecideTogether = (dependencies: DecideDependencies, events: readonly PreparedEvent[]) => Promise<void>

/**
 * Creates a queue of events that are decided about together as long as many come; one that comes alone does not wait. Those
 * about something critical go first.
 */
function createQueue(
  dependencies: DecideDependencies,
  clock: Pick<Clock, 'wait'>,
  decide: DecideTogether,
): (event: PreparedEvent) => Promise<void> {
  const urgent: WaitingEvent[] = []
  const usual: WaitingEvent[] = []
  let isDeciding = false
  let lastDecided = Number.NEGATIVE_INFINITY

  async function decideAll(batch: readonly WaitingEvent[]): Promise<void> {
    try {
      await decide(
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

  async function work(): Promise<void> {
    if (isDeciding) return
    isDeciding = true
    while (urgent.length + usual.length > 0) {
      if (urgent.length === 0 && dependencies.now().getTime() - lastDecided < BUSY_MILLISECONDS)
        await clock.wait(GATHER_MILLISECONDS)
      await decideAll(takeTogether(urgent.length > 0 ? urgent : usual))
      lastDecided = dependencies.now().getTime()
    }
    isDeciding = false
  }

  return async (event) => {
    const done = Promise.withResolvers<void>()
    const isUrgent = event.resource.state.severity === 'critical'
    ;(isUrgent ? urgent : usual).push({ event, done })
    void work()
    await done.promise
  }
}

/** Decides about an event. Calling it again with the same event changes nothing. */
export type Decide = (resource: AffectedResource) => Promise<void>

/** Creates what decides about the events of a process. */
export function createDecider(dependencies: DecideDependencies, clock: Pick<Clock, 'wait'>): Decide {
  const failures = createQueue(dependencies, clock, decideFailures)
  const others = createQueue(dependencies, clock, decideOthers)
  return async (resource) => {
    const event = await prepareEvent(dependencies, resource)
    await (resource.happening.tells === 'alert' ? failures : others)(event)
  }
}
