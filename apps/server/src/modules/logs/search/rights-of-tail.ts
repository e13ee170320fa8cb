import type { Actor } from '../../../platform/access/actor.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { LiveEvent } from '../../../platform/live/index.ts'
import { mayChangeRights } from '../../../platform/live/rights.ts'
import type { LogDependencies } from './entry.ts'
import type { FindPlace, LogPlace, ResolvedLogPlace } from './place.ts'

/** Milliseconds between two looks, for changes that nobody announced, such as the end of a session. */
const BETWEEN_LOOKS = 20_000
/** Changes of these may open or close log backends to anybody. */
const opening: ReadonlySet<string> = new Set(['logging_backends', 'teams', 'people'])

/** Why a tail ends before its time. */
export interface TailRights {
  /** Aborts as soon as the reader may not read on, or other rules are in force. */
  signal: AbortSignal
  /** Why, once it has aborted. */
  reason(): string
  stop(): void
}

/** Whether a tail may go on as it began: each of its backends is still read by this person, with the same rules. */
function isAsBefore(before: ResolvedLogPlace, now: ResolvedLogPlace): boolean {
  return before.entries.every(({ backend }) =>
    now.entries.some((entry) => entry.backend.id === backend.id && entry.backend.spec === backend.spec),
  )
}

/**
 * Watches whether somebody may still read what they follow.
 * @param renew the reader as they are now
 */
export function watchRights(
  place: ResolvedLogPlace,
  { wanted, actor, renew }: { wanted: LogPlace; actor: Actor; renew: () => Promise<Actor> },
  { live, clock, log, findPlace }: LogDependencies & { findPlace: FindPlace },
): TailRights {
  const over = new AbortController()
  const withdrawn = new AbortController()
  let reason = ''
  const end = (words: string) => {
    reason ||= words
    withdrawn.abort()
  }
  let looks = 0
  async function look(): Promise<void> {
    // One look at a time; what changes meanwhile is looked at afterwards.
    looks += 1
    if (looks > 1) return
    while (looks > 0 && !over.signal.aborted) {
      looks = 1
      try {
        if (!isAsBefore(place, await findPlace(wanted, await renew())))
          end('The log backend has changed; open the tail again')
      } catch (error) {
        if (error instanceof RequestError) end(error.message)
        else log.warn({ err: error }, 'the rights of a tail could not be looked at')
      }
      looks -= 1
    }
    looks = 0
  }
  const concerns = (event: LiveEvent) =>
    mayChangeRights(event, actor) || (event.kind === 'change' && opening.has(event.change.topic))
  const unsubscribe = live.subscribe((event) => {
    if (concerns(event)) void look()
  })
  const repeat = async () => {
    while (!over.signal.aborted) {
      await clock.wait(BETWEEN_LOOKS, over.signal)
      if (!over.signal.aborted) await look()
    }
  }
  void repeat()
  return {
    signal: withdrawn.signal,
    reason: () => reason,
    stop() {
      over.abort()
      unsubscribe()
    },
  }
}
