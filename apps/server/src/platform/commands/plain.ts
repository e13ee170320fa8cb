import { chown, mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { succeed } from '@binnacle/contract/core'
import type {
  CollectedFiles,
  CollectOptions,
  CommandOptions,
  KeepOptions,
  ArtifactFiles,
} from '@binnacle/plugin-kit/core'
import { COLLECT, collectFailure, readArchive } from './collect.ts'
import { execute, type Execution } from './execute.ts'
import { MOST_PROCESSES } from './control-groups.ts'
import { KEEP, keepArguments, readArtifacts, withReport } from './keep.ts'
import { startShell } from './namespaces.ts'
import { environmentFor, moreProcesses } from './run-environment.ts'
import { preparationPath, REPORT_FD } from './shell.ts'
import { kill, sweep } from './sweep.ts'
import { UNPRIVILEGED_ID, type UserIds } from './user-ids.ts'

/** Most characters of the report of KEEP. */
const MOST_REPORT = 4_096

/** Starts a program of the product with the rights of a command. */
function startAs(user: number | undefined, folder: string, script: string, args: readonly string[]) {
  const child = spawn('bash', ['-c', script, 'bash', ...args], {
    cwd: folder,
    env: { PATH: preparationPath() },
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    detached: true,
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  const [, output] = child.stdio
  if (output === null) throw new TypeError('a pipe that was asked for is not there')
  return { child, output }
}

async function collect(
  user: number | undefined,
  folder: string,
  options: CollectOptions,
  signal: AbortSignal,
): Promise<CollectedFiles> {
  const { child, output: archive } = startAs(user, folder, COLLECT, [options.folder, options.suffix])
  const closed = once(child, 'close')
  const stop = () => {
    if (child.pid !== undefined) kill(-child.pid)
  }
  signal.addEventListener('abort', stop, { once: true })
  const read = await readArchive(archive, options)
  if (read.failure !== undefined || signal.aborted) stop()
  await closed
  signal.removeEventListener('abort', stop)
  const failure = read.failure ?? collectFailure(child.exitCode ?? 'of none', options.folder)
  return failure === undefined ? read : { ...read, failure }
}

async function keep(
  user: number | undefined,
  folder: string,
  options: KeepOptions,
  signal: AbortSignal,
): Promise<ArtifactFiles> {
  const { child, output } = startAs(user, folder, KEEP, keepArguments(options, false))
  const closed = once(child, 'close')
  const stop = () => {
    if (child.pid !== undefined) kill(-child.pid)
  }
  signal.addEventListener('abort', stop, { once: true })
  let report = ''
  child.stdio[REPORT_FD]?.on('data', (chunk: Buffer) => {
    if (report.length < MOST_REPORT) report += chunk.toString()
  })
  const kept = await readArtifacts(output, options)
  await closed
  signal.removeEventListener('abort', stop)
  return withReport(kept, options, { inNamespaces: false, report })
}

/** Removes a scratch folder with the rights of its command, because the command may have put links into it. */
async function removeFolder(user: number | undefined, folder: string): Promise<void> {
  const { child } = startAs(user, '/', 'chmod -R u+rwX -- "$1"; rm -rf --one-file-system -- "$1"', [folder])
  await once(child, 'close')
  // The user may have no right to the parent folder. Nobody else can replace the folder there.
  await rmdir(folder).catch(() => {})
}

/**
 * Runs a command if namespaces are forbidden: in a scratch folder on the disk and in a process group. Afterwards it searches
 * for marked processes that left the group, and kills them.
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
    if (!execution.result.ok) return execution
    const { signal } = options
    const collected =
      options.collect === undefined ? {} : { collected: await collect(user, folder, options.collect, signal) }
    const kept = options.keep === undefined ? {} : { kept: await keep(user, folder, options.keep, signal) }
    return { ...execution, result: succeed({ ...execution.result.value, ...collected, ...kept }) }
  } finally {
    await removeFolder(user, folder)
    if (user !== undefined) ids?.release(user)
  }
}
