import { readFileSync } from 'node:fs'

/** Clock ticks of /proc in a second, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/**
 * Processor time that the main thread of a process has used since its start, in milliseconds. Linux reports it at any
 * time, also while the process is within one call of the engine.
 * @returns undefined on other systems, and when the process has ended
 */
export function processorMilliseconds(pid: number): number | undefined {
  try {
    // Fields after the name, which may hold spaces: the 12th and 13th are the ticks in user and system mode.
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isNaN(ticks) ? undefined : (ticks * 1_000) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
