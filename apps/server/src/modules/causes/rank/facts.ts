import type { CauseSubjectKind } from '@binnacle/contract/causes'

/** Names a thing: its kind and id, such as `config/0199…`. */
export type Key = string

export function keyOf(kind: CauseSubjectKind, id: string): Key {
  return `${kind}/${id}`
}

/**
 * What a thing has to do with another one that may be why it fails.
 *
 * - `same`: both describe one thing, such as a component and its catalog item
 * - `contains`: it consists of the other one
 * - `uses`: it is related to the other one, in the direction that mostly leads to what needs it
 * - `needs`: it cannot work without the other one
 * - `within`: it is a part of the other one
 * - `checks`: it is a check of the other one
 * - `checked`: the other one is a check of it
 */
export type Link = 'same' | 'contains' | 'uses' | 'needs' | 'within' | 'checks' | 'checked'

export type Health = 'healthy' | 'unhealthy' | 'warning' | 'unknown'

/** A thing with its health at the time that is asked for. */
export interface Thing {
  kind: CauseSubjectKind
  id: string
  name: string
  type: string | null
  health: Health | null
  /** Milliseconds since the epoch from which it has this health; null where nobody knows. */
  since: number | null
  /** Why it has this health, in one line. */
  message: string | null
  /** Things that contain it, the outermost first. */
  within: readonly Key[]
  /** Why nobody can see how it is; undefined where it is seen. */
  unseen?: { message: string; since: number | null } | undefined
}

/** `to` may be why `from` fails. */
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

/** When the trouble of a thing began, or the time that is asked for where it is well. */
export function onsetOf(start: Thing, at: number): number {
  return isFailing(start) && start.since !== null && start.since <= at ? start.since : at
}
