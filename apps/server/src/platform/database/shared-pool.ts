import { fail, succeed } from '@binnacle/contract/core'
import { createLanes, type Lanes, narrowAnswers } from '@binnacle/data-api'
import { Pool, type PoolClient } from 'pg'
import { requester, type Requester } from '../access/requester.ts'
import { RequestError } from '../errors.ts'

/** Connections for reads of requests that take little time. The product's own work always finds others. */
const QUICK = { total: 4, each: 2, milliseconds: 500 }
/** Connections for reads of requests that take longer. */
const SLOW = { total: 3, each: 1 }
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

  /** Most milliseconds of a read in the quick lane. */
  readonly quickMilliseconds = QUICK.milliseconds

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
    const client = await (request.hasConnection ? super.connect() : this.#share(request))
    narrowAnswers(client, request.answerBytes)
    return client
  }

  /** Takes a connection of a person's share, which is given back with the connection. */
  async #share(request: Requester): Promise<PoolClient> {
    const { personId } = request
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    const connect = () => super.connect()
    const held = this.lanes.run(personId, undefined, this.lanes.laneOf(personId), async () => {
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
    })
    held.catch(reject)
    return promise
  }
}
