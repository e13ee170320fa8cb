import { MINUTE } from '@binnacle/contract/core'
import { formatComposedDuration } from '@binnacle/contract/text'
import type { Candidate } from './candidates.ts'
import type { Entity } from './entities.ts'
import type { Change } from './facts.ts'
import { pathTo, type PathNode } from './reach.ts'
import type { Step, Way } from './ways.ts'

/** What a reason is about. Two causes of one level are compared by it. */
export type Aspect = 'kind' | 'time' | 'effect' | 'shared' | 'users' | 'way' | 'frequency'

/** What speaks for a cause or against it. One point is a doubling of its odds. */
export interface Reason {
  aspect: Aspect
  text: string
  points: number
}

/** Times that differ by less say nothing: checks and scrapers notice late. */
const GRAIN_MINUTES = 3

const agoOf = (milliseconds: number): string => formatComposedDuration(Math.max(1_000, milliseconds), 1)

const fading = (milliseconds: number): number => -Math.log2(1 + milliseconds / MINUTE / GRAIN_MINUTES)

const words: Readonly<Record<Step, (from: string, to: string) => string>> = {
  contains: (from, to) => `${from} contains ${to}`,
  needs: (from, to) => `${from} needs ${to}`,
  within: (from, to) => `${from} is part of ${to}`,
  neededBy: (from, to) => `${to} uses ${from}`,
}

/** Names of two things in a sentence, with what they are where the names do not tell them apart. */
function namesOf(from: Entity | undefined, to: Entity): [string, string] {
  if (from === undefined || from.thing.name !== to.thing.name) return [from?.thing.name ?? '', to.thing.name]
  const describe = ({ thing: { name, type, kind } }: Entity) => `${name} (${type ?? kind})`
  return [describe(from), describe(to)]
}

/** The relation by which a thing was reached, as a sentence; undefined for the start. */
export const sentenceOf = ({ entity, step, before }: PathNode): string | undefined =>
  step === undefined ? undefined : words[step](...namesOf(before?.entity, entity))

/** How far away it is, and by which way. */
export function wayReasons(reached: PathNode): Reason[] {
  const hops = pathTo(reached).flatMap((node) => sentenceOf(node) ?? [])
  if (hops.length === 0) return [{ aspect: 'way', text: 'It is the thing itself', points: 0 }]
  const steps = hops.length === 1 ? '1 step away' : `${hops.length} steps away`
  const doubtful = reached.way === 'caller' ? 0.6 : 0
  const { healthy } = reached
  return [
    {
      aspect: 'way',
      text: `${steps}: ${hops.join(', ')}`,
      points: -0.7 * (reached.steps - 1) - 0.3 - doubtful,
    },
    ...(healthy === 0
      ? []
      : [
          {
            aspect: 'way' as const,
            text:
              healthy === 1
                ? 'The thing between them is healthy'
                : `${healthy} things between them are healthy`,
            points: -1.5 * healthy,
          },
        ]),
  ]
}

const severityPoints: Readonly<Record<string, number>> = { critical: 3, blocker: 3, high: 2, medium: 1 }

/** Words in the types of changes after which something can behave in another way. Source: the types that scrapers give. */
const deliveries =
  /deploy|release|rollout|rollback|migrat|upgrad|install|promot|flag|rotat|renew|purge|import|job|failover|switchover|drain|cordon/i
/** Calls of the interfaces of clouds that change settings, such as `PutBucketPolicy`. */
const settingCalls =
  /^(?:Put|Change|Replace|Update|Modify|Set|Attach|Detach|Revoke|Authorize|Enable|Disable|Associate|Disassociate)[A-Z]/
const removals = /delet|remov|terminat|evict|expire/i
const scalings = /scal/i

