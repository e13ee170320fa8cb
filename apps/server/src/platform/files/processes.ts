import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { FileFailure, FileFailureCode } from '@binnacle/plugin-kit/core'
import { type FileJob, fileMessage, type JobEntries, type JobValue } from './protocol.ts'

/** Reads files in separate processes, so that a file system that hangs blocks nothing else. */
export interface FileProcesses {
  /** Executes a job. An abort ends it at once, even if the file system hangs. */
  run(job: FileJob, signal: AbortSignal): Promise<Result<JobValue, FileFailure>>
  /** Stops the processes. */
  close(): Promise<void>
}

export interface FileProcessOptions {
  /** Longest time without progress in milliseconds. After it a process counts as hung. */
  stallMilliseconds?: number
  /** The program of a process; replaced only in tests. */
  program?: URL
}

/** Most processes at once. One takes about 45 MB, so a second one starts only if reads overlap. */
const MOST_PROCESSES = 4
/** Most processes that read below one folder, so that a file system that hangs leaves room for others. */
const MOST_PER_ROOT = 2
/** Most processes that hang in the kernel and cannot be killed, below one folder and in total. */
const MOST_HUNG_PER_ROOT = 2
const MOST_HUNG = 8
/** Milliseconds after which a killed process that still exists counts as hung. */
const KILLED_MILLISECONDS = 1_000
const STALL_MILLISECONDS = 10_000
const START_MILLISECONDS = 30_000
const IDLE_MILLISECONDS = 60_000
const LONGEST_WAIT_MILLISECONDS = 30_000
const MOST_WAITING = 1_000
const MOST_FAILED_STARTS = 3

interface WaitingJob {
  job: FileJob
  /** The received parts of a list. */
  entries: JobEntries
  settle(result: Result<JobValue, FileFailure>): void
  /** Ends waiting for a free process. */
  patience: NodeJS.Timeout
}

interface Member {
  child: ChildProcess
  ready: boolean
  current: WaitingJob | undefined
  /** Kills a process that does not start, makes no progress, or is idle. */
  timer: NodeJS.Timeout | undefined
}

function failure(code: FileFailureCode, message: string, reason?: string): Result<never, FileFailure> {
  return fail({ code, message, ...(reason === undefined ? {} : { reason }) })
}

/** The complete result of a job. */
function whole(value: JobValue, before: JobEntries = []): JobValue {
  return value.action === 'list' ? { ...value, entries: [...before, ...value.entries] } : value
}

