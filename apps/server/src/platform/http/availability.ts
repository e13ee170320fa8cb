import type { MiddlewareHandler } from 'hono'
import { type Clock, endsWithin } from '../clock.ts'
import type { Availability } from '../database/availability.ts'
import { databaseAway } from './error-answer.ts'

/** Milliseconds after which a request that is not answered asks whether it waits for the database. */
const PATIENCE_MILLISECONDS = 2_000

/**
 * Answers 503 in words when a request waits for a database that does not answer; a request that only takes long goes on.
 * What the request began is not undone: a change may still be made when the database is back, as after any lost answer.
 */
export function refuseWithoutDatabase(database: Availability, clock: Clock): MiddlewareHandler {
  return async (_context, next) => {
    const work = next()
    while (!(await endsWithin(clock, PATIENCE_MILLISECONDS, work)))
      if (!(await database.answers())) {
        // Nobody waits for it any more.
        work.catch(() => {})
        throw databaseAway()
      }
    await work
  }
}
