import type { Health } from '@binnacle/contract/core'
import type { CauseSubjectKind } from '@binnacle/contract/causes'

/** Names a thing: its kind and id, such as `config/0199…`. */
export type Key = string

export function keyOf(kind: CauseSubjectKind, id: string): Key {
  return `${kind}/${id}`
}

/**
 * What one thing has to do with another one.
 *
 * - `same`: both describe one thing, such as a component and its catalog item
 * - `contains`: it consists of the other one
 * - `needs`: it cannot work without the other one
 * - `checks`: it is a check of the other one
 */
export type Link = 'same' | 'contains' | 'needs' | 'checks'

/** A failure that has ended. Milliseconds since the epoch. */
export interface EndedFailure {
  from: number
  to: number
}

/** A thing with its health at the time that is asked for. Times are milliseconds since the epoch. */
export interface Thing {
  kind: CauseSubjectKind
  id: string
  name: string
  type: string | null
  health: Health | null
  /** From when it has this health; null where nobody knows. */
  since: number | null
  /** When it was last seen to be well before `since`; null where nobody knows. */
  lastGood: number | null
  /** When somebody last looked; null where nobody says. */
  lastSeen: number | null
  /** Failures that ended shortly before the trouble. */
  ended: readonly EndedFailure[]
  /** How often its health changed in the last hours. */
  transitions: number
  /** Why it has this health, in one line. */
  message: string | null
  /** Things that contain it, the outermost first. */
  within: readonly Key[]
  /** Why nobody can see how it is; undefined where it is seen. */
  unseen?: { message: string; since: number | null } | undefined
}

/** A relation of two things, in the direction of its word: `from` needs `to`. */
export interface Edge {
  from: Key
  to: Key
  link: Link
}

/** A change of a thing. */
export interface Change {
  thing: Key
  /** Null for a deletion, which is no row of the changes. */
  id: string | null
  type: string
  source: string | null
  severity: string | null
  summary: string | null
  by: string | null
  /** Milliseconds since the epoch. */
  at: number
  /** How often it happened up to then. */
  count: number
}

/** Everything that a ranking is made of. The order of the lists means nothing. */
export interface Facts {
  /** The thing that fails. */
  start: Key
  /** Milliseconds since the epoch: the time that is asked for. */
  at: number
  /** Milliseconds since the epoch from which changes count. */
  from: number
  things: readonly Thing[]
  edges: readonly Edge[]
  changes: readonly Change[]
}

export const isFailing = ({ health }: Pick<Thing, 'health'>): boolean =>
  health === 'unhealthy' || health === 'warning'

/** Transitions in the last hours from which on a thing flaps, so that its health says nothing about one minute. */
const FLAPPING_TRANSITIONS = 8

export const isFlapping = ({ transitions }: Pick<Thing, 'transitions'>): boolean =>
  transitions >= FLAPPING_TRANSITIONS
