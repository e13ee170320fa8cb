import { type ClientBase, DatabaseError, type Pool, type QueryResultRow } from 'pg'
import { requester } from '../access/requester.ts'
import { RequestError } from '../errors.ts'
import { inTransaction } from './index.ts'
import { SharedPool } from './shared-pool.ts'

/** Most milliseconds of one statement that reads data for a request. */
export const READ_MILLISECONDS = 15_000

const QUERY_CANCELED = '57014'

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
  try {
    if (request === undefined || request.hasConnection || !(pool instanceof SharedPool))
      return await within(milliseconds)
    const { lanes, quickMilliseconds } = pool
    return await lanes.read(request.personId, undefined, (lane) =>
      requester.run({ ...request, hasConnection: true }, () =>
        within(lane === 'quick' ? Math.min(quickMilliseconds, milliseconds) : milliseconds),
      ),
    )
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== QUERY_CANCELED) throw error
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
