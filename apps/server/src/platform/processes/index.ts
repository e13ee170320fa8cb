import { hostname } from 'node:os'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import { anyOf, tablesOn } from '../database/tables-on.ts'
import type { Log } from '../log.ts'
import { isAlive, pidSpace } from './pid-space.ts'

export const HEARTBEAT_MILLISECONDS = 2_000
/** Seconds without a heartbeat after which a process counts as dead. */
const DEAD_SECONDS = 7
/**
 * Seconds without a heartbeat after which the row of a dead process is deleted. Until then every heartbeat of another process
 * releases its work again, because a statement that it sent before it died may be committed later.
 */
const DELETED_SECONDS = 12

/** The registration of this process. */
export interface RegisteredProcess {
  /** Tells the other processes the ids of this one's job workers. They release the jobs of these when it dies. */
  setWorkers(workers: string): Promise<void>
  stop(): Promise<void>
}

/** A dead process, and its job workers. */
export interface DeadProcess {
  id: string
  workers: string | null
}

export interface ProcessOptions {
  id: string
  /** Name of the job workers of this process; null if it runs no jobs, or none yet. */
  workers: string | null
  /** Lanes of jobs of this process that stand still. Default: none. */
  stillLanes?: () => readonly string[]
  pool: Pool
  role: string
  /** Files and folders of canaries that this process reads. */
  canaryPaths: readonly string[]
  /** Whether no other process can be alive, because this one has the lock of the data folder. All others then count as dead. */
  alone: boolean
  clock: Clock
  log: Log
  /** Releases what dead processes held. May be called again for the same ones. */
  onDead: (dead: readonly DeadProcess[]) => Promise<void>
}

/** Registers this process, updates its heartbeat, and takes over the work of dead processes. */
export async function registerProcess(options: ProcessOptions): Promise<RegisteredProcess> {
  const { id, pool, clock, log } = options
  const stopping = new AbortController()
  const space = await pidSpace()
  let workers = options.workers
  async function beat(): Promise<void> {
    const stillLanes = [...(options.stillLanes?.() ?? [])]
    // If the machine was suspended, the row of this process was deleted. Insert it again with the same id.
    await tablesOn(pool)
      .insertInto('core.processes')
      .values({
        id,
        role: options.role,
        host: hostname(),
        pid: process.pid,
        pid_space: space,
        workers,
        still_lanes: stillLanes,
        canary_paths: [...options.canaryPaths],
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ heartbeat_at: fragment<Date>`now()`, workers, still_lanes: stillLanes }),
      )
      .execute()
  }

  const isSilentFor = (seconds: number) =>
    fragment<boolean>`heartbeat_at <= now() - make_interval(secs => ${seconds})`
  const logged = new Set<string>()

  /** Finds processes that are silent, or that ran where this one sees that they are gone: those need not fall silent first. */
  async function findDead(deadSeconds: number): Promise<DeadProcess[]> {
    const isSilent = isSilentFor(deadSeconds)
    const rows = await tablesOn(pool)
      .selectFrom('core.processes')
      .select(['id', 'workers', 'pid', isSilent.as('is_silent')])
      .where('id', '<>', id)
      .where((expressions) => {
        const ranHere = [expressions('host', '=', hostname()), expressions('pid_space', '=', space)]
        return expressions.or([isSilent, expressions.and(ranHere)])
      })
      .execute()
    return rows
      .filter((row) => row.is_silent || !isAlive(row.pid))
      .map((row) => ({ id: row.id, workers: row.workers }))
  }

  /**
   * Takes over the work of dead processes.
   * @param deadSeconds seconds without a heartbeat after which a process is dead; with 0 every other process is dead
   * @param deletedSeconds seconds after which its row is deleted. That is the last step, so that a failed step is repeated
   */
  async function takeOver(deadSeconds: number, deletedSeconds: number): Promise<void> {
    const dead = await findDead(deadSeconds)
    if (dead.length === 0) return
    const ids = dead.map((process) => process.id)
    const unsaid = ids.filter((one) => !logged.has(one))
    if (unsaid.length > 0)
      log.warn({ processes: unsaid.length }, 'another process ended without a word; its work is taken over')
    unsaid.forEach((one) => logged.add(one))
    await options.onDead(dead)
    await tablesOn(pool)
      .deleteFrom('core.processes')
      .where('id', '=', anyOf(ids))
      .where(isSilentFor(deletedSeconds))
      .execute()
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
    setWorkers(changed) {
      workers = changed
      return beat()
    },
    async stop() {
      stopping.abort()
      await beating
      await tablesOn(pool).deleteFrom('core.processes').where('id', '=', id).execute()
    },
  }
}
