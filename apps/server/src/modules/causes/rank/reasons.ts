import { formatComposedDuration } from '@binnacle/contract/text'
import { type Change, isFailing, type Thing } from './facts.ts'
import { pathTo, type PathNode } from './distances.ts'

/** What speaks for a cause or against it. One point is a doubling of its odds. */
export interface Reason {
  text: string
  points: number
}

const MINUTE = 60_000
/** Times that differ by less say nothing: checks and scrapers notice late. */
const GRAIN_MINUTES = 5

const agoOf = (milliseconds: number): string => formatComposedDuration(Math.max(1_000, milliseconds), 1)

const words: Readonly<Record<NonNullable<PathNode['link']>, (from: string, to: string) => string>> = {
  same: (from, to) => `${from} is ${to}`,
  contains: (from, to) => `${from} contains ${to}`,
  uses: (from, to) => `${from} is related to ${to}`,
  needs: (from, to) => `${from} needs ${to}`,
  within: (from, to) => `${from} is part of ${to}`,
  checks: (from, to) => `${from} checks ${to}`,
  checked: (from, to) => `${to} checks ${from}`,
}

/** Names of two things in a sentence, with what they are where the names do not tell them apart. */
function namesOf(from: Thing | undefined, to: Thing): [string, string] {
  if (from === undefined || from.name !== to.name) return [from?.name ?? '', to.name]
  const describe = ({ name, type, kind }: Thing) => `${name} (${type ?? kind})`
  return [describe(from), describe(to)]
}

/** How far away it is, and by which way. */
export function distanceReason(reached: PathNode): Reason {
  const hops = pathTo(reached)
    .filter(({ link }) => link !== undefined && link !== 'same')
    .map(({ thing, link, before }) => words[link ?? 'same'](...namesOf(before?.thing, thing)))
  if (hops.length === 0) return { text: 'It is the thing itself', points: 0 }
  const steps = hops.length === 1 ? '1 step away' : `${hops.length} steps away`
  const doubtful = reached.cost - reached.steps - reached.healthy
  return { text: `${steps}: ${hops.join(', ')}`, points: -(reached.steps + doubtful) }
}

/** Trouble has to pass what is between, and that is well. */
export function healthyBetween({ healthy }: PathNode): Reason[] {
  if (healthy === 0) return []
  const text =
    healthy === 1 ? 'The thing between them is healthy' : `${healthy} things between them are healthy`
  return [{ text, points: -healthy }]
}

const fading = (milliseconds: number): number => -Math.log2(1 + milliseconds / MINUTE / GRAIN_MINUTES)

/**
 * How long before the trouble something happened.
 * @param what such as `It changed`
 * @param onset milliseconds since the epoch: the begin of the trouble, or the time that is asked for where nobody knows it
 */
export function timeReason(what: string, at: number, onset: number, start: Thing): Reason {
  const ago = agoOf(onset - at)
  const isKnown = isFailing(start) && start.since === onset
  return {
    text: isKnown ? `${what} ${ago} before ${start.name} failed` : `${what} ${ago} earlier`,
    points: fading(onset - at),
  }
}

/** Something failed shortly after what it may have caused: its check may just have looked later. */
export function lateReason(since: number, onset: number, start: Thing): Reason {
  return {
    text: `It was seen to fail ${agoOf(since - onset)} after ${start.name}, which may be the delay of its check`,
    points: fading(since - onset) - 1,
  }
}

/** As far away as what happened a day before. */
export const unknownTime: Reason = {
  text: 'It is not known since when it fails',
  points: fading(24 * 60 * MINUTE),
}

const severityPoints: Readonly<Record<string, number>> = {
  critical: 3,
  blocker: 3,
  high: 2,
  medium: 1,
  low: 0,
  info: -1,
}

/** Words in the types of changes after which something can behave in another way. Source: the types that scrapers give. */
const deliveries = /deploy|release|rollout|rollback|migrat|upgrad|install|promot|flag|rotat|renew/i
const removals = /delet|remov|terminat|evict|expire/i
const scalings = /scal/i

/** What kind of change it is. */
export function changeReason({ type, source, severity }: Change): Reason {
  const points = severityPoints[severity?.toLowerCase() ?? ''] ?? 0
  const kinds: readonly Reason[] = [
    ...(removals.test(type) ? [{ text: 'Something was removed', points: 2.5 }] : []),
    ...(deliveries.test(type) ? [{ text: 'A delivery changes what runs', points: 2 }] : []),
    ...(type === 'diff' || source === 'diff' ? [{ text: 'Its configuration changed', points: 2 }] : []),
    ...(scalings.test(type) ? [{ text: 'Its size changed', points: 0.5 }] : []),
  ]
  const best = kinds.toSorted((a, b) => b.points - a.points)[0]
  if (best !== undefined && best.points >= points) return best
  return {
    text:
      severity === null ? `A change of type ${type}` : `A change of type ${type} with severity ${severity}`,
    points,
  }
}

/** What happens often rarely breaks something. @param count in the period */
export function frequencyReason(count: number): Reason[] {
  return count < 2 ? [] : [{ text: `It happened ${count} times in this period`, points: -Math.log2(count) }]
}

export const failingReason = ({ health }: Pick<Thing, 'health'>): Reason =>
  health === 'unhealthy' ? { text: 'It is unhealthy', points: 4 } : { text: 'It has a warning', points: 2 }

/** @param why what explains it */
export const consequenceReason = (why: string): Reason => ({
  text: `It is probably a consequence: ${why}`,
  points: -3,
})

/** How a thing was after a change. */
export type Aftermath = 'failed' | 'failing before' | 'healthy'

/** What became of a thing after its change, or of what needs it. */
export function aftermathReason(aftermath: Aftermath | undefined, name: string): Reason[] {
  if (aftermath === 'failed') return [{ text: `${name} has failed since then`, points: 2 }]
  if (aftermath === 'failing before') return [{ text: `${name} failed before it`, points: -1 }]
  return aftermath === 'healthy' ? [{ text: `${name} stayed healthy`, points: -2 }] : []
}

/** Nobody sees how it is. That explains an unknown health, and hides causes of others. */
export function unseenReason(start: Thing): Reason {
  return start.health === 'unknown'
    ? { text: `${start.name} is unknown because nothing monitors it`, points: 4 }
    : { text: 'Nothing monitors it, so it may hide a cause', points: -2 }
}
