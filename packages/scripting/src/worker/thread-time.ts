import { readFileSync, readlinkSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'

/** Clock ticks of /proc in a second, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** Number that Linux gave the calling thread. Undefined on other systems. */
export function threadNumber(): number | undefined {
  try {
    // PID/task/NUMBER
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/**
 * Processor time of a worker since its start, in milliseconds. Linux reports it at any time. On other systems the
 * worker is asked, and it does not answer while it runs a function of the engine.
 * @param thread result of `threadNumber` in the worker
 */
export async function workerMilliseconds(worker: Worker, thread: number | undefined): Promise<number> {
  const fromSystem = thread === undefined ? undefined : readThreadTime(thread)
  if (fromSystem !== undefined) return fromSystem
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}

function readThreadTime(thread: number): number | undefined {
  try {
    // Fields after the name, which may hold spaces: the 12th and 13th are the ticks in user and system mode.
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isNaN(ticks) ? undefined : (ticks * 1_000) / TICKS_PER_SECOND
  } catch {
    // The thread ended meanwhile.
    return undefined
  }
}
