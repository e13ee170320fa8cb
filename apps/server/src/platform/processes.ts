import { hostname } from 'node:os'
import type { Pool } from 'pg'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

const HEARTBEAT_MILLISECONDS = 3_000
/** A process without a heartbeat for so long is dead. */
const DEAD_SECONDS = 12

/** This process, as the others on the database know it. */
export interface RegisteredProcess {
  stop(): Promise<void>
}

/** A process that ended without a word, and the job workers it had. */
export interface DeadProcess {
  id: string
  workers: string | null
}

export interface ProcessOptions {
  id: string
  /** Under which name this process holds jobs; null when it runs none. */
  workers: string | null
  pool: Pool
  role: string
  /** Files and folders that this process keeps reading. */
  canaryPaths: readonly string[]
  clock: Clock
  log: Log
  /** Gives free what dead processes held; may be called again for the same ones. */
  onDead: (dead: readonly DeadProcess[]) => Promise<void>
}

/** Registers this process, keeps its heartbeat, and buries processes that have none any more. */
export async function registerProcess(options: ProcessOptions): Promise<RegisteredProcess> {
  const { id, pool, clock, log } = options
  const stopping = new AbortController()
  async function beat(): Promise<void> {
    // A process that slept too long (a suspended machine) was buried: it comes back under its old id.
    await pool.query(
      `insert into core.processes (id, role, host, pid, workers, canary_paths) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set heartbeat_at = now()`,
      [id, options.role, hostname(), process.pid, options.workers, options.canaryPaths],
    )
  }

  /** The row of a dead process goes last: where anything before fails, all of it is tried again, here or elsewhere. */
  async function bury(): Promise<void> {
    const dead = await pool.query<DeadProcess>(
      `select id, workers from core.processes where heartbeat_at < now() - make_interval(secs => $1)`,
      [DEAD_SECONDS],
    )
    if (dead.rows.length === 0) return
    log.warn({ processes: dead.rows.length }, 'another process ended without a word; its work is taken over')
    await options.onDead(dead.rows)
    await pool.query(
      `delete from core.processes where id = any($1) and heartbeat_at < now() - make_interval(secs => $2)`,
      [dead.rows.map((process) => process.id), DEAD_SECONDS],
    )
  }

  const report = (error: unknown) => log.warn({ reason: String(error) }, 'no heartbeat')

  async function keepBeating(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.wait(HEARTBEAT_MILLISECONDS, stopping.signal)
      if (!stopping.signal.aborted) await beat().then(bury).catch(report)
    }
  }

  await beat()
  await bury().catch(report)
  const beating = keepBeating()
  return {
    async stop() {
      stopping.abort()
      await beating
      await pool.query('delete from core.processes where id = $1', [id])
    },
  }
}
