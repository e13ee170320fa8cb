import type { MiddlewareHandler } from 'hono'
import { type Clock, endsWithin } from '../clock.ts'
import type { Availability } from '../database/availability.ts'
import { databaseAway } from './error-answer.ts'

/** Milliseconds after which an unanswered request checks whether the database is away. */
const PATIENCE_MILLISECONDS = 2_000

/**
 * Answers 503 if a request waits for a database that does not answer. A request that only takes long continues. The change of
 * a refused request may still happen when the database is back, as after any lost response.
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
