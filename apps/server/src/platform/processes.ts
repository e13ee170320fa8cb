import { hostname } from 'node:os'
import type { Pool } from 'pg'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

const HEARTBEAT_MILLISECONDS = 2_000
/** A process without a heartbeat for this many seconds is dead. */
const DEAD_SECONDS = 7
/**
 * The row of a dead process is deleted only after this many seconds without a heartbeat. Until then its work is released
 * again at every heartbeat of another process: a statement that it sent before it died may be committed later.
 */
const DELETED_SECONDS = 12

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
  /** Whether no other process can be alive, as this one holds the lock of the data folder: it need not wait for silence. */
  alone: boolean
  clock: Clock
  log: Log
  /** Releases what dead processes held; may be called again for the same ones. */
  onDead: (dead: readonly DeadProcess[]) => Promise<void>
}

/** Registers this process, keeps its heartbeat, and takes over the work of processes that have none any more. */
export async function registerProcess(options: ProcessOptions): Promise<RegisteredProcess> {
  const { id, pool, clock, log } = options
  const stopping = new AbortController()
  async function beat(): Promise<void> {
    // The row of a process that slept too long (a suspended machine) was deleted: it comes back under its old id.
    await pool.query(
      `insert into core.processes (id, role, host, pid, workers, canary_paths) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set heartbeat_at = now()`,
      [id, options.role, hostname(), process.pid, options.workers, options.canaryPaths],
    )
  }

  const said = new Set<string>()

  /**
   * Takes over the work of dead processes.
   * @param deadSeconds silence after which a process is dead; 0 makes every other process dead
   * @param deletedSeconds silence after which its row is deleted, always last: if a step fails, all are tried again
   */
  async function takeOver(deadSeconds: number, deletedSeconds: number): Promise<void> {
    const dead = await pool.query<DeadProcess>(
      `select id, workers from core.processes
       where id <> $1 and heartbeat_at <= now() - make_interval(secs => $2)`,
      [id, deadSeconds],
    )
    if (dead.rows.length === 0) return
    const ids = dead.rows.map((process) => process.id)
    const unsaid = ids.filter((one) => !said.has(one))
    if (unsaid.length > 0)
      log.warn({ processes: unsaid.length }, 'another process ended without a word; its work is taken over')
    unsaid.forEach((one) => said.add(one))
    await options.onDead(dead.rows)
    await pool.query(
      `delete from core.processes where id = any($1) and heartbeat_at <= now() - make_interval(secs => $2)`,
      [ids, deletedSeconds],
    )
  }

  const report = (error: unknown) => log.warn({ reason: String(error) }, 'no heartbeat')

  async function keepBeating(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.wait(HEARTBEAT_MILLISECONDS, stopping.signal)
      if (!stopping.signal.aborted)
        await beat()
          .then(() => takeOver(DEAD_SECONDS, DELETED_SECONDS))
          .catch(report)
    }
  }

  await beat()
  const first = options.alone ? takeOver(0, 0) : takeOver(DEAD_SECONDS, DELETED_SECONDS)
  await first.catch(report)
  const beating = keepBeating()
  return {
    async stop() {
      stopping.abort()
      await beating
      await pool.query('delete from core.processes where id = $1', [id])
    },
  }
}