/** Starts nothing until the first job. */
export function createFileProcesses({
  stallMilliseconds = STALL_MILLISECONDS,
  program = new URL('worker.ts', import.meta.url),
}: FileProcessOptions = {}): FileProcesses {
  const members = new Set<Member>()
  /** Killed processes that have not ended, by the folder that they read. */
  const killed = new Map<ChildProcess, { root: string | undefined; since: number }>()
  const queue: WaitingJob[] = []
  let failedStarts = 0
  let closed = false

  const noAnswer = () => failure('timeout', `its file system does not answer`)
  const countRunning = (root: string) => [...members].filter((each) => each.current?.job.root === root).length

  function hungIn(root?: string): number {
    const now = performance.now()
    return [...killed.values()].filter(
      (each) => now - each.since > KILLED_MILLISECONDS && (root === undefined || each.root === root),
    ).length
  }

  function finish(member: Member, result: Result<JobValue, FileFailure>): void {
    const done = member.current
    member.current = undefined
    done?.settle(result)
  }

  function kill(member: Member): void {
    if (!members.delete(member)) return
    clearTimeout(member.timer)
    killed.set(member.child, { root: member.current?.job.root, since: performance.now() })
    // A process that hangs in the kernel must not keep this one alive.
    member.child.unref()
    member.child.channel?.unref()
    member.child.kill('SIGKILL')
  }

  function rest(member: Member): void {
    clearTimeout(member.timer)
    member.child.unref()
    member.child.channel?.unref()
    member.timer = setTimeout(() => kill(member), IDLE_MILLISECONDS).unref()
  }

  function watch(member: Member): void {
    clearTimeout(member.timer)
    member.timer = setTimeout(() => {
      kill(member)
      finish(member, noAnswer())
      dispatch()
    }, stallMilliseconds)
  }

  function begin(member: Member, waiting: WaitingJob): void {
    clearTimeout(waiting.patience)
    member.current = waiting
    member.child.ref()
    member.child.channel?.ref()
    watch(member)
    member.child.send(waiting.job, (error) => {
      if (error === null || member.current !== waiting) return
      kill(member)
      finish(member, failure('failed', 'the process that reads files ended'))
      dispatch()
    })
  }

  function hear(member: Member, message: unknown): void {
    const parsed = fileMessage.safeParse(message)
    if (!parsed.success || !members.has(member)) return
    const { data } = parsed
    if (data.type === 'progress') {
      member.current?.entries.push(...data.entries)
      return watch(member)
    }
    if (data.type === 'ready') {
      member.ready = true
      failedStarts = 0
    } else
      finish(
        member,
        data.type === 'done'
          ? succeed(whole(data.value, member.current?.entries))
          : failure(data.code, data.message, data.reason),
      )
    rest(member)
    dispatch()
  }

  function start(): void {
    const child = fork(fileURLToPath(program), [], {
      cwd: '/',
      // It inherits nothing: no environment variables, no streams, and not the process group that a terminal interrupts.
      env: {},
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      detached: true,
    })
    const member: Member = { child, ready: false, current: undefined, timer: undefined }
    members.add(member)
    member.timer = setTimeout(() => giveUp(member), START_MILLISECONDS)
    child.on('message', (message: unknown) => hear(member, message))
    child.on('error', () => giveUp(member))
    child.on('exit', () => {
      killed.delete(child)
      if (!members.has(member)) return dispatch()
      if (!member.ready) return giveUp(member)
      kill(member)
      killed.delete(child)
      finish(member, failure('failed', 'the process that reads files ended'))
      dispatch()
    })
  }

  function giveUp(member: Member): void {
    if (!members.has(member)) return
    kill(member)
    if (member.child.exitCode !== null || member.child.pid === undefined) killed.delete(member.child)
    finish(member, failure('failed', 'the process that reads files ended'))
    failedStarts += 1
    if (failedStarts < MOST_FAILED_STARTS) return dispatch()
    failedStarts = 0
    for (const waiting of queue.splice(0))
      waiting.settle(failure('failed', 'no process that reads files can be started'))
  }

  /** Takes the first waiting job whose folder has a free process. */
  function takeNext(): WaitingJob | undefined {
    const place = queue.findIndex(({ job }) => countRunning(job.root) < MOST_PER_ROOT)
    return place === -1 ? undefined : queue.splice(place, 1)[0]
  }

  /** Waiting jobs that could run at once if each had a process. */
  function countStartable(): number {
    return [...Map.groupBy(queue, ({ job }) => job.root)].reduce(
      (sum, [root, waiting]) => sum + Math.min(waiting.length, MOST_PER_ROOT - countRunning(root)),
      0,
    )
  }

  function dispatch(): void {
    for (const member of members) {
      if (!member.ready || member.current !== undefined) continue
      const waiting = takeNext()
      if (waiting === undefined) return
      begin(member, waiting)
    }
    const starting = [...members].filter(({ ready }) => !ready).length
    const mayStart = members.size < MOST_PROCESSES && members.size + killed.size < MOST_PROCESSES + MOST_HUNG
    if (countStartable() > starting && mayStart && !closed) start()
  }

  return {
    run(job, signal) {
      if (closed) return Promise.resolve(failure('aborted', 'the product stops'))
      if (signal.aborted) return Promise.resolve(failure('aborted', 'it was stopped'))
      if (hungIn(job.root) >= MOST_HUNG_PER_ROOT || hungIn() >= MOST_HUNG) return Promise.resolve(noAnswer())
      if (queue.length >= MOST_WAITING)
        return Promise.resolve(failure('busy', 'too many other files wait to be read'))
      const { promise, resolve } = Promise.withResolvers<Result<JobValue, FileFailure>>()
      const leave = (result: Result<JobValue, FileFailure>) => {
        const place = queue.indexOf(waiting)
        if (place !== -1) queue.splice(place, 1)
        waiting.settle(result)
      }
      const stop = () => {
        for (const member of members) if (member.current === waiting) kill(member)
        leave(failure('aborted', 'it was stopped'))
        dispatch()
      }
      const waiting: WaitingJob = {
        job,
        entries: [],
        settle(result) {
          clearTimeout(waiting.patience)
          signal.removeEventListener('abort', stop)
          resolve(result)
        },
        patience: setTimeout(
          () => leave(failure('busy', 'too many other files wait to be read')),
          LONGEST_WAIT_MILLISECONDS,
        ),
      }
      signal.addEventListener('abort', stop, { once: true })
      queue.push(waiting)
      dispatch()
      return promise
    },
    async close() {
      closed = true
      for (const waiting of queue.splice(0)) waiting.settle(failure('aborted', 'the product stops'))
      for (const member of members) {
        kill(member)
        finish(member, failure('aborted', 'the product stops'))
      }
    },
  }
}