/** What kind of change it is. Severity `info` is the default of a push, and says nothing. */
function changeReason({ type, source, severity }: Change): Reason {
  const points = severityPoints[severity?.toLowerCase() ?? ''] ?? 0
  const kinds = [
    ...(removals.test(type) ? [{ text: 'Something was removed', points: 2.5 }] : []),
    ...(deliveries.test(type) ? [{ text: 'A delivery changes what runs', points: 2 }] : []),
    ...(type === 'diff' || source === 'diff' || settingCalls.test(type)
      ? [{ text: 'Its configuration changed', points: 2 }]
      : []),
    ...(scalings.test(type) ? [{ text: 'Its size changed', points: 0.5 }] : []),
  ]
  const best = kinds.toSorted((a, b) => b.points - a.points)[0]
  if (best !== undefined && best.points >= points) return { aspect: 'kind', ...best }
  return {
    aspect: 'kind',
    text:
      severity === null ? `A change of type ${type}` : `A change of type ${type} with severity ${severity}`,
    points,
  }
}

/** What kind of cause it is. */
export function kindReason({ kind, entity, change }: Candidate, { way }: PathNode): Reason {
  if (change !== undefined) return changeReason(change)
  if (kind === 'recovered') return { aspect: 'kind', text: 'It failed, and is well again', points: 2.5 }
  if (kind === 'unseen' && way === 'self')
    return { aspect: 'kind', text: `${entity.thing.name} is unknown because nobody sees it`, points: 4 }
  if (kind === 'unseen') return { aspect: 'kind', text: `Nobody can see ${entity.thing.name}`, points: 2 }
  return (entity.failing ?? entity.flapping)?.health === 'unhealthy'
    ? { aspect: 'kind', text: 'It is unhealthy', points: 3.5 }
    : { aspect: 'kind', text: 'It has a warning', points: 1.5 }
}

/** What happens often rarely breaks something. @param count in the period */
export function frequencyReasons(count: number): Reason[] {
  return count < 2
    ? []
    : [
        {
          aspect: 'frequency',
          text: `It happened ${count} times in this period`,
          points: -0.5 * Math.log2(count),
        },
      ]
}

/** What fails and recovers all the time is only a possible cause. */
const FLAPPING_POINTS = -3.5

const verbs = {
  change: 'It changed',
  failing: 'It failed',
  recovered: 'It recovered',
  unseen: 'It was last seen',
} as const

/**
 * How the time of a cause fits the time of what it may have caused; undefined where it cannot be the cause.
 * Between the last good result and the first bad one nothing is known, so that time has no distance.
 */
export function timeReason({ kind, time, endedAt, transitions }: Candidate, of: Entity): Reason | undefined {
  const { onset, thing } = of
  if (onset === undefined) return undefined
  if (transitions !== undefined)
    return {
      aspect: 'frequency',
      text: `Its health changed ${transitions} times in the hours before, so that it fails now says little`,
      points: FLAPPING_POINTS,
    }
  const what = verbs[kind]
  if (kind === 'change' || kind === 'unseen') {
    if (time.latest > onset.latest) return undefined
    const text = `${what} ${agoOf(onset.latest - time.latest)} before ${thing.name} was seen to fail`
    return {
      aspect: 'time',
      text,
      points: fading(Math.max(0, onset.earliest - time.latest)) / (kind === 'unseen' ? 2 : 1),
    }
  }
  if (kind === 'recovered') {
    const ended = endedAt ?? time.latest
    if (time.earliest > onset.latest) return undefined
    const text = `${what} ${agoOf(Math.abs(onset.latest - ended))} ${ended > onset.latest ? 'after' : 'before'} ${thing.name} was seen to fail`
    return { aspect: 'time', text, points: 2 * fading(Math.max(0, onset.earliest - ended)) }
  }
  // It was seen to be well when the other one had failed already.
  if (time.earliest >= onset.latest) return undefined
  const late = time.latest - onset.latest
  if (late > 0)
    return {
      aspect: 'time',
      text: `It was seen to fail ${agoOf(late)} after ${thing.name}, which may be the delay of its check`,
      points: Math.max(
        -2.5,
        Math.log2(Math.max(0.1, (onset.latest - time.earliest) / (time.latest - time.earliest))),
      ),
    }
  return {
    aspect: 'time',
    text: `${what} ${agoOf(-late)} before ${thing.name} was seen to fail`,
    points: fading(Math.max(0, onset.earliest - time.latest)),
  }
}

