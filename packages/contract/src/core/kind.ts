import type * as z from 'zod/mini'

/** An event that a kind announces. */
export interface KindEvent<Payload> {
  /**
   * Increase it when the payload changes its meaning or loses a field. Waiting events of an older version then become dead
   * letters that say so.
   */
  version: number
  /** When it is emitted, as a sentence of the documentation. */
  when: string
  payload: z.ZodMiniType<Payload>
  /** What it says of one resource of the kind, if people can be notified of it. */
  about?: EventEffect<Payload>
}

/** What an event says of a resource. */
export interface EventEffect<Payload> {
  id(payload: Payload): string
  /** Something went wrong, that is over, or neither. */
  tells: 'alert' | 'recovery' | 'update'
  /** When it happened. */
  time(payload: Payload): Date
}

/** An event with any payload: `never` is what all functions of payloads take. */
interface AnyKindEvent {
  version: number
  when: string
  payload: z.ZodMiniType
  about?: EventEffect<never>
}

/** A kind of resource of which messages tell. */
interface KindSubject {
  /** As rules and stored messages name it. */
  kind: string
  /** What people call it in filters of the send history. */
  label: string
}

/** What both sides know of a kind of resource: its names, and what it adds to lists of the product. */
export interface KindFacts {
  /** Unique. Its topic of live changes, its relation in the data service, and the first part of keys of its queries. */
  name: string
  /** Where people can be notified of it. */
  subject?: KindSubject
  /** The schema of a selector, where pickers and saved queries find it. */
  selector?: z.ZodMiniType
  /** Events by name. */
  events?: Readonly<Record<string, AnyKindEvent>>
  /** Events that a rule may name, in the order of forms, with what people call them. */
  notifiable?: Readonly<Record<string, string>>
}

/**
 * Describes a kind once, for both sides.
 * @example
 * export const teamKind = describeKind({ name: 'teams' })
 */
export function describeKind<const Facts extends KindFacts>(facts: Facts): Facts {
  return facts
}

/** Gives an event the type of its payload. */
export function describeEvent<Payload>(event: KindEvent<Payload>): KindEvent<Payload> {
  return event
}
