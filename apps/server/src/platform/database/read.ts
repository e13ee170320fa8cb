import type { ClientBase, Pool, QueryResultRow } from 'pg'
import { requester } from '../access/requester.ts'
import { RequestError } from '../errors.ts'
import { inTransaction } from './index.ts'
import { isOutOfTime, QUICK_MILLISECONDS, SharedPool } from './shared-pool.ts'

/** Most milliseconds of one statement that reads data for a request. */
export const READ_MILLISECONDS = 15_000

/**
 * Runs statements that only read in one transaction, each with a limit of time.
 * @param read may run twice, if it takes too long the first time
 * @param milliseconds limit of each statement
 * @throws RequestError EUNAVAILABLE if one takes longer
 */
export async function inReading<Value>(
  pool: Pool,
  read: (client: ClientBase) => Promise<Value>,
  milliseconds = READ_MILLISECONDS,
): Promise<Value> {
  const within = (limit: number) =>
    inTransaction(pool, async (client) => {
      // Sorts of what filters choose from a large table stay in memory.
      await client.query(
        `set transaction read only; set local statement_timeout = ${limit}; set local work_mem = '16MB'`,
      )
      return await read(client)
    })
  const request = requester.getStore()
  const isQuick = request?.lane === 'quick'
  try {
    if (
      request === undefined ||
      request.lane !== undefined ||
      request.hasConnection ||
      !(pool instanceof SharedPool)
    )
      return await within(isQuick ? Math.min(QUICK_MILLISECONDS, milliseconds) : milliseconds)
    // A request that may write cannot be repeated as a whole, but its reads can.
    return await pool.lanes.read(request.personId, undefined, (lane) =>
      requester.run({ ...request, hasConnection: true }, () =>
        within(lane === 'quick' ? Math.min(QUICK_MILLISECONDS, milliseconds) : milliseconds),
      ),
    )
  } catch (error) {
    // A quick request runs again with more time.
    if (isQuick || !isOutOfTime(error)) throw error
    throw new RequestError(
      'EUNAVAILABLE',
      `The database did not answer within ${milliseconds / 1_000} s. Choose fewer rows with a filter, or try again later.`,
    )
  }
}

/**
 * Reads rows for a request, with a limit of time.
 * @param milliseconds limit of the statement
 * @throws RequestError EUNAVAILABLE if it takes longer
 */
export async function readRows<Row extends QueryResultRow>(
  pool: Pool,
  text: string,
  values: readonly unknown[],
  milliseconds = READ_MILLISECONDS,
): Promise<Row[]> {
  return inReading(pool, async (client) => (await client.query<Row>(text, [...values])).rows, milliseconds)
}
