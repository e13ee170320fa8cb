import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, type Result, succeed } from '@binnacle/contract'
import type { CommandFailure, CommandOptions, CommandResult, CommandRunner } from '@binnacle/plugin-kit'
import { newId } from '../ids.ts'
import {
  type Containment,
  detectContainment,
  endEverything,
  RUN_MARK,
  UNPRIVILEGED_ID,
} from './containment.ts'

/** What every command may see of the product's own environment. */
const passedVariables = ['PATH', 'LANG', 'LC_ALL', 'TZ'] as const
/** Output that is still in the pipes when a command ends is read for so long. */
const DRAIN_MILLISECONDS = 200

/**
 * Set in the shell that starts an unprivileged command: more processes than this, or a file above 1 GiB, fail.
 * The lowest priority but ten keeps a busy script from slowing the product.
 */
const LIMITS = 'ulimit -u "$1" -f 1048576 2>/dev/null; shift; exec nice -n 10 "$@"'
/** Processes beyond those that run already; a script that forks without end stops here. */
const MORE_PROCESSES = 512

/** The limit counts every task of the user, so it starts from all tasks there are (proc_loadavg(5), fourth field). */
async function processLimit(): Promise<number> {
  const load = await readFile('/proc/loadavg', 'utf8').catch(() => '')
  return Number(/\/(\d+) /.exec(load)?.[1] ?? 4_096) + MORE_PROCESSES
}

/** Keeps the newest output up to a limit and says when there was more. */
class Output {
  readonly #chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  #size = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    const room = Math.max(0, this.#limit - this.#size)
    if (room > 0) this.#chunks[stream].push(chunk.subarray(0, room))
    this.#size += chunk.length
  }

  get overflowed(): boolean {
    return this.#size > this.#limit
  }

  texts(): { stdout: string; stderr: string } {
    return {
      stdout: Buffer.concat(this.#chunks.stdout).toString('utf8'),
      stderr: Buffer.concat(this.#chunks.stderr).toString('utf8'),
    }
  }
}

interface Prepared {
  file: string
  args: readonly string[]
  user?: number
  folder: string
}

function environmentFor(options: CommandOptions, folder: string, mark: string): Record<string, string> {
  const passed = Object.fromEntries(
    passedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...passed,
    HOME: folder,
    TMPDIR: folder,
    ...options.environment,
    [RUN_MARK]: mark,
  }
}

async function confine(options: CommandOptions, containment: Containment, folder: string): Promise<Prepared> {
  const limit = String(await processLimit())
  const limited = ['bash', '-c', LIMITS, 'bash', limit, options.file, ...options.arguments]
  const [file = 'bash', ...args] = [...containment.prefix, ...limited]
  return { file, args, folder, ...(containment.user === undefined ? {} : { user: containment.user }) }
}

/** Starts a prepared command and waits until it ended, was stopped, or printed too much. */
async function execute(
  prepared: Prepared,
  options: CommandOptions,
): Promise<Result<CommandResult, CommandFailure>> {
  const mark = newId()
  const output = new Output(options.maxOutputBytes)
  const child: ChildProcess = spawn(prepared.file, prepared.args, {
    cwd: prepared.folder,
    env: environmentFor(options, prepared.folder, mark),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that all of it can be ended.
    detached: true,
    ...(prepared.user === undefined ? {} : { uid: prepared.user, gid: prepared.user }),
  })
  const ended = Promise.withResolvers<Result<CommandResult, CommandFailure>>()
  const failed = (code: CommandFailure['code'], message: string) =>
    ended.resolve(fail({ code, message, ...output.texts() }))
  const collect = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
    output.add(stream, chunk)
    if (output.overflowed)
      failed('flood', `printed more than ${options.maxOutputBytes} bytes and was stopped`)
  }
  child.stdout?.on('data', collect('stdout'))
  child.stderr?.on('data', collect('stderr'))
  child.on('error', (error) => {
    const missing = 'code' in error && error.code === 'ENOENT'
    failed(
      missing ? 'missing' : 'failed',
      missing ? `${options.file} is missing on this machine` : error.message,
    )
  })
  child.on('exit', (exitCode, signal) => {
    // What it printed last may still be in the pipes; a process it left behind may hold them open for ever.
    const finish = () => ended.resolve(succeed({ exitCode, signal, ...output.texts() }))
    child.once('close', finish)
    setTimeout(finish, DRAIN_MILLISECONDS).unref()
  })
  const stop = () => {
    const timedOut = options.signal.reason instanceof Error && options.signal.reason.name === 'TimeoutError'
    failed(timedOut ? 'timeout' : 'aborted', timedOut ? 'did not end in time and was stopped' : 'was stopped')
  }
  options.signal.addEventListener('abort', stop, { once: true })
  if (options.signal.aborted) stop()
  const result = await ended.promise
  options.signal.removeEventListener('abort', stop)
  if (child.pid !== undefined) await endEverything(child.pid, mark)
  child.stdout?.destroy()
  child.stderr?.destroy()
  return result
}

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-command-'))
  if (process.getuid?.() === 0) await chown(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  return folder
}

/**
 * Makes the part that starts programs for checks.
 * @param enabled whether unprivileged commands (scripts that people wrote) may run at all
 */
export function createCommandRunner(enabled: boolean): CommandRunner {
  let containment: Promise<Containment> | undefined
  return {
    async run(options) {
      if (options.privileged === true)
        return execute({ file: options.file, args: options.arguments, folder: '/' }, options)
      if (!enabled)
        return fail({
          code: 'disabled',
          message: 'starting programs is switched off on this server (EXEC_CHECKS=off)',
          stdout: '',
          stderr: '',
        })
      containment ??= detectContainment()
      const folder = await scratchFolder()
      try {
        return await execute(await confine(options, await containment, folder), options)
      } finally {
        await rm(folder, { recursive: true, force: true }).catch(() => {})
      }
    },
  }
}
