import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

/** User and group that commands run as when the product itself runs as root; exists on every Linux. */
export const UNPRIVILEGED_ID = 65_534

/** Marks every process of one run, so that those which left the process group are found too. */
export const RUN_MARK = 'BINNACLE_RUN'

/** How what a command starts is kept together, so that it all ends together. */
export interface Containment {
  /** Program and arguments to put before those of the command. */
  prefix: readonly string[]
  /** User and group to start as, where the prefix does not see to it. */
  user?: number
}

function succeeds(file: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(file, args, { timeout: 5_000 }, (error) => resolve(error === null))
  })
}

/** Ends with this process, however that ends. */
const withParent = ['setpriv', '--pdeathsig=KILL', '--']
const namespace = ['unshare', '--pid', '--fork', '--kill-child=KILL', '--']
/**
 * The first process of the namespace, whose end ends all others. The command must not be it: the system forgets the
 * signal of --kill-child when a process gives up its rights, and the command may ask it to.
 */
const first = ['sh', '-c', '"$@"; exit $?', 'sh']
const dropRights = [
  'setpriv',
  `--reuid=${UNPRIVILEGED_ID}`,
  `--regid=${UNPRIVILEGED_ID}`,
  '--clear-groups',
  '--no-new-privs',
  '--',
]

/**
 * Finds out how commands can be contained here. As root on Linux: a PID namespace of its own, whose end ends
 * everything in it, and an unprivileged user. Where that is forbidden (containers without the right), or without root:
 * a process group, and a search for marked processes afterwards.
 */
export async function detectContainment(): Promise<Containment> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const prefix = [...withParent, ...namespace, ...first, ...dropRights]
  const [file, ...args] = [...prefix, 'true']
  if (process.platform === 'linux' && (await succeeds(file, args))) return { prefix }
  return { prefix: [], user: UNPRIVILEGED_ID }
}

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

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Rounds after which even a script that forks without end has run out of processes to start. */
const SWEEPS = 50

/** Ends a process group and every process that carries the mark. */
export async function endEverything(group: number, mark: string): Promise<void> {
  kill(-group)
  if (process.platform !== 'linux') return
  for (let round = 0; round < SWEEPS; round += 1) {
    const left = await markedProcesses(mark)
    if (left.length === 0) return
    left.forEach(kill)
  }
}
