import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, type Result, succeed } from '@binnacle/contract/result'
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

/** Before the names of variables for an unprivileged command, until it has no rights any more. */
const GIVEN = 'BINNACLE_GIVEN_'
/**
 * The shell that starts an unprivileged command: more processes than its first argument, or a file above 1 GiB, fail; a
 * priority ten steps lower keeps a busy script from slowing the product. Only here do the variables of the command
 * appear: programs that still have rights would obey PATH or LD_PRELOAD.
 */
const START = `ulimit -u "$1" -f 1048576 2>/dev/null; shift
for _given in \${!${GIVEN}*}; do export "\${_given#${GIVEN}}=\${!_given}"; unset "$_given"; done 2>/dev/null
exec nice -n 10 "$@"`
/** Processes beyond those that run already; a script that forks without end stops here. */
const MORE_PROCESSES = 512

/** The limit counts every task of the user, so it starts from all tasks there are (proc_loadavg(5), fourth field). */
async function processLimit(): Promise<number> {
  const load = await readFile('/proc/loadavg', 'utf8').catch(() => '')
  return Number(/\/(\d+) /.exec(load)?.[1] ?? 4_096) + MORE_PROCESSES
}

/** Keeps the first output up to a limit and says when there was more. */
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
  /** Variables on top of those that every command gets. */
  environment: Readonly<Record<string, string>>
  /** Found in the environment of every process of the run. */
  mark: string
}

function environmentFor({ folder, environment, mark }: Prepared): Record<string, string> {
  const passed = Object.fromEntries(
    passedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...passed,
    HOME: folder,
    TMPDIR: folder,
    ...environment,
    [RUN_MARK]: mark,
  }
}

async function confine(options: CommandOptions, containment: Containment, folder: string): Promise<Prepared> {
  const limit = String(await processLimit())
  const limited = ['bash', '-c', START, 'bash', limit, options.file, ...options.arguments]
  const [file = 'bash', ...args] = [...containment.prefix, ...limited]
  const mark = newId()
  const given = Object.entries({ ...options.environment, [RUN_MARK]: mark })
  const environment = Object.fromEntries(given.map(([name, value]) => [GIVEN + name, value]))
  const user = containment.user === undefined ? {} : { user: containment.user }
  return { file, args, folder, environment, mark, ...user }
}

/** Starts a prepared command and waits until it ended, was stopped, or printed too much. */
async function execute(
  prepared: Prepared,
  options: CommandOptions,
): Promise<Result<CommandResult, CommandFailure>> {
  const output = new Output(options.maxOutputBytes)
  const child: ChildProcess = spawn(prepared.file, prepared.args, {
    cwd: prepared.folder,
    env: environmentFor(prepared),
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
  if (child.pid !== undefined) await endEverything(child.pid, prepared.mark)
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
        return execute(
          {
            file: options.file,
            args: options.arguments,
            folder: '/',
            environment: options.environment ?? {},
            mark: newId(),
          },
          options,
        )
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
