import type { Pool } from 'pg'
import type { Actor } from '../access/actor.ts'
import { audit, type Change } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { limitPerHour } from './per-hour.ts'

/** What a person tests before it is saved. */
export type DraftTest = Pick<Change, 'resource' | 'id' | 'name' | 'after'>

/** Tests of drafts, of all kinds. A person who tests many may be guessing. */
export interface DraftTests {
  /** Counts a test and writes it to the audit log, or throws a RequestError if the person has made too many. */
  record(actor: Actor, test: DraftTest): Promise<void>
}

/** @param most tests of a person in an hour */
export function createDraftTests(pool: Pool, clock: Pick<Clock, 'now'>, most: number): DraftTests {
  const count = limitPerHour(most, clock, `You have tested ${most} drafts within an hour; try again later`)
  return {
    async record(actor, test) {
      count(actor)
      await audit(pool, actor, { action: 'try', ...test })
    },
  }
}
