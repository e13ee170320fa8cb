import { readdir, readFile } from 'node:fs/promises'

/** Variable that marks every process of one run, so that those that left the process group can be found. */
export const RUN_MARK = 'BINNACLE_RUN'

async function markedProcesses(mark: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => [])
  const found: number[] = []
  for (const entry of entries) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    if (environment.split('\0').includes(`${RUN_MARK}=${mark}`)) found.push(pid)
  }
  return found
}

/** Kills a process, or a process group by its negative id. Ignores processes that are gone. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Most rounds of killing. By then even a script that forks without end has reached its process limit. */
const SWEEPS = 50

/** Kills a process group and all marked processes. Used without a PID namespace. */
export async function sweep(group: number, mark: string): Promise<void> {
  kill(-group)
  if (process.platform !== 'linux') return
  for (let round = 0; round < SWEEPS; round += 1) {
    const left = await markedProcesses(mark)
    if (left.length === 0) return
    left.forEach(kill)
  }
}
