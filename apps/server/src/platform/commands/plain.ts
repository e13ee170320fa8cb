import { chown, mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { succeed } from '@binnacle/contract/result'
import type { Collected, CollectOptions, CommandOptions } from '@binnacle/plugin-kit'
import { COLLECT, collectFailure, readArchive } from './collect.ts'
import { execute, type Execution } from './execute.ts'
import { MOST_PROCESSES } from './control-groups.ts'
import { startShell } from './namespaces.ts'
import { environmentFor, moreProcesses } from './run-environment.ts'
import { preparationPath } from './shell.ts'
import { kill, sweep } from './sweep.ts'
import { UNPRIVILEGED_ID, type UserIds } from './user-ids.ts'

/** A program that acts for the product with the rights of a command. */
function startAs(user: number | undefined, folder: string, script: string, args: readonly string[]) {
  return spawn('bash', ['-c', script, 'bash', ...args], {
    cwd: folder,
    env: { PATH: preparationPath() },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
}

async function collect(
  user: number | undefined,
  folder: string,
  options: CollectOptions,
  signal: AbortSignal,
): Promise<Collected> {
  const child = startAs(user, folder, COLLECT, [options.folder, options.suffix])
  const closed = once(child, 'close')
  const stop = () => {
    if (child.pid !== undefined) kill(-child.pid)
  }
  signal.addEventListener('abort', stop, { once: true })
  const archive: Readable = child.stdout
  const read = await readArchive(archive, options)
  if (read.failure !== undefined || signal.aborted) stop()
  await closed
  signal.removeEventListener('abort', stop)
  const failure = read.failure ?? collectFailure(child.exitCode ?? 'of none', options.folder)
  return failure === undefined ? read : { ...read, failure }
}

/** Removes a scratch folder with the rights of its command, which decided what it leads to. */
async function removeFolder(user: number | undefined, folder: string): Promise<void> {
  const child = startAs(user, '/', 'chmod -R u+rwX -- "$1"; rm -rf --one-file-system -- "$1"', [folder])
  await once(child, 'close')
  // The folder above may be closed to the user; nobody else can put anything in its place there.
  await rmdir(folder).catch(() => {})
}

/**
 * Runs a command where namespaces are forbidden: in a scratch folder on the disk, in a process group. Marked processes
 * that leave the group are searched for afterwards.
 */
export async function runInFolder(
  options: CommandOptions,
  limits: { memoryBytes: number; diskBytes: number },
  ids: UserIds | undefined,
): Promise<Execution> {
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? (ids?.take() ?? UNPRIVILEGED_ID) : undefined
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-command-'))
  try {
    if (user !== undefined) await chown(folder, user, user)
    const { environment, mark } = environmentFor(options, folder)
    const [file = 'bash', ...args] = startShell(options, {
      processes: ids === undefined ? await moreProcesses() : MOST_PROCESSES,
      fileBytes: limits.diskBytes,
      dataBytes: limits.memoryBytes,
    })
    const execution = await execute(
      {
        file,
        arguments: args,
        folder,
        environment,
        ...(user === undefined ? {} : { user }),
        end: async ({ pid }) => {
          if (pid !== undefined) await sweep(pid, mark)
        },
      },
      options,
    )
    if (!execution.result.ok || options.collect === undefined) return execution
    const collected = await collect(user, folder, options.collect, options.signal)
    return { ...execution, result: succeed({ ...execution.result.value, collected }) }
  } finally {
    await removeFolder(user, folder)
    if (user !== undefined) ids?.release(user)
  }
}
