import type { CauseSubjectKind } from '@binnacle/contract/causes'
import type { Pool } from 'pg'
import { inReading } from '../../../platform/database/read.ts'
import { entitiesOf } from '../rank/entities.ts'
import { type Change, type Edge, type Facts, type Key, keyOf, type Thing } from '../rank/facts.ts'
import { moveAlong, type Way } from '../rank/ways.ts'
import { readChanges } from './changes.ts'
import { type Border, type EdgeStep, type FoundEdge, readEdges, relationOf } from './edges.ts'
import { addHistory } from './history.ts'
import { type Moment, type ReadThings, readThings, type Rights } from './things.ts'

/** Most things that are looked at, and steps to them. */
const MOST_THINGS = 600
const MOST_ROUNDS = 10
/** Steps to all that describes or checks the asked thing. */
const DESCRIBING_ROUNDS = 3
/** Milliseconds of one statement, and after which no further step is taken. */
const STATEMENT_MILLISECONDS = 5_000
const WALK_MILLISECONDS = 3_000
/** Milliseconds in which a state counts as that of now. */
const NOW_MILLISECONDS = 5_000

/** What is asked. */
export interface Question {
  kind: CauseSubjectKind
  id: string
  /** Undefined for now. */
  at: Date | undefined
  hours: number
  now: Date
  rights: Rights
}

/** The facts around a thing, and whether all of them were read. */
export interface GatheredFacts {
  facts: Facts
  /** The asked thing; undefined where it went meanwhile. */
  start: Thing | undefined
  /** When the trouble was noticed, or the time that is asked for where it is well. Milliseconds since the epoch. */
  onset: number
  isPartial: boolean
}

interface Visit {
  key: Key
  way: Way
}

/** Ways from which what is needed, and what contains a thing, is looked at; and those from which its parts and users are. */
const isUp = (way: Way): boolean => way !== 'caller'
const isDown = (way: Way): boolean => way === 'self' || way === 'needed' || way === 'part'

function borderOf(visits: readonly Visit[]): Border {
  const idsOf = (kind: CauseSubjectKind, chosen: (way: Way) => boolean) => [
    ...new Set(
      visits
        .filter(({ key, way }) => key.startsWith(`${kind}/`) && chosen(way))
        .map(({ key }) => key.slice(kind.length + 1)),
    ),
  ]
  const all = () => true
  return {
    configs: idsOf('config', all),
    components: idsOf('component', all),
    checks: idsOf('check', isUp),
    configsUp: idsOf('config', isUp),
    componentsUp: idsOf('component', isUp),
    configsDown: idsOf('config', isDown),
    componentsDown: idsOf('component', isDown),
  }
}

/** Whether an edge leads to what describes or checks the same thing. */
const isDescription = (step: EdgeStep): boolean => step === 'same' || step === 'checked' || step === 'checks'

/** A border of which only what describes or checks the same thing is read. */
function describing(keys: readonly Key[]): Border {
  return {
    ...borderOf(keys.map((key): Visit => ({ key, way: 'self' }))),
    configsUp: [],
    componentsUp: [],
    configsDown: [],
    componentsDown: [],
  }
}

/** How the other end of an edge is reached; undefined where causes are not looked for there. */
function wayAlong(way: Way, { step }: FoundEdge): Way | undefined {
  // What describes the same thing, and what checks it, is the thing itself.
  if (step === 'same' || step === 'checked') return way
  if (step === 'checks') return way === 'self' ? 'self' : 'caller'
  // Users are evidence, whether what they need fails or not.
  return moveAlong(way, step, true)
}

