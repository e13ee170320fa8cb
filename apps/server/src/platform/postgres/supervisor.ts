import type { PoolConfig } from 'pg'
import type { Log } from '../log.ts'
import { launchPostgres, type LauncherOptions, type RunningPostgres } from './launcher.ts'

/** The bundled PostgreSQL, restarted when it ends unexpectedly. */
export interface SupervisedPostgres {
  /** How to connect as superuser to the database `postgres`. A restart does not change it. */
  connection: PoolConfig
  /** Process id of the current server. */
  readonly pid: number
  /** Resolves with the reason when restarting PostgreSQL failed too often. */
  lost: Promise<string>
  /** Stops the server and rolls back open transactions. */
  stop(): Promise<void>
}

/** Failures in a row after which the supervisor stops restarting PostgreSQL. */
const MOST_FAILURES = 3
/** A server that ends sooner after its start counts as one more failure in a row. */
const STEADY_MILLISECONDS = 30_000
const PAUSE_MILLISECONDS = 500

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Starts the bundled PostgreSQL and restarts it when it ends, until `stop` is called or it failed three times in a
 * row. A killed server recovers from its own log, so no commit is lost.
 * @throws StartFailure if the first start fails
 */
export async function supervisePostgres(options: LauncherOptions, log: Log): Promise<SupervisedPostgres> {
  const { clock } = options
  const stopping = new AbortController()
  let running: RunningPostgres = await launchPostgres(options)
  const { connection } = running
  const { promise: lost, resolve: giveUp } = Promise.withResolvers<string>()

  /** @returns the server, or why PostgreSQL was not restarted */
  async function startAgain(failuresBefore: number, firstReason: string): Promise<RunningPostgres | string> {
    let reason = firstReason
    for (let failures = failuresBefore; failures < MOST_FAILURES; failures += 1) {
      await clock.wait(PAUSE_MILLISECONDS * failures, stopping.signal)
      if (stopping.signal.aborted) return reason
      try {
        return await launchPostgres({
          ...options,
          ...(connection.port === undefined ? {} : { port: connection.port }),
        })
      } catch (error) {
        reason = sentence(error)
        log.error({ reason }, 'PostgreSQL could not be started again')
      }
    }
    return reason
  }

  async function supervise(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const started = clock.now().getTime()
      const reason = await running.ended
      if (stopping.signal.aborted) return
      failures = clock.now().getTime() - started < STEADY_MILLISECONDS ? failures + 1 : 0
      log.error({ reason }, 'PostgreSQL ended and is started again')
      const again = await startAgain(failures, reason)
      if (typeof again === 'string') {
        if (!stopping.signal.aborted) giveUp(again)
        return
      }
      running = again
      log.info({ pid: again.pid }, 'PostgreSQL runs again')
    }
  }

  const supervising = supervise()
  return {
    connection,
    get pid() {
      return running.pid
    },
    lost,
    async stop() {
      stopping.abort()
      await running.stop()
      await supervising
      // The server may have restarted while `stop` waited.
      await running.stop()
    },
  }
}
