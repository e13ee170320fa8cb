import type { CauseSubjectKind } from '@binnacle/contract/causes'
import type { Pool } from 'pg'
import { inReading } from '../../../platform/database/read.ts'
import { type Change, type Edge, type Facts, type Key, keyOf, onsetOf, type Thing } from '../rank/facts.ts'
import { looksDown, moveAlong, type Way } from '../rank/moves.ts'
import { type Border, readEdges } from './edges.ts'
import { readChanges } from './changes.ts'
import { addSince, type Moment, readThings, type Rights } from './things.ts'

/** Most things that are looked at, and steps to them. */
const MOST_THINGS = 600
const MOST_ROUNDS = 7
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
  start: Thing
  onset: number
  isPartial: boolean
}

interface Place {
  key: Key
  way: Way
}

function borderOf(places: readonly Place[]): Border {
  const idsOf = (kind: CauseSubjectKind, chosen: (way: Way) => boolean) => [
    ...new Set(
      places
        .filter(({ key, way }) => key.startsWith(`${kind}/`) && chosen(way))
        .map(({ key }) => key.slice(kind.length + 1)),
    ),
  ]
  const all = () => true
  return {
    configs: idsOf('config', all),
    components: idsOf('component', all),
    checks: idsOf('check', (way) => way !== 'end'),
    configsDown: idsOf('config', looksDown),
    componentsDown: idsOf('component', looksDown),
  }
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
      const earliest = new Date(at.getTime() - hours * 3_600_000)
      const first = keyOf(kind, id)
      const found = await readThings(client, [first], { at, isPast, from: earliest }, rights)
      const [start] = isPast ? found.things : await addSince(client, found.things)
      if (start === undefined) return undefined
      const onset = onsetOf(start, at.getTime())
      const from = new Date(onset - hours * 3_600_000)
      const moment: Moment = { at, isPast, from }

      const things = new Map<Key, Thing>([[first, start]])
      const edges = new Map<string, Edge>()
      const deletions: Change[] = []
      const seen = new Set([`${first} open`])
      let isPartial = false
      let places: Place[] = [{ key: first, way: 'open' }]
      for (let round = 0; places.length > 0; round += 1) {
        if (round === MOST_ROUNDS || performance.now() - started > WALK_MILLISECONDS) {
          isPartial = true
          break
        }
        const near = await readEdges(client, borderOf(places), from)
        const unread = [...new Set(near.map(({ to }) => to))].filter((key) => !things.has(key)).toSorted()
        const room = MOST_THINGS - things.size
        isPartial ||= unread.length > room
        const read = await readThings(client, unread.slice(0, room), moment, rights)
        for (const thing of read.things) things.set(keyOf(thing.kind, thing.id), thing)
        deletions.push(...read.deletions)
        for (const edge of near)
          if (things.has(edge.to)) edges.set(`${edge.from} ${edge.to} ${edge.link}`, edge)
        const next: Place[] = []
        for (const { key, way } of places)
          for (const edge of near) {
            const [fromThing, to] = [things.get(key), things.get(edge.to)]
            if (edge.from !== key || fromThing === undefined || to === undefined) continue
            const move = moveAlong(way, edge, fromThing, to)
            if (move === undefined || seen.has(`${edge.to} ${move.way}`)) continue
            seen.add(`${edge.to} ${move.way}`)
            if (move.way !== 'end') next.push({ key: edge.to, way: move.way })
          }
        places = next
      }
      const configs = [...things.values()].filter((thing) => thing.kind === 'config')
      const changes = await readChanges(
        client,
        configs.map((thing) => thing.id),
        { from, to: new Date(onset) },
      )
      return {
        facts: {
          start: first,
          at: at.getTime(),
          from: from.getTime(),
          things: isPast ? [...things.values()] : await addSince(client, [...things.values()]),
          edges: [...edges.values()],
          changes: [...changes, ...deletions],
        },
        start,
        onset,
        isPartial,
      }
    },
    STATEMENT_MILLISECONDS,
  )
}
