import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { isAlive } from '../processes/pid-space.ts'
import { StartFailure } from '../start-failure.ts'

/**
 * The status file of a running server in its data folder (postmaster.pid): process id on line 1, start time in
 * seconds since 1970 on line 3, port on line 4, socket folder on line 5, status on line 8. A killed server leaves the
 * file unchanged.
 */
export interface Postmaster {
  pid: number
  started: string
  port: number
  /** Empty if the server listens on TCP only. */
  socketFolder: string
  status: string
}

/** Reads the status file of a server. @returns undefined if there is no file */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const [started = '', port = '', socketFolder = '', , , status = ''] = lines
    .slice(2)
    .map((line) => line.trim())
  return { pid, started, port: Number(port), socketFolder, status }
}

async function isPostgres(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return isAlive(pid)
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [program = '', ...args] = command.split('\0')
  return program.endsWith('postgres') && args.includes(folder)
}

const ORPHAN_MILLISECONDS = 30_000

/**
 * Stops a server that an earlier process left running in this folder. The caller holds the lock of the data folder,
 * so nobody uses that server any more.
 */
export async function endOrphan(folder: string, clock: Clock): Promise<void> {
  const orphan = await readPostmaster(folder)
  if (orphan === undefined || !(await isPostgres(orphan.pid, folder))) return
  const giveUp = clock.now().getTime() + ORPHAN_MILLISECONDS
  interrupt(orphan.pid)
  while (isAlive(orphan.pid)) {
    if (clock.now().getTime() > giveUp) throw leftBehind(orphan.pid, 'does not stop')
    await clock.wait(50)
  }
}

function leftBehind(pid: number, what: string): StartFailure {
  return new StartFailure(
    `A PostgreSQL that an earlier start left behind (process ${pid}) ${what}: end it, then start again.`,
  )
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    const isForeign = error instanceof Error && 'code' in error && error.code === 'EPERM'
    if (isForeign) throw leftBehind(pid, 'belongs to another user')
  }
}
