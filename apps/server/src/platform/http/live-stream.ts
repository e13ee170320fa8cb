import type { Resource } from '@binnacle/contract/access'
import type { Pool } from 'pg'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { gatherChanges } from '../live/gather.ts'
import type { Live, LiveEvent } from '../live/index.ts'
import { followOwnRows, type OwnTopicRows, type TopicTable } from '../live/own-rows.ts'
import type { Log } from '../log.ts'
import { RequestError } from '../errors.ts'
import type { Flags } from '../access/flags.ts'
import { type Gate, refusalOf } from '../access/gate.ts'
import { ownRows, type RowRule } from '../access/rows.ts'
import type { Actor } from '../access/actor.ts'

/** Who may hear of a topic. */
export interface TopicRule extends Gate {
  /** Which rows of it somebody may hear of; all where it is not given. */
  rows?: {
    rule: RowRule
    /** Where the rows are. */
    table: TopicTable
    /** Topics whose changes decide whose a row is, such as `teams`. */
    follows: readonly string[]
  }
}

/** What stands before each topic; a resource alone means that one must be allowed to read it. */
export type LiveTopics = Readonly<Record<string, Resource | TopicRule>>

/** The gate before a topic. */
export function topicGate(rule: Resource | TopicRule): TopicRule {
  return typeof rule === 'string' ? { access: { resource: rule, action: 'read' } } : rule
}

export interface LiveStreamParts {
  live: Live
  topics: LiveTopics
  flags: Flags
  actor: Actor
  /** Asked which rows are the reader's. */
  pool: Pool
  log: Log
}

/** Keeps proxies from closing a quiet line; the session is looked at again as often. */
const BEAT_MILLISECONDS = 20_000

/** Ids of a topic; null for any. */
type Ids = ReadonlySet<string> | null

/**
 * What somebody wants to hear of: `TOPIC` or `TOPIC:ID`, with commas between them.
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

/** The first refusal among topics that someone wants to hear of. */
function refusedTopic(
  wanted: ReadonlyMap<string, Ids>,
  { topics, flags }: LiveStreamParts,
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

/** Whether what someone may do could be different after an event: their roles, state or session, or the feature flags. */
function mayChangeRights(event: LiveEvent, { personId, sessionId, tokenId }: Actor): boolean {
  if (event.kind === 'resync') return true
  const { topic, ids } = event.change
  const own = { people: personId, sessions: sessionId ?? tokenId ?? '' }
  if (topic !== 'people' && topic !== 'sessions') return topic === 'properties'
  return ids === null || ids.includes(own[topic])
}

/** The rows of the wanted topics that are not everyone's to hear of. */
function guardedTopics(
  wanted: ReadonlyMap<string, Ids>,
  { topics, pool, log }: LiveStreamParts,
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
 * One stream of changes a browser: `change` events with topic and ids, `resync` when some may have been missed. It ends
 * as soon as its reader may not hear of one of the topics any more, with a `refused` event that says why. An id that is
 * not the reader's to see is like one that does not exist: nothing ever happens to it.
 * @param authenticate who the reader is by now; undefined once they are signed out
 */
export function streamLive(
  context: Context,
  parts: LiveStreamParts,
  authenticate: () => Promise<Actor | undefined>,
): Response {
  const { live, actor, flags } = parts
  const wanted = parseTopics(context.req.query('topics') ?? '')
  const refusal = refusedTopic(wanted, parts, actor)
  if (refusal !== undefined) throw refusal
  // Proxies that gather answers would hold the events back.
  context.header('x-accel-buffering', 'no')
  return streamSSE(context, async (stream) => {
    let reader = actor
    const { own, follows } = guardedTopics(wanted, parts, () => reader)
    const { promise: gone, resolve: end } = Promise.withResolvers<RequestError | undefined>()
    const fail = (error: unknown) => end(error instanceof RequestError ? error : undefined)
    const changes = gatherChanges(async (topic, ids) => {
      const rows = own.get(topic)
      // Of any rows that may have changed nothing is said but that.
      const heard = rows === undefined || ids === null ? ids : await rows.heard(ids)
      if (heard !== null && heard.length === 0) return
      await stream.writeSSE({ event: 'change', data: JSON.stringify({ topic, ids: heard }) })
    }, fail)
    const judge = async () => {
      // Which roles demand a second factor is a property: it has to be in force before the reader is looked at.
      await flags.settled()
      const now = await authenticate()
      const reason =
        now === undefined
          ? new RequestError('EUNAUTHORIZED', 'You are not signed in')
          : refusedTopic(wanted, parts, now)
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
    const judgeAgain = () => void judge().catch(fail)
    const unsubscribe = live.subscribe((event) => {
      if (mayChangeRights(event, actor)) judgeAgain()
      if (event.kind === 'resync') {
        void stream.writeSSE({ event: 'resync', data: '{}' })
        return
      }
      const { topic, ids } = event.change
      if (follows.has(topic)) judgeAgain()
      const only = wanted.get(topic)
      if (only === undefined) return
      const asked = only === null || ids === null ? ids : ids.filter((id) => only.has(id))
      if (asked === null || asked.length > 0) changes.add(topic, asked)
    })
    const beat = setInterval(() => {
      void stream.write(': beat\n\n')
      judgeAgain()
    }, BEAT_MILLISECONDS)
    stream.onAbort(() => end(undefined))
    try {
      for (const rows of own.values()) await rows.look()
      await stream.writeSSE({ event: 'ready', data: '{}', retry: 1_000 })
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
    }
  })
}