/** How a changed thing, and what needs it, was afterwards. */
interface Effects {
  way: Way
  /** Whether it was seen to be well since. */
  isWell: boolean
  /** Whether it has failed since, and still fails, and whether it has failed since and is well again. */
  hasFailed: boolean
  hadFailed: boolean
  /** Failing things that the change would explain. */
  failing: number
  /** Those of them that need it directly. */
  failingUsers: number
}

/** What became of a changed thing. Who loads another thing stays well itself. */
export function effectReasons({ kind, entity }: Candidate, effects: Effects): Reason[] {
  if (kind !== 'change' || effects.way === 'caller') return []
  const { name } = entity.thing
  const because = (text: string, points: number): Reason[] => [{ aspect: 'effect', text, points }]
  if (effects.hasFailed) return because(`${name} has failed since then`, 1.5)
  if (entity.onset !== undefined) return because(`${name} failed before it`, -2)
  if (effects.hadFailed) return because(`${name} has failed since then, and is well again`, 1)
  if (effects.isWell)
    return effects.failing > 1
      ? because(`${name} stayed healthy, but ${effects.failing} that need it failed`, -0.3)
      : because(`${name} stayed healthy`, -1.5)
  return effects.failingUsers > 0 && (entity.health === null || entity.health === 'unknown')
    ? because(`What needs ${name} has failed since then`, 1)
    : []
}

/** Words of a message that say that something is overloaded. That something took too long may have any cause. */
const overload =
  /overload|too many|exhaust|pool|capacity|throttl|rate limit|slow|saturat|queue|no space|memory|cpu|load/i

/** A change of a caller is a cause where what it calls says that it has too much to do. */
export function loadReasons(reached: PathNode): Reason[] {
  if (reached.way !== 'caller') return []
  // The first caller on the way calls what is loaded.
  const caller = pathTo(reached).find(({ way }) => way === 'caller')
  const failing = caller?.before?.entity.failing
  return overload.test(failing?.message ?? '')
    ? [{ aspect: 'effect', text: `${failing?.name ?? ''} says that it has too much to do`, points: 1.5 }]
    : []
}

/**
 * How many failing things it would explain.
 * @param dependents how many of them fail because of the asked one, which says nothing about its cause
 */
export function sharedReasons(count: number, dependents: number): Reason[] {
  if (count < 2) return []
  const points = 0.8 * Math.log2(Math.max(1, count / Math.max(1, dependents)))
  if (points === 0) return []
  return [{ aspect: 'shared', text: `It would explain ${count} failing things`, points }]
}

/**
 * How those that need it directly are: healthy ones speak against it. Failing ones speak for what does not fail itself; else
 * they are its consequences, whatever its cause.
 */
export function userReasons({ entity }: Candidate, failing: number, healthy: number): Reason[] {
  const all = failing + healthy
  if (all === 0 || (healthy === 0 && (failing < 2 || entity.onset !== undefined))) return []
  const text =
    failing === 0
      ? healthy === 1
        ? 'The one that needs it directly is healthy'
        : `${healthy} that need it directly are healthy`
      : failing === 1 && all === 1
        ? 'The one that needs it directly fails'
        : `${failing} of ${all} that need it directly ${failing === 1 ? 'fails' : 'fail'}`
  const speaking = entity.onset === undefined ? failing : 0
  const points = (0.6 * Math.log2(1 + speaking) * speaking - 1.2 * Math.log2(1 + healthy) * healthy) / all
  return [{ aspect: 'users', text, points }]
}

/** A changed thing that fails because of something else needs no other cause. @param cause what explains its failure better */
export const explainedAwayReason = (name: string, cause: string): Reason => ({
  aspect: 'effect',
  text: `${name} fails because of ${cause}`,
  points: -1.5,
})
