import { fail, succeed } from '@binnacle/contract/core'
import { createLanes, createPlaces, type Lanes, narrowAnswers } from '@binnacle/data-api'
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg'
import { requester, type Requester } from '../access/requester.ts'
import { RequestError } from '../errors.ts'

/** Most milliseconds of a statement in the quick lane. */
export const QUICK_MILLISECONDS = 500
/** Connections for reads of requests that take little time. The product's own work always finds others. */
const QUICK = { total: 4, each: 2, milliseconds: QUICK_MILLISECONDS }
/** Connections for reads of requests that take longer. */
const SLOW = { total: 2, each: 1 }
/** Connections for requests that write, which cannot be repeated. */
const WRITES = { total: 4, each: 2 }
/** Longest wait for a connection, as of the pool itself. */
const WAIT_MILLISECONDS = 10_000

const tooLate = () =>
  new RequestError('EUNAVAILABLE', 'The database is busy with other requests. Try again in a moment.')

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void

/**
 * A pool of which requests of people get some connections, and each person a share of them. Work that belongs to no
 * request takes the next connection that is free.
 */
export class SharedPool extends Pool {
  readonly lanes: Lanes = createLanes({
    quick: QUICK,
    slow: SLOW,
    waitMilliseconds: WAIT_MILLISECONDS,
    late: tooLate,
  })

  /** Connections of the quick lane, which only read, and whose statements end after its time. */
  readonly quickPool: Pool
  readonly #writing = createPlaces({
    ...WRITES,
    waiting: Infinity,
    waitMilliseconds: WAIT_MILLISECONDS,
    late: tooLate,
    full: tooLate,
  })

  constructor(config: PoolConfig) {
    super(config)
    const { options = '' } = config
    this.quickPool = new Pool({
      ...config,
      max: QUICK.total,
      statement_timeout: QUICK.milliseconds,
      // What ran there may run again, so it must not have written anything.
      options: `${options} -c default_transaction_read_only=on`.trim(),
    })
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = Promise.all([super.end(), this.quickPool.end()]).then(() => undefined)
    if (callback === undefined) return ended
    void this.#endWith(ended, callback)
    return undefined
  }

  async #endWith(ended: Promise<void>, callback: () => void): Promise<void> {
    await ended
    callback()
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    const request = requester.getStore()
    if (request === undefined) return callback === undefined ? super.connect() : this.#plain(callback)
    const limited = this.#connectFor(request)
    if (callback === undefined) return limited
    void this.#callBack(limited, callback)
    return undefined
  }

  #plain(callback: Callback): undefined {
    super.connect(callback)
    return undefined
  }

  async #callBack(connected: Promise<PoolClient>, callback: Callback): Promise<void> {
    const result = await connected.then(succeed, (error: unknown) =>
      fail(error instanceof Error ? error : new Error(String(error))),
    )
    if (!result.ok) return callback(result.failure, undefined, () => {})
    const client = result.value
    callback(undefined, client, (release) => client.release(release))
  }

  async #connectFor(request: Requester): Promise<PoolClient> {
    const connect = () => (request.lane === 'quick' ? this.quickPool.connect() : super.connect())
    const client = await (request.hasConnection ? connect() : this.#share(request, connect))
    narrowAnswers(client, request.answerBytes)
    return client
  }

  /** Takes a connection of a person's share, which is given back with the connection. */
  async #share(request: Requester, connect: () => Promise<PoolClient>): Promise<PoolClient> {
    const { personId, lane } = request
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    const hold = async () => {
      const client = await connect()
      const { promise: released, resolve: end } = Promise.withResolvers<void>()
      const release = client.release.bind(client)
      request.hasConnection = true
      client.release = (error) => {
        request.hasConnection = false
        end()
        release(error)
      }
      resolve(client)
      await released
    }
    const held =
      lane === undefined ? this.#write(personId, hold) : this.lanes.run(personId, undefined, lane, hold)
    held.catch(reject)
    return promise
  }

  async #write(personId: string, work: () => Promise<void>): Promise<void> {
    const end = await this.#writing.take(personId)
    try {
      await work()
    } finally {
      end()
    }
  }
}

const QUERY_CANCELED = '57014'

/** Whether a statement ended because its time was over. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === QUERY_CANCELED
}

const READ_ONLY_TRANSACTION = '25006'

/** Whether a statement was refused because it writes where statements only read. */
function isWrite(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY_TRANSACTION
}

/**
 * Answers a request that mostly reads: in the quick lane, and once more in the slow one if a statement takes too long there,
 * or with a connection for writes if it writes.
 * @param work may run twice, but what it writes is written once
 */
export async function answerInLanes<Value>(pool: Pool, work: () => Promise<Value>): Promise<Value> {
  const request = requester.getStore()
  if (request === undefined || !(pool instanceof SharedPool)) return work()
  if (pool.lanes.laneOf(request.personId) === 'quick')
    try {
      return await requester.run({ ...request, lane: 'quick' }, work)
    } catch (error) {
      if (isWrite(error)) return work()
      if (!isOutOfTime(error)) throw error
    }
  return requester.run({ ...request, lane: 'slow' }, work)
}
