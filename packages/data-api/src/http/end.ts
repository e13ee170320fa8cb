import sql from 'sql-template-tag'
import type { Transaction } from '../database.ts'
import type { Preferences } from '../request/prefer.ts'

/**
 * Whether the client wants the transaction rolled back. If so, checks its deferred constraints first, as a commit
 * would.
 */
export async function endsUndone(
  { transaction: end }: Pick<Preferences, 'transaction'>,
  transaction: Transaction,
): Promise<boolean> {
  if (end !== 'rollback') return false
  await transaction.query(sql`set constraints all immediate`)
  return true
}
