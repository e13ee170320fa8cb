import { allow, type Resource } from '@binnacle/contract'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Live, LiveEvent } from '../live/index.ts'
import { RequestError } from './errors.ts'
import type { Actor } from './route.ts'

/** Which resource someone must be allowed to read to hear of a topic. */
export type LiveTopics = Readonly<Record<string, Resource>>

/** Changes are gathered for so long, so that a burst is one event. */
const GATHER_MILLISECONDS = 250
/** Keeps proxies from closing a quiet line; the session is looked at again as often. */
const BEAT_MILLISECONDS = 20_000

/** Whether the session or token that a stream was opened with may be over after an event. */
function endsSession(event: LiveEvent, { sessionId, tokenId }: Actor): boolean {
  if (event.kind === 'resync') return true
  const { topic, ids } = event.change
  return topic === 'sessions' && (ids === null || ids.includes(sessionId ?? tokenId ?? ''))
}

interface Gathered {
  /** null once any row may have changed. */
  ids: Set<string> | null
}

/**
 * One stream of changes a browser: `change` events with topic and ids, `resync` when some may have been missed.
 * @param stillSignedIn asked now and then; the stream ends when it says no
 */
export function streamLive(
  context: Context,
  live: Live,
  topics: LiveTopics,
  actor: Actor,
  stillSignedIn: () => Promise<boolean>,
): Response {
  const wanted = (context.req.query('topics') ?? '').split(',').filter((topic) => topic !== '')
  for (const topic of wanted) {
    const resource = topics[topic]
    if (resource === undefined) throw new RequestError('ENOTFOUND', `There is no topic "${topic}"`)
    if (!allow(actor.roles, resource, 'read'))
      throw new RequestError('EFORBIDDEN', `You may not read "${topic}"`)
  }
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
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const lookAgain = () =>
      void stillSignedIn().then((signedIn) => (signedIn ? undefined : resolve()), resolve)
    const unsubscribe = live.subscribe((event) => {
      if (endsSession(event, actor)) lookAgain()
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
      void stillSignedIn().then(
        (signedIn) => {
          if (signedIn) void stream.write(': beat\n\n')
          else resolve()
        },
        () => resolve(),
      )
    }, BEAT_MILLISECONDS)
    stream.onAbort(resolve)
    try {
      await stream.writeSSE({ event: 'ready', data: '{}', retry: 1_000 })
      await gone
    } finally {
      clearInterval(beat)
      clearTimeout(flushing)
      unsubscribe()
    }
  })
}
