import type { Pool } from 'pg'
import type { Actor } from '../access/actor.ts'
import { audit, type Change } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { limitPerHour } from './per-hour.ts'

/** What a person tests before it is saved. */
type DraftTest = Pick<Change, 'resource' | 'id' | 'name' | 'after'>

/** Previews are made while a person writes, several for each test. */
const PREVIEWS_FOR_TEST = 4

/** Tests of drafts, of all kinds. A person who tests many may be guessing. */
export interface DraftTests {
  /** Counts a test and writes it to the audit log, or throws a RequestError if the person has made too many. */
  record(actor: Actor, test: DraftTest): Promise<void>
  /**
   * Counts a preview, which runs what a person writes on what is stored and reaches no target, or throws a RequestError if
   * the person has made too many.
   */
  preview(actor: Pick<Actor, 'personId'>): Promise<void>
}

/** @param most tests of a person in an hour, in all processes together */
export function createDraftTests(pool: Pool, clock: Pick<Clock, 'now'>, most: number): DraftTests {
  const count = limitPerHour(pool, clock, {
    kind: 'draft tests',
    most,
    refusal: `You have tested ${most} drafts within an hour; try again later`,
  })
  const previews = most * PREVIEWS_FOR_TEST
  const countPreview = limitPerHour(pool, clock, {
    kind: 'previews',
    most: previews,
    refusal: `You have made ${previews} previews within an hour; try again later`,
  })
  return {
    async record(actor, test) {
      await count(actor)
      await audit(pool, actor, { action: 'try', ...test })
    },
    preview: countPreview,
  }
}
