import type { Query, QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type LiveMessage, RIGHTS } from './message.ts'
import { type LiveStream, MARGIN_MILLISECONDS, openStream } from './stream.ts'
import { covers, neededBy, type Subscription, union } from './subscription.ts'

/** What the tabs of a browser tell each other: what the stream said, and what each tab needs of it. */
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), topic: z.string(), ids: z.nullable(z.array(z.string())) }),
  z.object({ kind: z.literal('resync') }),
  z.object({ kind: z.literal('refused') }),
  z.object({ kind: z.literal('state'), online: z.boolean() }),
  // A tab needs other topics, and all their changes of the last milliseconds. Without topics, it is closed.
  z.object({ kind: z.literal('need'), tab: z.string(), topics: z.array(z.string()), age: z.number() }),
  // The tab that reads the stream from now on does not know what the other tabs need.
  z.object({ kind: z.literal('lead') }),
])
type TabMessage = z.infer<typeof message>

// The number separates tabs with older code, whose messages have other shapes.
const CHANNEL = 'binnacle.live.2'
const LOCK = 'binnacle.live.2'

/** Milliseconds during which pages gather their queries before the stream changes. */
const WIDEN_MILLISECONDS = 50

/** Milliseconds that the stream waits for the first page, whose code may still load. The frame alone needs little. */
const FIRST_PAGE_MILLISECONDS = 1_000

/** Milliseconds after which the stream leaves topics that no tab needs. */
const NARROW_MILLISECONDS = 2_000

const frameTopics: Subscription = new Set(RIGHTS)

/** An age that is older than what a server remembers. */
const TOO_OLD = 1_000_000_000

const isSame = (one: Subscription, other: Subscription) => covers(one, other) && covers(other, one)

/** Keeps one stream for the needs of all tabs. */
function leadTabs(stream: LiveStream) {
  const needs = new Map<string, Subscription>()
  let subscribed: Subscription = new Set()
  let narrowing: ReturnType<typeof setTimeout> | undefined

  const subscribe = (since: number) => {
    clearTimeout(narrowing)
    narrowing = undefined
    subscribed = union(needs.values())
    stream.subscribe(subscribed, since)
  }
  const narrow = () => {
    narrowing = undefined
    if (!isSame(union(needs.values()), subscribed)) subscribe(performance.now())
  }
  return {
    /** @param since time of this page from which on the tab needs changes */
    need(tab: string, topics: Subscription, since: number): void {
      const present = needs.get(tab)
      if (topics.size === 0) needs.delete(tab)
      else needs.set(tab, topics)
      const wanted = union(needs.values())
      if (wanted.size === 0) return
      // A new tab did not hear what the stream said before.
      if ((present === undefined && topics.size > 0) || !covers(subscribed, wanted)) subscribe(since)
      else if (!isSame(wanted, subscribed)) narrowing ??= setTimeout(narrow, NARROW_MILLISECONDS)
    },
    close(): void {
      clearTimeout(narrowing)
      stream.close()
    },
  }
}

/** Tracks which topics the queries on the screen need. */
function followQueries(queries: QueryClient, allowed: ReadonlySet<string>) {
  const cache = queries.getQueryCache()
  /** When the running or last request of a query began. */
  const began = new WeakMap<Query, number>()
  let needed: Subscription = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined

  const isFrame = (query: Query) => covers(frameTopics, neededBy(query, allowed))
  const shown = () => cache.getAll().filter((query) => query.isActive())
  /** Requests before the first look began at any time since the page was opened. */
  const oldest = (some: readonly Query[]) =>
    some.reduce((time, query) => Math.min(time, began.get(query) ?? 0), performance.now())
  return {
    needed: () => needed,
    /** Returns when the oldest data on the screen was requested. */
    since: () => oldest(shown()),
    /** @param tell gets the time since which changes are needed */
    start(tell: (since: number) => void): () => void {
      const look = () => {
        timer = undefined
        const before = needed
        const active = shown()
        needed = union(active.map((query) => neededBy(query, allowed)))
        if (isSame(needed, before)) return
        // Data that is not shown gets no changes from now on, so it must load again when it is shown.
        const isLeft = (query: Query) => !query.isActive() && !covers(needed, neededBy(query, allowed))
        void queries.invalidateQueries({ predicate: isLeft, refetchType: 'none' })
        tell(oldest(active.filter((query) => !covers(before, neededBy(query, allowed)))))
      }
      const unsubscribe = cache.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'fetch')
          began.set(event.query, performance.now())
        else if (event.type.startsWith('observer')) {
          if (needed.size === 0 && event.query.isActive() && !isFrame(event.query)) {
            clearTimeout(timer)
            timer = undefined
          }
          timer ??= setTimeout(look, WIDEN_MILLISECONDS)
        }
      })
      timer = setTimeout(look, shown().every(isFrame) ? FIRST_PAGE_MILLISECONDS : WIDEN_MILLISECONDS)
      return () => {
        clearTimeout(timer)
        unsubscribe()
      }
    },
  }
}

/**
 * Follows the changes of what the queries on the screen show. One tab reads the stream for all tabs, because a browser
 * opens only six connections to a host over HTTP/1.1. When that tab closes, another one takes over.
 * @param topics the topics that the person may follow
 * @returns stops following in this tab
 */
export function followLive(
  queries: QueryClient,
  topics: readonly string[],
  listener: (message: LiveMessage) => void,
): () => void {
  const screen = followQueries(queries, new Set(topics))
  // Locks exist only in secure contexts. Without them, each tab reads its own stream.
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    const alone = leadTabs(openStream(listener))
    const stop = screen.start((since) => alone.need('', screen.needed(), since))
    return () => {
      stop()
      alone.close()
    }
  }
  const channel = new BroadcastChannel(CHANNEL)
  const ended = new AbortController()
  const tab = crypto.randomUUID()
  let leader: ReturnType<typeof leadTabs> | undefined
  /** Whether the tab that reads the stream is online; undefined before it said so. */
  let online: boolean | undefined
  const post = (sent: TabMessage) => channel.postMessage(sent)

  function need(since: number): void {
    if (leader !== undefined) leader.need(tab, screen.needed(), since)
    else post({ kind: 'need', tab, topics: [...screen.needed()], age: performance.now() - since })
  }
  /** Returns since when this tab may have missed changes if the reading tab changes now. */
  function missedSince(): number {
    if (online === undefined) return screen.since()
    return performance.now() - (online ? MARGIN_MILLISECONDS : TOO_OLD)
  }
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data } = message.safeParse(event.data)
    if (data === undefined) return
    if (data.kind === 'lead') need(missedSince())
    else if (data.kind === 'need') leader?.need(data.tab, new Set(data.topics), performance.now() - data.age)
    else {
      if (data.kind === 'state') online = data.online
      listener(data)
    }
  })
  const lead = async () => {
    const stream = openStream((received) => {
      listener(received)
      post(received.kind === 'change' ? { ...received, ids: received.ids && [...received.ids] } : received)
    })
    leader = leadTabs(stream)
    post({ kind: 'lead' })
    need(missedSince())
    // The lock is kept until then.
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve))
  }
  const stop = screen.start(need)
  navigator.locks
    .request(LOCK, { signal: ended.signal }, lead)
    // Stopping before the lock is granted rejects the request, which is no failure.
    .catch(() => undefined)
  const leave = () => post({ kind: 'need', tab, topics: [], age: 0 })
  // The browser may show the page again later.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) need(performance.now() - TOO_OLD)
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', comeBack)
    stop()
    leave()
    leader?.close()
    ended.abort()
    channel.close()
  }
}
