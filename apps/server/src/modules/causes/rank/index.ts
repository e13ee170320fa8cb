import type { Health } from '@binnacle/contract/core'
import type { CauseSubjectKind } from '@binnacle/contract/causes'
import { type Candidate, candidatesOf, thingOf } from './candidates.ts'
import { entitiesOf, type Entity } from './entities.ts'
import { explains, foldConsequences, type RootCause } from './explain.ts'
import type { Change, Facts, Thing } from './facts.ts'
import { pathTo, type PathNode } from './reach.ts'
import { type Aspect, type Reason, sentenceOf } from './reasons.ts'
import { createWeighing } from './weigh.ts'

/** A named thing. */
interface CauseSubject {
  kind: CauseSubjectKind
  id: string
  name: string
}

/** A thing on the way to a cause. */
interface WaySubject extends CauseSubject {
  health: Health | null
  /** What it has to do with the thing before it, as a sentence; null for the first. */
  relation: string | null
}

/** A likely cause. */
export interface RankedCause {
  kind: 'failing' | 'recovered' | 'change' | 'unseen'
  /** Whether it explains the failure; else it is only possible. */
  level: 'likely' | 'possible'
  thing: Thing
  /** Milliseconds since the epoch. */
  at: number | null
  message: string | null
  change: Change | undefined
  steps: number
  path: WaySubject[]
  reasons: Reason[]
  score: number
  /** Why it stands above the next cause, in one sentence; null for the last. */
  why: string | null
  /** Failing things that it explains, each with how. */
  consequences: (CauseSubject & { text: string })[]
  /** Things with the same trouble at the same place, such as other pods of a workload. */
  others: CauseSubject[]
}

const named = ({ kind, id, name }: Thing): CauseSubject => ({ kind, id, name })

const wayOf = (reached: PathNode): WaySubject[] =>
  pathTo(reached).map((node) => ({
    ...named(node.entity.thing),
    health: node.entity.health,
    relation: sentenceOf(node) ?? null,
  }))

/** What a cause is, in a few words, such as `payment changed`. */
function shortNameOf({ candidate }: RootCause): string {
  const { name } = candidate.entity.thing
  if (candidate.kind === 'change')
    return candidate.change?.type === 'diff'
      ? `the change of ${name}`
      : `${candidate.change?.type ?? 'the change'} of ${name}`
  return candidate.kind === 'unseen' ? `${name} that nobody sees` : name
}

/** What a change of a thing is, said of that thing. */
const ofItself = ({ change }: Candidate): string =>
  change === undefined || change.type === 'diff' ? 'its change' : change.type

const aspectWords: Readonly<Record<Aspect, string>> = {
  kind: 'such a cause breaks things more often',
  time: 'its time fits better',
  effect: 'what happened to it afterwards fits better',
  shared: 'it explains more of what fails',
  users: 'fewer of those that need it are healthy',
  way: 'its way is shorter or passes fewer healthy things',
  frequency: 'it is less of a routine',
}

/** Says why a cause stands above another one: by its level, or by the reason that differs most. */
function whyAbove(one: RootCause, other: RootCause): string {
  const next = shortNameOf(other)
  if (explains(one) && !explains(other)) return `It explains the failure; ${next} is only possible`
  const points = ({ reasons }: RootCause, aspect: Aspect) =>
    reasons.reduce((sum, reason) => (reason.aspect === aspect ? sum + reason.points : sum), 0)
  const aspects: readonly Aspect[] = ['shared', 'time', 'effect', 'users', 'way', 'kind', 'frequency']
  const [best] = aspects
    .map((aspect) => ({ aspect, more: points(one, aspect) - points(other, aspect) }))
    .toSorted((a, b) => b.more - a.more)
  return `Above ${next}: ${aspectWords[best?.aspect ?? 'kind']}`
}

/** Pods of one workload with the same trouble are one line: same kind of cause, same type, reached from the same thing. */
function siblingsKeyOf({ candidate, reached }: RootCause): string {
  const { type, kind } = candidate.entity.thing
  const isSame = candidate.kind === 'failing' && reached.step === 'contains'
  return isSame
    ? `${reached.before?.entity.key ?? ''} ${kind} ${type ?? ''} ${candidate.message ?? ''}`
    : candidate.id
}

function shown(root: RootCause, next: RootCause | undefined, others: readonly RootCause[]): RankedCause {
  const { candidate, reached, reasons, score, consequences } = root
  const because = shortNameOf(root)
  return {
    kind: candidate.kind,
    level: explains(root) ? 'likely' : 'possible',
    thing: thingOf(candidate),
    at: candidate.kind === 'recovered' ? (candidate.endedAt ?? null) : candidate.time.latest || null,
    message: candidate.message,
    change: candidate.change,
    steps: reached.steps,
    path: wayOf(reached),
    reasons: [...reasons],
    score,
    why: next === undefined ? null : whyAbove(root, next),
    consequences: consequences.map(({ candidate: folded }) => ({
      ...named(folded.entity.thing),
      text: `${folded.entity.thing.name}, because of ${folded.entity.key === candidate.entity.key ? ofItself(candidate) : because}`,
    })),
    others: others.map((other) => named(other.candidate.entity.thing)),
  }
}

/** The causes of a failure, the most likely first. */
export interface Ranking {
  /** How the asked thing is, whatever describes it. */
  start: { health: Health | null; since: number | null }
  /** Whether one of them explains it; else nobody knows, and they are only possible. */
  isKnown: boolean
  causes: RankedCause[]
}

/** The start as it is weighed: what is well is treated as if it failed at the time that is asked for. */
function startOf(entity: Entity, at: number): Entity {
  return { ...entity, onset: entity.onset ?? { earliest: at, latest: at } }
}

/**
 * Ranks what may have caused the trouble of a thing. What is explained by something else is folded below it; the rest is in
 * the order of points, of which one doubles the odds. The answer depends on nothing but the facts, and not on their order.
 */
export function rankCauses(facts: Facts): Ranking {
  const graph = entitiesOf(facts)
  const own = graph.entities.get(graph.entityOf(facts.start))
  if (own === undefined) return { start: { health: null, since: null }, isKnown: false, causes: [] }
  const start = startOf(own, facts.at)
  const until = start.onset?.latest ?? facts.at
  const weighing = createWeighing(graph, start, candidatesOf(graph, facts, until))
  const lines: { root: RootCause; others: RootCause[] }[] = []
  const bySiblings = new Map<string, RootCause[]>()
  for (const root of foldConsequences(weighing, start)) {
    const key = siblingsKeyOf(root)
    const others = bySiblings.get(key)
    if (others === undefined) {
      const list: RootCause[] = []
      bySiblings.set(key, list)
      lines.push({ root, others: list })
    } else others.push(root)
  }
  const causes = lines.map(({ root, others }, place) => shown(root, lines[place + 1]?.root, others))
  return {
    start: { health: own.health, since: own.onset?.latest ?? null },
    isKnown: causes[0]?.level === 'likely',
    causes,
  }
}
