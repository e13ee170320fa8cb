import type { Queryable } from '../../../../platform/database/index.ts'
import { foldGroupings } from './groupings.ts'

// Counting 100,000 items takes hundreds of milliseconds, so the counts of the summary are stored. Triggers of
// statements insert what changes as rows of `core.config_type_deltas`; nobody updates a count within a transaction, so
// none waits for another one. Who changes the numbers of an item locks the item, and a run locks its items in the order
// of their ids, so deltas are right in any order. Groupings that people ask for are counted in the same way. Filters read
// the items, because nothing counts their combinations.

/** Adds what transactions counted by types and by groupings to the counts. Reads add up what is left. */
export async function foldCounts(database: Queryable): Promise<void> {
  await database.query('select core.fold_type_deltas()', [])
  await foldGroupings(database)
}
