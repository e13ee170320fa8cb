import type { Resource } from '@binnacle/contract/access'
import type { Pool } from 'pg'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { gatherChanges } from '../live/gather.ts'
import type { Live } from '../live/index.ts'
import { mayChangeRights } from '../live/rights.ts'
import { followOwnRows, type OwnTopicRows, type TopicTable } from '../live/own-rows.ts'
import type { Log } from '../log.ts'
import { RequestError } from '../errors.ts'
import type { Flags } from '../access/flags.ts'
import { type Gate, refusalOf } from '../access/gate.ts'
import { ownRows, type RowRule } from '../access/rows.ts'
import type { Actor } from '../access/actor.ts'
import type { ServerContext } from './server.ts'

/** Who may subscribe to a topic. */
export interface TopicRule extends Gate {
  /** Which rows of the topic a person may get changes of. Default: all. */
  rows?: {
    rule: RowRule
    /** The table of the rows. */
    table: TopicTable
    /** Topics whose changes may change which rows a person sees, such as `teams`. */
    follows: readonly string[]
  }
}

/** The gate of each topic. A resource alone means that the person must be allowed to read it. */
export type LiveTopics = Readonly<Record<string, Resource | TopicRule>>

/** Returns the gate of a topic. */
export function topicGate(rule: Resource | TopicRule): TopicRule {
  return typeof rule === 'string' ? { access: { resource: rule, action: 'read' } } : rule
}

export interface LiveStreamDependencies {
  live: Live
  topics: LiveTopics
  flags: Flags
  actor: Actor
  /** Reads which rows the reader may see. */
  pool: Pool
  log: Log
  /** Counts a stream of a person. @returns what ends it @throws RequestError if they have too many */
  begin(personId: string): () => void
}

/** Keeps proxies from closing an idle connection. The session is checked in the same interval. */
const BEAT_MILLISECONDS = 20_000

/** Ids of rows of a topic; null for all rows. */
type Ids = ReadonlySet<string> | null

/**
 * Parses the topics that a reader subscribes to: `TOPIC` or `TOPIC:ID`, separated by commas.
 * @returns the ids of each topic
 */
function parseTopics(text: string): Map<string, Ids> {
  const wanted = new Map<string, Set<string> | null>()
  for (const part of text.split(',')) {
    const [topic = '', id] = part.split(/:(.*)/s)
    if (topic === '') continue
    const known = wanted.get(topic)
    if (id === undefined) wanted.set(topic, null)
    else if (known === undefined) wanted.set(topic, new Set([id]))
    else known?.add(id)
  }
  return wanted
}

