import type { Resource } from '@binnacle/contract'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Live, LiveEvent } from '../live/index.ts'
import { RequestError } from '../errors.ts'
import type { Flags } from '../access/flags.ts'
import { type Gate, refusalOf } from '../access/gate.ts'
import type { Actor } from '../access/actor.ts'

/** What stands before each topic; a resource alone means that one must be allowed to read it. */
export type LiveTopics = Readonly<Record<string, Resource | Gate>>

/** The gate before a topic. */
export function topicGate(rule: Resource | Gate): Gate {
  return typeof rule === 'string' ? { access: { resource: rule, action: 'read' } } : rule
}

export interface LiveStreamParts {
  live: Live
  topics: LiveTopics
  flags: Flags
  actor: Actor
}

/** Changes are gathered for so long, so that a burst is one event. */
const GATHER_MILLISECONDS = 250
/** Keeps proxies from closing a quiet line; the session is looked at again as often. */
const BEAT_MILLISECONDS = 20_000

interface Gathered {
  /** null once any row may have changed. */
  ids: Set<string> | null
}

/** The first refusal among topics that someone wants to hear of. */
function refusedTopic(
  wanted: readonly string[],
  { topics, flags }: LiveStreamParts,
  actor: Actor,
): RequestError | undefined {
  for (const topic of wanted) {
    const rule = Object.hasOwn(topics, topic) ? topics[topic] : undefined
    if (rule === undefined) return new RequestError('ENOTFOUND', `There is no topic "${topic}"`)
    const refusal = refusalOf(topicGate(rule), actor.roles, flags, `read "${topic}"`)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** Whether what someone may do could be different after an event: their roles, state or session, or the feature flags. */
function mayChangeRights(event: LiveEvent, { personId, sessionId, tokenId }: Actor): boolean {
  if (event.kind === 'resync') return true
  const { topic, ids } = event.change
  const own = { people: personId, sessions: sessionId ?? tokenId ?? '' }
  if (topic !== 'people' && topic !== 'sessions') return topic === 'properties'
  return ids === null || ids.includes(own[topic])
}

/**
 * One stream of changes a browser: `change` events with topic and ids, `resync` when some may have been missed. It ends
 * as soon as its reader may not hear of one of the topics any more, with a `refused` event that says why.
 * @param authenticate who the reader is by now; undefined once they are signed out
 */
export function streamLive(
  context: Context,
  parts: LiveStreamParts,
  authenticate: () => Promise<Actor | undefined>,
): Response {
  const { live, actor, flags } = parts
  const wanted = (context.req.query('topics') ?? '').split(',').filter((topic) => topic !== '')
  const refusal = refusedTopic(wanted, parts, actor)
  if (refusal !== undefined) throw refusal
  // Proxies that gather answers would hold the events back.
  context.header('x-accel-buffering', 'no')
  return streamSSE(context, async (stream) => {
    const gathered = new Map<string, Gathered>()
    let flushing: NodeJS.Timeout | undefined
    const flush = () => {
      flushing = undefined
      for (const [topic, { ids }] of gathered)
        void stream.writeSSE({
          event: 'change',
          data: JSON.stringify({ topic, ids: ids === null ? null : [...ids] }),
        })
      gathered.clear()
    }
    const { promise: gone, resolve: end } = Promise.withResolvers<RequestError | undefined>()
    const judgeAgain = () => {
      // Which roles demand a second factor is a property: it has to be in force before the reader is looked at.
      void flags
        .settled()
        .then(authenticate)
        .then(
          (now) => {
            const reason =
              now === undefined
                ? new RequestError('EUNAUTHORIZED', 'You are not signed in')
                : refusedTopic(wanted, parts, now)
            if (reason !== undefined) end(reason)
          },
          (error: unknown) => end(error instanceof RequestError ? error : undefined),
        )
    }
    const unsubscribe = live.subscribe((event) => {
      if (mayChangeRights(event, actor)) judgeAgain()
      if (event.kind === 'resync') {
        void stream.writeSSE({ event: 'resync', data: '{}' })
        return
      }
      const { topic, ids } = event.change
      if (!wanted.includes(topic)) return
      const known = gathered.get(topic) ?? { ids: new Set<string>() }
      if (ids === null) known.ids = null
      else for (const id of ids) known.ids?.add(id)
      gathered.set(topic, known)
      flushing ??= setTimeout(flush, GATHER_MILLISECONDS)
    })
    const beat = setInterval(() => {
      void stream.write(': beat\n\n')
      judgeAgain()
    }, BEAT_MILLISECONDS)
    stream.onAbort(() => end(undefined))
    try {
      await stream.writeSSE({ event: 'ready', data: '{}', retry: 1_000 })
      const reason = await gone
      if (reason !== undefined)
        await stream.writeSSE({
          event: 'refused',
          data: JSON.stringify({ code: reason.code, error: reason.message }),
        })
    } finally {
      clearInterval(beat)
      clearTimeout(flushing)
      unsubscribe()
    }
  })
}
