import { type Entity, type EntityGraph, type Onset, onsetOf } from './entities.ts'
import { type Change, type Facts, isFlapping, keyOf } from './facts.ts'

/** What may be a cause: a failure, one that has ended, a change, or something that nobody sees. */
export interface Candidate {
  kind: 'failing' | 'recovered' | 'change' | 'unseen'
  /** Names it among the candidates of one answer. */
  id: string
  entity: Entity
  /** When it happened. */
  time: Onset
  /** The change, of candidates that are one; its count is that of all changes of its type in the period. */
  change?: Change | undefined
  /** How often its health changed in the last hours, of candidates that flap. */
  transitions?: number | undefined
  /** When a failure ended, of candidates that are one that has. Milliseconds since the epoch. */
  endedAt?: number | undefined
  message: string | null
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function changeCandidates(graph: EntityGraph, changes: readonly Change[], until: number): Candidate[] {
  const groups = new Map<string, { entity: Entity; changes: Change[] }>()
  for (const change of changes) {
    const entity = graph.entities.get(graph.entityOf(change.thing))
    if (entity === undefined || change.at > until) continue
    const id = `${entity.key} change ${change.type}`
    const group = groups.get(id) ?? { entity, changes: [] }
    group.changes.push(change)
    groups.set(id, group)
  }
  return [...groups].flatMap(([id, { entity, changes: list }]): Candidate[] => {
    const [last] = list.toSorted((a, b) => b.at - a.at || compare(a.id ?? '', b.id ?? ''))
    if (last === undefined) return []
    // One deletion is told by the item and by the component.
    const count = last.id === null ? 1 : list.reduce((sum, change) => sum + change.count, 0)
    return [
      {
        kind: 'change',
        id,
        entity,
        time: { earliest: last.at, latest: last.at },
        change: { ...last, count },
        message: last.summary,
      },
    ]
  })
}

/** The failure of an entity that ended last, whichever part saw it. */
function endedFailureOf(entity: Entity): Candidate[] {
  const ended = entity.parts
    .filter((part) => !isFlapping(part))
    .flatMap((part) => part.ended)
    .toSorted((a, b) => b.to - a.to || a.from - b.from)
  const [last] = ended
  // One that goes on since before is another trouble than the one that ended.
  if (last === undefined || (entity.onset !== undefined && entity.onset.latest >= last.from)) return []
  return [
    {
      kind: 'recovered',
      id: `${entity.key} recovered`,
      entity,
      time: { earliest: last.from, latest: last.from },
      endedAt: last.to,
      message: null,
    },
  ]
}

/**
 * Lists what may be a cause of something that fails, without looking at ways. The order does not depend on the order of the
 * facts.
 * @param until milliseconds since the epoch after which a change is no cause
 */
export function candidatesOf(graph: EntityGraph, facts: Facts, until: number): Candidate[] {
  const within = facts.changes.filter(({ at }) => at >= facts.from)
  const found = [...graph.entities.values()].flatMap((entity): Candidate[] => [
    ...(entity.onset === undefined
      ? []
      : [
          {
            kind: 'failing' as const,
            id: `${entity.key} failing`,
            entity,
            time: entity.onset,
            message: entity.failing?.message ?? null,
          },
        ]),
    ...(entity.flapping === undefined
      ? []
      : [
          {
            kind: 'failing' as const,
            id: `${entity.key} failing`,
            entity,
            time: onsetOf([entity.flapping], facts.at),
            transitions: entity.flapping.transitions,
            message: entity.flapping.message,
          },
        ]),
    ...endedFailureOf(entity),
    ...(entity.unseen === undefined
      ? []
      : [
          {
            kind: 'unseen' as const,
            id: `${entity.key} unseen`,
            entity,
            time: { earliest: entity.unseen.since ?? 0, latest: entity.unseen.since ?? 0 },
            message: entity.unseen.message,
          },
        ]),
  ])
  return [...found, ...changeCandidates(graph, within, until)].toSorted((a, b) => compare(a.id, b.id))
}

/** The thing that a candidate is about, as it is shown: the changed one of a change, else what names the entity. */
export function thingOf({ kind, entity, change }: Candidate) {
  if (change !== undefined)
    return entity.parts.find((part) => keyOf(part.kind, part.id) === change.thing) ?? entity.thing
  const failing = entity.failing ?? entity.flapping
  return kind === 'failing' && failing !== undefined && entity.thing.kind === 'check' ? failing : entity.thing
}
