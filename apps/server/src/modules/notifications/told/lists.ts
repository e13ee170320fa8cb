// When messages to one recipient go out by themselves, and when one list tells of many. Pure: it asks nothing and changes
// nothing. Times are milliseconds since 1970.
import { MINUTE } from '@binnacle/contract/core'

/** More messages than this to one recipient within a minute become one. */
export const MOST_SINGLE = 5
/** The first messages of many wait so long for others that come in a moment. */
export const SOON = 3_000
/** After a list the next one waits so long, and twice as long each time as long as many more come. */
const FIRST_REST = MINUTE
const LONGEST_REST = 8 * MINUTE
/** What is critical waits for a list only this part of it: four seconds after the first one. */
const URGENT_PART = 1 / 15
/** Whoever got a list within this time gets ends together, and a storm after it is the same one. */
export const LIST_MEMORY = 30 * MINUTE
/** Ends wait until none has come for so long, but not longer than the second length. */
export const ENDS_QUIET = 20_000
const ENDS_LONGEST = 2 * MINUTE

/** A list that a recipient got. */
export interface ListBefore {
  at: number
  /** Whether it told of no more than go out by themselves. */
  isSmall: boolean
}

/** What a recipient got, and what waits for them. */
export interface ListFacts {
  /** The lists that they got, the oldest first. */
  lists: readonly ListBefore[]
  /** Messages that went out to them within a minute, or are on their way. */
  lately: number
  /** Messages that wait for a list. */
  waiting: number
  /** Those of them that are about something critical. */
  urgent: number
  /** Whether all that wait tell of ends; when the first and the last of them began to wait. */
  isEnds: boolean
  oldest: number
  newest: number
}

/** What becomes of the messages that wait for a list. */
export type NextList = { do: 'list' | 'singles' } | { do: 'wait'; until: number }

/** The list that a storm has come to, and how long it rests after that. */
function lastOf(lists: readonly ListBefore[]): { at: number; rest: number } | undefined {
  let last: { at: number; rest: number } | undefined
  for (const { at, isSmall } of lists) {
    const isFirst = last === undefined || isSmall || at - last.at > LIST_MEMORY
    const rest = isFirst ? FIRST_REST : Math.min((last?.rest ?? 0) * 2, LONGEST_REST)
    last = { at, rest }
  }
  return last
}

/** Until when a recipient rests from lists. @returns undefined if they do not */
export function restUntil(lists: readonly ListBefore[], isUrgent: boolean, now: number): number | undefined {
  const last = lastOf(lists)
  if (last === undefined) return undefined
  const until = last.at + last.rest * (isUrgent ? URGENT_PART : 1)
  return until > now ? until : undefined
}

/** Whether a recipient got a list a while ago. */
export const gotList = (lists: readonly ListBefore[], now: number): boolean => {
  const last = lists.at(-1)
  return last !== undefined && now - last.at < LIST_MEMORY
}

/** Says what becomes of the messages that wait for a list to a recipient. At least one waits. */
export function nextList(facts: ListFacts, now: number): NextList {
  const { lists, lately, waiting, urgent, isEnds, oldest, newest } = facts
  const rest = restUntil(lists, urgent > 0, now)
  if (rest !== undefined) return { do: 'wait', until: rest }
  if (isEnds && gotList(lists, now)) {
    const until = Math.min(newest + ENDS_QUIET, oldest + ENDS_LONGEST)
    if (until > now) return { do: 'wait', until }
  }
  // What has waited since the last list becomes the next one, so that the last few of a storm are no messages each.
  const last = lastOf(lists)
  const isOfStorm = last !== undefined && last.at + last.rest + MINUTE > now
  const most = isOfStorm || (isEnds && gotList(lists, now)) ? 1 : MOST_SINGLE - lately
  return { do: waiting <= most ? 'singles' : 'list' }
}