/** Reads the things around one, and what changed there: bounded in steps, things, edges, changes and time. */
export async function gatherFacts(pool: Pool, question: Question): Promise<GatheredFacts | undefined> {
  const { kind, id, now, hours, rights } = question
  const at = question.at ?? now
  const isPast = now.getTime() - at.getTime() > NOW_MILLISECONDS
  const started = performance.now()
  return inReading(
    pool,
    async (client) => {
      const first = keyOf(kind, id)
      const period = hours * 3_600_000
      const early: Moment = { at, isPast, from: new Date(at.getTime() - period) }
      const things = new Map<Key, Thing>()
      const edges = new Map<string, Edge>()
      const deletions: Change[] = []
      const add = (read: ReadThings): Key[] => {
        for (const thing of read.things) things.set(keyOf(thing.kind, thing.id), thing)
        deletions.push(...read.deletions)
        return read.things.map((thing) => keyOf(thing.kind, thing.id))
      }
      const addEdges = (near: readonly FoundEdge[]) => {
        for (const edge of near) {
          if (!things.has(edge.there)) continue
          const relation = relationOf(edge)
          edges.set(`${relation.from} ${relation.to} ${relation.link}`, relation)
        }
      }

      // The walk begins at all that describes or checks the thing, so it is the same whichever of them is asked about.
      const described = new Set(add(await readThings(client, [first], early, rights)))
      if (!described.has(first)) return undefined
      for (let [round, left] = [0, [first]]; round < DESCRIBING_ROUNDS && left.length > 0; round += 1) {
        const near = (await readEdges(client, describing(left), early)).filter(({ step }) =>
          isDescription(step),
        )
        const unread = [...new Set(near.map(({ there }) => there))].filter((key) => !described.has(key))
        left = add(await readThings(client, unread.toSorted(), early, rights))
        addEdges(near)
        for (const key of left) described.add(key)
      }
      const factsOf = (known: readonly Thing[], from: Date): Facts => ({
        start: first,
        at: at.getTime(),
        from: from.getTime(),
        things: known,
        edges: [...edges.values()],
        changes: deletions,
      })
      const onsetIn = (facts: Facts): number => {
        const graph = entitiesOf(facts)
        return graph.entities.get(graph.entityOf(first))?.onset?.latest ?? at.getTime()
      }
      const begin = onsetIn(factsOf(await addHistory(client, [...things.values()], at), early.from))
      const from = new Date(begin - period)
      const moment: Moment = { at, isPast, from }

      const seen = new Set<string>()
      let isPartial = false
      let visits = [...described].map((key): Visit => ({ key, way: 'self' }))
      for (const { key } of visits) seen.add(`${key} self`)
      for (let round = 0; visits.length > 0; round += 1) {
        if (round === MOST_ROUNDS || performance.now() - started > WALK_MILLISECONDS) {
          isPartial = true
          break
        }
        const near = await readEdges(client, borderOf(visits), { at, from })
        const unread = [...new Set(near.map(({ there }) => there))]
          .filter((key) => !things.has(key))
          .toSorted()
        const room = MOST_THINGS - things.size
        isPartial ||= unread.length > room
        add(await readThings(client, unread.slice(0, room), moment, rights))
        addEdges(near)
        const byHere = Map.groupBy(near, ({ here }) => here)
        const next: Visit[] = []
        for (const { key, way } of visits)
          for (const edge of byHere.get(key) ?? []) {
            const followed = things.has(edge.there) ? wayAlong(way, edge) : undefined
            if (followed === undefined || seen.has(`${edge.there} ${followed}`)) continue
            seen.add(`${edge.there} ${followed}`)
            next.push({ key: edge.there, way: followed })
          }
        visits = next
      }
      const known = await addHistory(client, [...things.values()], at)
      const facts = factsOf(known, from)
      const onset = onsetIn(facts)
      const changed = known.filter((thing) => thing.kind === 'config').map((thing) => thing.id)
      const changes = await readChanges(client, changed, { from, to: new Date(onset) })
      return {
        facts: { ...facts, changes: [...changes, ...deletions] },
        start: known.find((thing) => keyOf(thing.kind, thing.id) === first),
        onset,
        isPartial,
      }
    },
    STATEMENT_MILLISECONDS,
  )
}
