import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type {
  CollectedFiles,
  CommandFailure,
  CommandOptions,
  CommandResult,
  ArtifactFiles,
} from '@binnacle/plugin-kit/core'
import { readArchive } from './collect.ts'
import { readArtifacts, withReport } from './keep.ts'
import { Output } from './output.ts'
import { ARCHIVE_FD, KEPT_FD, REPORT_FD } from './shell.ts'

/** How long remaining output is read after a command ended, in milliseconds. */
const DRAIN_MILLISECONDS = 200
const MOST_REPORT = 4_096

/** How a command is started and ended. */
export interface Launch {
  file: string
  arguments: readonly string[]
  folder: string
  environment: Readonly<Record<string, string>>
  /** User and group of the command. Default: those of the product. */
  user?: number
  /** Descriptors for a run in namespaces. The setup shell then also writes a report and archives. */
  descriptors?: readonly number[]
  /** Called when the program has started or failed to start, so that inherited descriptors can be closed. */
  started?(): void
  /** Ends every process of the command. */
  end(child: ChildProcess): Promise<void>
}

/** The result of a launch. `report` has the errors of the setup shell. */
export interface Execution {
  result: Result<CommandResult, CommandFailure>
  report: string
}

function readText(stream: Readable | null): { text: string } {
  const kept = { text: '' }
  stream?.on('data', (chunk: Buffer) => {
    if (kept.text.length < MOST_REPORT) kept.text += chunk.toString()
  })
  return kept
}

function pipeFor(wanted: object | undefined): 'pipe' | 'ignore' {
  return wanted === undefined ? 'ignore' : 'pipe'
}

function pipeOf(child: ChildProcess, descriptor: number): Readable | null {
  const stream = child.stdio[descriptor]
  return stream !== null && stream !== undefined && 'read' in stream ? stream : null
}

/** Starts a prepared command, and waits until it ends, is stopped, or prints too much. */
export async function execute(launch: Launch, options: CommandOptions): Promise<Execution> {
  const output = new Output(options.maxOutputBytes)
  const { descriptors } = launch
  const child: ChildProcess = spawn(launch.file, launch.arguments, {
    cwd: launch.folder,
    env: { ...launch.environment },
    stdio: [
      'ignore',
      'pipe',
      'pipe',
      ...(descriptors === undefined
        ? []
        : ['pipe' as const, pipeFor(options.collect), pipeFor(options.keep)]),
      ...(descriptors ?? []),
    ],
    // A separate process group, so that all of it can be killed.
    detached: true,
    ...(launch.user === undefined ? {} : { uid: launch.user, gid: launch.user }),
  })
  launch.started?.()
  const report = readText(descriptors === undefined ? null : pipeOf(child, REPORT_FD))
  const archive = descriptors === undefined ? null : pipeOf(child, ARCHIVE_FD)
  const collected: Promise<CollectedFiles> | undefined =
    archive === null || options.collect === undefined ? undefined : readArchive(archive, options.collect)

  const keptFiles = descriptors === undefined ? null : pipeOf(child, KEPT_FD)
  const reading: Promise<ArtifactFiles> | undefined =
    keptFiles === null || options.keep === undefined ? undefined : readArtifacts(keptFiles, options.keep)

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
    // The last output may still be in the pipes, but a process left behind may hold them open for ever.
    const finish = () => ended.resolve(succeed({ exitCode, signal, ...output.texts() }))
    child.once('close', finish)
    // Reading kept files may have to wait for other runs.
    setTimeout(() => void (reading ?? Promise.resolve()).then(finish), DRAIN_MILLISECONDS).unref()
  })
  const stop = () => {
    const timedOut = options.signal.reason instanceof Error && options.signal.reason.name === 'TimeoutError'
    failed(timedOut ? 'timeout' : 'aborted', timedOut ? 'did not end in time and was stopped' : 'was stopped')
  }
  options.signal.addEventListener('abort', stop, { once: true })
  if (options.signal.aborted) stop()
  const result = await ended.promise
  options.signal.removeEventListener('abort', stop)
  await launch.end(child)
  for (const stream of child.stdio) stream?.destroy()
  // What it is read into ends with the stream.
  const files = await collected
  const kept = await reading
  if (!result.ok) return { result, report: report.text }
  const { keep } = options
  const value = {
    ...result.value,
    ...(files === undefined ? {} : { collected: files }),
    ...(kept === undefined || keep === undefined
      ? {}
      : { kept: withReport(kept, keep, { inNamespaces: true, report: report.text }) }),
  }
  return { result: succeed(value), report: report.text }
}
