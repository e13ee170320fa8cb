import type { Queryable } from '../../../platform/database/index.ts'

/** Adds what transactions counted by type to the counts. Reads add up what is left. */
export async function foldCounts(database: Queryable): Promise<void> {
  await database.query('select core.fold_type_deltas()', [])
}