/** Returns the first refusal among the wanted topics. */
function refusedTopic(
  wanted: ReadonlyMap<string, Ids>,
  { topics, flags }: LiveStreamDependencies,
  actor: Actor,
): RequestError | undefined {
  for (const topic of wanted.keys()) {
    const rule = Object.hasOwn(topics, topic) ? topics[topic] : undefined
    if (rule === undefined) return new RequestError('ENOTFOUND', `There is no topic "${topic}"`)
    const refusal = refusalOf(topicGate(rule), actor.roles, flags, `read "${topic}"`)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** Returns the wanted topics of which the reader may not see all rows. */
function guardedTopics(
  wanted: ReadonlyMap<string, Ids>,
  { topics, pool, log }: LiveStreamDependencies,
  reader: () => Actor,
): { own: ReadonlyMap<string, OwnTopicRows>; follows: ReadonlySet<string> } {
  const own = new Map<string, OwnTopicRows>()
  const follows = new Set<string>()
  for (const [topic, only] of wanted) {
    const rule = Object.hasOwn(topics, topic) ? topics[topic] : undefined
    const rows = rule === undefined ? undefined : topicGate(rule).rows
    if (rows === undefined) continue
    for (const followed of rows.follows) follows.add(followed)
    const ask = () => ownRows(rows.rule, reader(), topic, log)
    own.set(topic, followOwnRows(pool, rows.table, ask, only))
  }
  return { own, follows }
}

/**
 * Parses how far back a reader wants the changes, in milliseconds. A reader who changes topics subscribes again and
 * asks for the changes since the data of the new topics was loaded.
 */
function parseAge(text: string | undefined): number {
  const age = Number(text ?? 0)
  return age >= 0 ? age : 0
}

/**
 * Streams changes to one browser: `change` events with topic and ids, and `resync` if some may have been missed. The
 * parameter `age` adds the changes of the last so many milliseconds. The stream ends with a `refused` event that gives
 * the reason as soon as its reader loses access to one of the topics. An id that the reader may not see behaves like
 * one that does not exist: it never gets an event.
 * @param authenticate returns the current reader; undefined after they signed out
 */
export function streamLive(
  context: Context<ServerContext>,
  dependencies: LiveStreamDependencies,
  authenticate: () => Promise<Actor | undefined>,
): Response {
  const { live, actor, flags } = dependencies
  const wanted = parseTopics(context.req.query('topics') ?? '')
  const age = parseAge(context.req.query('age'))
  const refusal = refusedTopic(wanted, dependencies, actor)
  if (refusal !== undefined) throw refusal
  const endOfStream = dependencies.begin(actor.personId)
  // Buffering proxies would delay the events.
  context.header('x-accel-buffering', 'no')
  return streamSSE(context, async (stream) => {
    let reader = actor
    const { own, follows } = guardedTopics(wanted, dependencies, () => reader)
    const { promise: gone, resolve: end } = Promise.withResolvers<RequestError | undefined>()
    const fail = (error: unknown) => end(error instanceof RequestError ? error : undefined)
    const changes = gatherChanges(async (topic, ids) => {
      const rows = own.get(topic)
      // Without ids any row may have changed, so there is nothing to filter.
      const heard = rows === undefined || ids === null ? ids : await rows.heard(ids)
      if (heard !== null && heard.length === 0) return
      await stream.writeSSE({ event: 'change', data: JSON.stringify({ topic, ids: heard }) })
    }, fail)
    const authorize = async () => {
      // A property says which roles need a second factor. It must be in force before the reader is authenticated
      // again.
      await flags.settled()
      const now = await authenticate()
      const reason =
        now === undefined
          ? new RequestError('EUNAUTHORIZED', 'You are not signed in')
          : refusedTopic(wanted, dependencies, now)
      if (now === undefined || reason !== undefined) {
        end(reason)
        return
      }
      reader = now
      for (const [topic, rows] of own) {
        const changed = await rows.look()
        if (changed === null || changed.length > 0)
          await stream.writeSSE({ event: 'change', data: JSON.stringify({ topic, ids: changed }) })
      }
    }
    const authorizeAgain = () => void authorize().catch(fail)
    const hear = (topic: string, ids: readonly string[] | null) => {
      const only = wanted.get(topic)
      if (only === undefined) return
      const subscribed = only === null || ids === null ? ids : ids.filter((id) => only.has(id))
      if (subscribed === null || subscribed.length > 0) changes.add(topic, subscribed)
    }
    const unsubscribe = live.subscribe((event) => {
      if (mayChangeRights(event, actor)) authorizeAgain()
      if (event.kind === 'resync') {
        void stream.writeSSE({ event: 'resync', data: '{}' })
        return
      }
      const { topic, ids } = event.change
      if (follows.has(topic)) authorizeAgain()
      hear(topic, ids)
    })
    const repeatRecent = async () => {
      if (age === 0) return
      const recent = live.recent(age)
      if (recent === undefined) await stream.writeSSE({ event: 'resync', data: '{}' })
      else for (const [topic, ids] of recent) hear(topic, ids === null ? null : [...ids])
      // Nobody knows which rows the reader could see before, so the ones that disappeared would not be announced.
      for (const topic of own.keys()) hear(topic, null)
    }
    let isBeating = false
    const beat = setInterval(() => {
      // A client that takes nothing would make the stream grow.
      if (isBeating) {
        end(undefined)
        context.env.incoming.socket.destroy()
        return
      }
      isBeating = true
      void stream.write(': beat\n\n').then(() => (isBeating = false))
      authorizeAgain()
    }, BEAT_MILLISECONDS)
    stream.onAbort(() => end(undefined))
    try {
      for (const rows of own.values()) await rows.look()
      await stream.writeSSE({ event: 'ready', data: '{}', retry: 1_000 })
      await repeatRecent()
    } catch (error) {
      fail(error)
    }
    try {
      const reason = await gone
      if (reason !== undefined)
        await stream.writeSSE({
          event: 'refused',
          data: JSON.stringify({ code: reason.code, error: reason.message }),
        })
    } finally {
      clearInterval(beat)
      changes.end()
      unsubscribe()
      endOfStream()
    }
  })
}
