import type { SubjectKind } from '@binnacle/contract/kinds'
import type { SilenceForm, SilenceKind, SilenceSelector } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Actor } from '../../platform/access/actor.ts'
import type { Connection } from '../../platform/database/tables-on.ts'
import { definePort } from '../../platform/port.ts'
import type { SubjectState } from '../../platform/subjects.ts'

/** A silence that covers a resource now. */
export interface ActiveSilence {
  id: string
  kind: SilenceKind
  /** End of the silence, or of the present window of recurring maintenance. Undefined if it has none. */
  until: Date | undefined
  /** Why, as its maker says. */
  description: string | undefined
}

/** Says which messages silences and maintenance keep back. */
export interface Silencing {
  /**
   * Finds the silence that covers a resource at a time. Of several, the one that ends last. A silence counts as soon as
   * it is committed and this process has heard of it, which takes milliseconds.
   */
  match(state: SubjectState, at: Date): Promise<ActiveSilence | undefined>
  /**
   * Finds the silences of resources that a page shows.
   * @returns by id of the resource; resources that no silence covers are missing
   */
  shown(kind: SubjectKind, ids: readonly string[], at: Date): Promise<ReadonlyMap<string, ActiveSilence>>
  /** Maintenance under way that may cover resources of a kind, the one that ends last first. */
  maintenance(kind: SubjectKind, at: Date): Promise<readonly ActiveSilence[]>
  /**
   * Counts messages that a silence kept back. Call it last in a transaction: it locks the count of the silence until the
   * transaction ends.
   */
  suppressed(within: Connection, silenceId: string, count: number): Promise<void>
  /**
   * Calls the listener after a silence was created, changed or ended by a person, in any process. `match` knows of the
   * change by then. Nothing is called when a silence ends because its time is over: look again at `until`.
   * @returns ends the subscription
   */
  onChanged(listener: () => void): () => void
}

/** Offered by this module. */
export const silencing = definePort<Silencing>('silencing')

/** A silence as its maker wrote it. */
export interface WrittenSilence {
  id: string
  /** Why, as its maker says. */
  description: string
  /** Name of the person who created it. Empty if they are gone. */
  maker: string
  from: Date
  /** Undefined for recurring maintenance without an end. */
  until: Date | undefined
  covers: 'resource' | 'selector' | 'everything'
  selector: SilenceSelector
  /** A CEL expression, or empty. */
  filter: string
  updatedAt: Date
}

/** Reads and writes silences for clients that know them in another form. Callers ask for permission. */
export interface SilenceBook {
  /** Silences that did not end before a time, the newest change first. */
  list(since: Date, limit: number): Promise<readonly WrittenSilence[]>
  find(id: string): Promise<WrittenSilence | undefined>
  /** @returns the id @throws RequestError with what is wrong with the form */
  create(form: SilenceForm, actor: Actor): Promise<string>
  /**
   * Silences one resource from now on, in the transaction of the caller.
   * @param until as a form says it
   * @returns whether it did: not if the resource is gone, or is silenced by itself for as long already
   * @throws RequestError with what is wrong with the time
   */
  cover(
    client: ClientBase,
    resource: { kind: SubjectKind; id: string },
    until: string,
    actor: Actor,
  ): Promise<boolean>
  /** Changes fields of a form. @throws RequestError with what is wrong */
  update(id: string, changes: Readonly<Record<string, unknown>>, actor: Actor): Promise<void>
}

/** Offered by this module. */
export const silenceBook = definePort<SilenceBook>('the book of silences')
