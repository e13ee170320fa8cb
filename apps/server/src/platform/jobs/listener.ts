import type { Pool, PoolClient } from 'pg'

/** What an engine calls when its connection to listen on is open, or cannot be opened. */
type Receive = (error: Error | undefined, listener?: PoolClient, release?: () => void) => void

/** The connection that engines share. */
interface SharedClient {
  client: Promise<PoolClient>
  users: number
}

/** Opens a connection that hears of new jobs, and of newer forms of the engine's tables. */
async function openListener(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect()
  try {
    await client.query('listen "jobs:insert"; listen "worker:migrate"')
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Returns the same object, but for one of its functions. */
export function withFunction<Target extends object>(
  target: Target,
  name: keyof Target,
  other: unknown,
): Target {
  return new Proxy(target, {
    get(_, key) {
      if (key === name) return other
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * Gives the engines of all lanes one connection to listen on. By itself each engine keeps one, which costs a connection of
 * the pool and a process of PostgreSQL with 2 MiB. If the connection breaks, all engines hear of it, and the first one that
 * comes back opens the next.
 */
export function withOneListener(pool: Pool): Pool {
  let newest: SharedClient | undefined

  function open(): SharedClient {
    const shared = { client: openListener(pool), users: 0 }
    const forget = () => {
      if (newest === shared) newest = undefined
    }
    shared.client.then((client) => client.on('error', forget), forget)
    return shared
  }

  async function lend(receive: Receive): Promise<void> {
    newest ??= open()
    const shared = newest
    shared.users += 1
    let client: PoolClient
    try {
      client = await shared.client
    } catch (error) {
      return receive(error instanceof Error ? error : new Error(String(error)))
    }
    // Engines send LISTEN and UNLISTEN only, which are done once for all of them.
    const listener = withFunction(client, 'query', async () => undefined)
    receive(undefined, listener, () => {
      shared.users -= 1
      if (shared.users > 0) return
      if (newest === shared) newest = undefined
      // Closing it is what ends listening.
      client.release(true)
    })
  }

  // With a function an engine asks for a connection to listen on, without one for any other.
  return withFunction(pool, 'connect', (receive?: Receive) =>
    receive === undefined ? pool.connect() : void lend(receive),
  )
}
