import type { Pool, PoolClient } from 'pg'
import { breaksConnection } from './errors.ts'

/**
 * Lends a connection for some work.
 * @param work may report that the connection is broken, so that nobody else gets it
 */
export type Borrow = <Result>(
  work: (client: PoolClient, reportBroken: () => void) => Promise<Result>,
) => Promise<Result>

/** Id of the database process of a connection. The driver has it, but its types do not declare it. */
function backendOf(client: PoolClient): number | undefined {
  const id: unknown = Reflect.get(client, 'processID')
  return typeof id === 'number' ? id : undefined
}

/**
 * Lends connections to a request. If its client disconnects, the running statement is canceled. A connection returns
 * to the pool only after the cancellation was sent, so that it never hits a statement of another request.
 * @param canceling pool for cancellations only, which requests cannot exhaust
 * @param signal aborts when the client is gone
 */
export function borrowUntil(pool: Pool, canceling: Pool, signal: AbortSignal): Borrow {
  return async (work) => {
    signal.throwIfAborted()
    const client = await pool.connect()
    let broken = false
    let sent: Promise<unknown> | undefined
    const cancel = () => {
      // If the cancellation fails, the statement ends by its timeout.
      sent = canceling.query('select pg_cancel_backend($1)', [backendOf(client)]).catch(() => undefined)
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      signal.throwIfAborted()
      return await work(client, () => {
        broken = true
      })
    } catch (error) {
      broken ||= breaksConnection(error)
      throw error
    } finally {
      signal.removeEventListener('abort', cancel)
      await sent
      client.release(broken)
    }
  }
}
