import type { Query } from '@tanstack/react-query'

/** Topics and rows of topics, as the stream names them: `topic` or `topic:id`. */
export type Subscription = ReadonlySet<string>

/** Most rows of a topic that a query subscribes to one by one. Beyond that, it subscribes to the topic. */
const MOST_IDS = 50

/** Returns the topic of a part of a subscription, and the id if it is a row. */
export function partOf(part: string): [topic: string, id: string | undefined] {
  const colon = part.indexOf(':')
  return colon < 0 ? [part, undefined] : [part.slice(0, colon), part.slice(colon + 1)]
}

/** What a query needs. The first part of its key is its topic; `meta` may name the rows and further topics. */
export function neededBy({ queryKey, meta }: Query, allowed: ReadonlySet<string>): Subscription {
  const needed = new Set(meta?.follows?.filter((part) => allowed.has(partOf(part)[0])))
  const [topic] = queryKey
  if (typeof topic !== 'string' || !allowed.has(topic)) return needed
  const shown = meta?.shows
  // The stream separates its topics by commas.
  if (shown === undefined || shown.length > MOST_IDS || shown.some((id) => id.includes(',')))
    needed.add(topic)
  else for (const id of shown) needed.add(`${topic}:${id}`)
  return needed
}

/** Whether a subscription contains the topic of a row or the row itself. */
function includes(subscription: Subscription, part: string): boolean {
  return subscription.has(part) || subscription.has(partOf(part)[0])
}

/** Whether a subscription gets every change of another one. */
export function covers(wide: Subscription, narrow: Subscription): boolean {
  return [...narrow].every((part) => includes(wide, part))
}

/** Merges subscriptions. Rows of a topic are left out if the whole topic is needed. */
export function union(subscriptions: Iterable<Subscription>): Subscription {
  const all = new Set([...subscriptions].flatMap((subscription) => [...subscription]))
  return new Set([...all].filter((part) => !part.includes(':') || !all.has(partOf(part)[0])))
}
